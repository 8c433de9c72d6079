// Owns: figures that come from candles, which the service sends as JSON numbers. Must not: be used for money
// that a user may total (decimal.ts works on text).
import { formatFixed, markPercent } from './locale.ts'

/** Digits that a JSON number keeps beyond float noise: 0.008400000000000001 is 0.0084. */
const meaningfulDigits = 15

/**
 * How many decimals a market's prices need on screen so that nothing jumps: five significant digits, 2 to 12 decimals.
 * `reference` is a typical price of the market.
 */
export function priceDecimals(reference: number): number {
  if (!Number.isFinite(reference) || reference <= 0) return 2
  const magnitude = Math.floor(Math.log10(reference))
  return Math.min(12, Math.max(2, 4 - magnitude))
}

/** How many decimals a number needs, float noise aside; at most 20. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = value.toExponential(meaningfulDigits - 1).split('e')
  const fraction = (digits.split('.')[1] ?? '').replace(/0+$/, '')
  return Math.min(20, Math.max(0, fraction.length - Number(exponent)))
}

export interface ChangeParts {
  readonly direction: 'up' | 'down' | 'flat'
  /** With sign and percent sign: +1.24%, −0.30%, 0.00%. */
  readonly text: string
}

/** A change in percent with its sign and two decimals. What rounds to zero is flat and carries no sign. */
export function formatChange(percent: number, locale?: string): ChangeParts {
  const figure = formatFixed(percent, 2, locale)
  if (!/[1-9]/.test(figure)) return { direction: 'flat', text: markPercent(figure, locale) }
  return percent > 0
    ? { direction: 'up', text: markPercent(`+${figure}`, locale) }
    : { direction: 'down', text: markPercent(figure, locale) }
}

const scales = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/** A volume in short form (1.2K, 3.4M), at most four figures: for reading a chart, never for acting on. */
export function formatVolume(volume: number, locale?: string): string {
  const [scale, letter] = scales.find(([size]) => volume >= size) ?? [1, '']
  const scaled = volume / scale
  const most = scaled >= 100 ? 0 : scaled >= 10 ? 1 : scaled >= 1 ? 2 : 4
  const decimals = Math.min(most, decimalsOf(Number(scaled.toPrecision(4))))
  return formatFixed(scaled, decimals, locale) + letter
}
