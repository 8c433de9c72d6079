// Exact decimal formatting for the practice exchange, from scaled bigints. No floats for amounts.

/** 10^places as a bigint. */
export function powerOfTen(places: number): bigint {
  return 10n ** BigInt(places)
}

/**
 * Formats `value` x 10^-`places` without trailing zeros, but with at least one decimal (`2000.0`, `0.0`, `0.001`): the form
 * of the exchange's order and PnL values (facts, A9).
 */
export function formatDecimal(value: bigint, places: number): string {
  const fixed = formatFixed(value, places)
  if (places === 0) return `${fixed}.0`
  const trimmed = fixed.replace(/0+$/, '')
  return trimmed.endsWith('.') ? `${trimmed}0` : trimmed
}

/** Formats `value` x 10^-`places` with exactly `places` decimals. */
export function formatFixed(value: bigint, places: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  if (places === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** `numerator` / `denominator` rounded to a whole number, halves away from zero. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}
