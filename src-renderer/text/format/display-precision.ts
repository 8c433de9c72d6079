// Formats exact decimals at the display precision of lists, headlines and charts; never feeds another calculation. Pure.
// Source: wording.md, "Numbers that a trader reads". Rounding as in percent.ts and exact-decimal.ts.
import {
  compare,
  divideDown,
  type Exact,
  exactText,
  multiplyDivideHalfEven,
  parseExact,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { fixedTextHalfEven, percentHalfEven } from '../../../src-preload/domain/numbers/percent.ts'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice } from '../../../src-preload/contract/portfolio/results.ts'
import { countFractionDigits, formatDecimal, formatPercentText } from './decimal.ts'
import { minusSign } from './locale.ts'

/** Decimals of an amount when the market step is unknown. */
export const amountDecimals = 6
/** Fiat-like currencies: two decimals. */
const moneyLike: ReadonlySet<string> = new Set(['usdc', 'usdt', 'usd', 'dai', 'eur', 'busd', 'tusd', 'usde'])

/** Decimals of a sum of amounts: those that it has, at most those of an amount whose market step is unknown. */
export const sumDecimals = (amount: string): number => Math.min(amountDecimals, countFractionDigits(amount))

/** Decimals of a value: 2 for fiat-like currencies, otherwise those of an amount. */
export const valueDecimals = (unit: string): number => (moneyLike.has(unit) ? 2 : amountDecimals)

export interface WriteOptions {
  /** Shows + above zero. */
  readonly plus?: boolean
}

/**
 * A figure at fixed decimals: `1,234.57`, `−0.50`. A nonzero value that would read as zero is `<0.01`, preceded by its sign
 * when signs are shown.
 * @param amount - canonical decimal text; other text is returned unchanged
 */
export function writeFigure(amount: string, decimals: number, { plus = false }: WriteOptions = {}): string {
  let value: Exact
  try {
    value = parseExact(amount)
  } catch {
    // Not decimal text: shown as the exchange sent it.
    return amount
  }
  const rounded = fixedTextHalfEven(value, decimals)
  if (/[1-9]/.test(rounded) || value.units === 0n) return formatDecimal(rounded, { plus })
  const least = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`
  const sign = value.units < 0n ? minusSign : plus ? '+' : ''
  return `${sign}<${formatDecimal(least)}`
}

/**
 * An amount with at most so many decimals, rounded toward zero: no more is shown as available than there is. One that would read as
 * zero, or is below it, keeps its digits.
 * @param amount - canonical decimal text
 */
export function cutDecimals(amount: string, decimals: number): string {
  const value = parseExact(amount)
  const cut = divideDown(value, { units: 1n, scale: 0 }, decimals)
  return value.scale <= decimals || cut.units <= 0n ? amount : exactText(cut)
}

/** The same with every digit, for tooltips, labels and details. */
export const writeExact = (amount: string, { plus = false }: WriteOptions = {}): string =>
  formatDecimal(amount, { plus })

/** Part of a whole in percent with two decimals, half-even: 0% and 100% only when exact. */
export function writeShare(part: Exact, whole: Exact): string {
  const { mark, text } = percentHalfEven(part, whole, 2)
  return mark + formatPercentText(text)
}

/** The amount of a figure; null where it is unknown. */
function exactOf(figure: Figure | string | null): Exact | null {
  if (figure === null || typeof figure === 'string') return figure === null ? null : parseExact(figure)
  return figure.state === 'unknown' ? null : parseExact(figure.amount)
}

/**
 * A gain or loss in percent of what it is counted from, with its sign and two decimals, half-even: `+3.21%`, `−<0.01%`, and
 * `≈` where a part is estimated. Null where one is unknown, and of nothing.
 */
export function writeReturn(part: Figure | string | null, whole: Figure | string | null): string | null {
  const [gain, base] = [exactOf(part), exactOf(whole)]
  if (gain === null || base === null || base.units <= 0n) return null
  const isEstimated = [part, whole].some((each) => typeof each === 'object' && each?.state === 'estimated')
  const size = { ...gain, units: gain.units < 0n ? -gain.units : gain.units }
  const { text, mark } = percentHalfEven(size, base, 2)
  const sign = gain.units < 0n ? minusSign : gain.units > 0n ? '+' : ''
  return `${isEstimated ? '≈' : ''}${sign}${mark}${formatPercentText(text)}`
}

const priceDigits = 5
const mostPriceDecimals = 12

/** Decimals for five significant digits of a price, at least two. */
function decimalsOfSize(price: string): number {
  const [whole = '', fraction = ''] = price.replace('-', '').split('.')
  const integer = whole.replace(/^0+/, '')
  if (integer !== '') return Math.max(2, priceDigits - integer.length)
  const leading = /^0*/.exec(fraction)?.[0].length ?? 0
  return Math.min(mostPriceDecimals, Math.max(2, leading + priceDigits))
}

/** Decimals of a price: its market's own for a direct price, otherwise for five significant digits. */
export function priceDecimals({ links, price }: Pick<LastPrice, 'links' | 'price'>): number {
  const [only] = links
  if (links.length === 1 && only?.isInverse === false)
    return Math.max(2, countFractionDigits(exactText(parseExact(only.price))))
  return decimalsOfSize(price)
}

/** Cost per unit, rounded half-even at 18 decimals; null for an empty balance. */
export function averageCost(costBasis: string, balance: string): string | null {
  const held = parseExact(balance)
  if (held.units === 0n) return null
  return exactText(multiplyDivideHalfEven(parseExact(costBasis), { units: 1n, scale: 0 }, held, 18))
}

/** Direction of a figure, exactly: any value above zero is up. */
export function directionOf(amount: string): 'up' | 'down' | 'flat' {
  const sign = compare(parseExact(amount), zero)
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat'
}
