// Owns: figures that come from candles, which the service sends as JSON numbers. Must not: be used for money
// that a user may total (decimal.ts works on text).

const minus = '\u2212'

/**
 * How many decimals a market's prices need on screen so that nothing jumps: five significant digits, 2 to 12 decimals.
 * `reference` is a typical price of the market.
 */
export function priceDecimals(reference: number): number {
  if (!Number.isFinite(reference) || reference <= 0) return 2
  const magnitude = Math.floor(Math.log10(reference))
  return Math.min(12, Math.max(2, 4 - magnitude))
}

/** A candle's price with a fixed number of decimals, grouped as the locale has it. */
export function formatPrice(price: number, decimals: number, locale?: string): string {
  const text = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Math.abs(price))
  return price < 0 ? minus + text : text
}

export interface ChangeParts {
  readonly direction: 'up' | 'down' | 'flat'
  /** With sign and percent sign: +1.24%, −0.30%, 0.00%. */
  readonly text: string
}

/** A change in percent with its sign and two decimals. What rounds to zero is flat and carries no sign. */
export function formatChange(percent: number, locale?: string): ChangeParts {
  const digits = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Math.abs(percent))
  const rounded = Math.round(Math.abs(percent) * 100)
  if (rounded === 0) return { direction: 'flat', text: `${digits}%` }
  return percent > 0
    ? { direction: 'up', text: `+${digits}%` }
    : { direction: 'down', text: `${minus}${digits}%` }
}

/** A volume in short form (1.2K, 3.4M): for reading a chart, never for acting on. */
export function formatVolume(volume: number, locale?: string): string {
  return new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    notation: 'compact',
    maximumFractionDigits: 2,
  }).format(volume)
}
