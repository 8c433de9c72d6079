// Figures from candles, which the service sends as JSON numbers. Not for money that a user may add up: decimal.ts works on
// text.
import { decimalOf, roundFloatNoise } from '../../../src-preload/domain/numbers/double-sum.ts'
import {
  type Exact,
  compare,
  exactText,
  parseExact,
  powerOfTen,
  roundHalfEven,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { formatFixed, markPercent } from './locale.ts'

/**
 * Price decimals while no candle is known to derive them from (`MarketSummary.priceDecimals`): five significant digits, 2
 * to 12 decimals. `reference` is a typical price of the market.
 */
export function guessPriceDecimals(reference: number): number {
  if (!Number.isFinite(reference) || reference <= 0) return 2
  const magnitude = Math.floor(Math.log10(reference))
  return Math.min(12, Math.max(2, 4 - magnitude))
}

export interface ChangeParts {
  readonly direction: 'up' | 'down' | 'flat'
  /** With sign and percent sign: +1.24%, −0.30%, 0.00%. */
  readonly text: string
}

/**
 * A change in percent with its sign and two decimals, rounded half-even. A value that rounds to zero is flat and has no
 * sign.
 */
export function formatChange(percent: number, locale?: string): ChangeParts {
  const figure = formatFixed(percent, 2, locale)
  if (!/[1-9]/.test(figure)) return { direction: 'flat', text: markPercent(figure, locale) }
  return percent > 0
    ? { direction: 'up', text: markPercent(`+${figure}`, locale) }
    : { direction: 'down', text: markPercent(figure, locale) }
}

const letters = ['', 'K', 'M', 'B', 'T'] as const
const shortDigits = 3

/** The power of ten of a number's first digit: 0 of 5, 3 of 1234, -5 of 0.00004. */
const magnitudeOf = ({ units, scale }: Exact): number => String(units).length - 1 - scale

/**
 * A volume in short form with three significant digits: 1.23K, 40.0, 0.0000400. A value that rounds to 1,000 uses the next
 * suffix: 999,950 is 1.00M. Rounded half-even from its decimal digits; for display only.
 * @param volume - zero or more, in base currency
 */
export function formatVolume(volume: number, locale?: string): string {
  if (!(volume > 0)) return formatFixed(0, 0, locale)
  return writeShort(decimalOf(roundFloatNoise(volume)), locale)
}

function writeShort(value: Exact, locale: string | undefined): string {
  const magnitude = magnitudeOf(value)
  const tier = Math.min(letters.length - 1, Math.max(0, Math.floor(magnitude / 3)))
  const scaled = { units: value.units, scale: value.scale + 3 * tier }
  const decimals = Math.min(20, Math.max(0, shortDigits - 1 - (magnitude - 3 * tier)))
  const rounded = roundHalfEven(scaled, decimals)
  const hasGrown = magnitudeOf({ ...rounded, scale: rounded.scale - 3 * tier }) > magnitude
  if (hasGrown)
    return writeShort({ units: rounded.units * powerOfTen(3 * tier), scale: rounded.scale }, locale)
  return formatFixed(Number(exactText(rounded)), decimals, locale) + (letters[tier] ?? '')
}

const thousand: Exact = { units: 1_000n, scale: 0 }

/**
 * An amount of a quote currency in short form: two decimals below 1,000, otherwise three significant digits with a suffix. An
 * amount that would read 0.00 is `<0.01`. Rounded half-even; for display only.
 * @param text - decimal text, zero or more
 */
export function formatTurnover(text: string, locale?: string): string {
  const value = parseExact(text)
  if (compare(roundHalfEven(value, 2), thousand) >= 0) return writeShort(value, locale)
  const rounded = Number(exactText(roundHalfEven(value, 2)))
  if (rounded === 0 && value.units > 0n) return `<${formatFixed(0.01, 2, locale)}`
  return formatFixed(rounded, 2, locale)
}
