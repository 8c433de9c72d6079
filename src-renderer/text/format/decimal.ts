// Owns: how decimal text becomes readable figures. Must not: turn money into a float or round it.
import { decimalPoint, formatInteger, markPercent, minusSign } from './locale.ts'

/** The pieces of one figure, so that a cell can line up the points and dim what says nothing. */
export interface DecimalParts {
  /** True minus (U+2212), plus where asked for, or nothing. */
  readonly sign: string
  /** Integer digits, grouped as the locale has them. */
  readonly integer: string
  /** The locale's decimal point when there is a fraction, else empty. */
  readonly point: string
  /** Fraction digits up to the last that says something. */
  readonly fraction: string
  /** Trailing zeros of the text as it came: dimmed on screen, never cut. */
  readonly zeros: string
}

export interface DecimalOptions {
  /** BCP 47; undefined takes the one of all figures (locale.ts). */
  readonly locale?: string | undefined
  /** Show + on figures above zero, for changes. */
  readonly plus?: boolean
}

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Splits canonical decimal text into the parts of a figure. Every digit of the text is kept, in order.
 * Null when the text is not canonical decimal text; the caller then shows it as it is.
 */
export function splitDecimal(text: string, options: DecimalOptions = {}): DecimalParts | null {
  const match = decimalPattern.exec(text)
  if (!match) return null
  const [, negative = '', integer = '0', rest = ''] = match
  const fraction = rest.replace(/0+$/, '')
  const isZero = /^0*$/.test(integer + rest)
  const sign = isZero ? '' : negative ? minusSign : options.plus ? '+' : ''
  return {
    sign,
    integer: formatInteger(BigInt(integer), options.locale),
    point: rest === '' ? '' : decimalPoint(options.locale),
    fraction,
    zeros: rest.slice(fraction.length),
  }
}

/** The whole figure as one text, for labels, titles and narrow places. */
export function formatDecimal(text: string, options: DecimalOptions = {}): string {
  const parts = splitDecimal(text, options)
  if (!parts) return text
  return parts.sign + parts.integer + parts.point + parts.fraction + parts.zeros
}

/** How many fraction digits the text carries; 0 when it has none or is no decimal text. */
export function countFractionDigits(text: string): number {
  return decimalPattern.exec(text)?.[3]?.length ?? 0
}

/** The longest fraction among the texts: the width that lines up a column. */
export function maxFractionDigits(texts: Iterable<string | null>): number {
  let most = 0
  for (const text of texts) if (text !== null) most = Math.max(most, countFractionDigits(text))
  return most
}

/** Decimal text with zeros at its end until it has so many decimals; longer and other text comes back as it is. */
export function padDecimals(text: string, decimals: number): string {
  const missing = decimals - countFractionDigits(text)
  if (missing <= 0 || !decimalPattern.test(text)) return text
  return `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(missing)}`
}

/** The longest integer part among the texts in characters as shown, with sign and separators. */
export function maxIntegerLength(texts: Iterable<string | null>, options: DecimalOptions = {}): number {
  let most = 0
  for (const text of texts) {
    const parts = text === null ? null : splitDecimal(text, options)
    if (parts) most = Math.max(most, parts.sign.length + parts.integer.length)
  }
  return most
}

/** True for 0, 0.0, -0.00: a figure that says "nothing". */
export function isZeroDecimal(text: string): boolean {
  return /^-?0+(\.0+)?$/.test(text)
}

/**
 * Shifts the point two places right: a rate such as 0.001 becomes the percent text 0.1. Exact; no arithmetic.
 * Null when the text is not canonical decimal text.
 */
export function rateToPercent(text: string): string | null {
  const match = decimalPattern.exec(text)
  if (!match) return null
  const [, sign = '', integer = '', rest = ''] = match
  const padded = rest.padEnd(2, '0')
  const whole = (integer + padded.slice(0, 2)).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(2).replace(/0+$/, '')
  return sign + whole + (fraction === '' ? '' : `.${fraction}`)
}

/** Decimal text that counts percent, in figures with the percent sign: 12.5 as 12.5%. Other text as it is. */
export function formatPercentText(text: string, options: DecimalOptions = {}): string {
  return splitDecimal(text, options) ? markPercent(formatDecimal(text, options), options.locale) : text
}

/** A rate such as 0.001 as a percentage in figures: 0.1%. Text that is no rate as it is. */
export function formatRate(text: string, options: DecimalOptions = {}): string {
  const percent = rateToPercent(text)
  return percent === null ? text : formatPercentText(percent, options)
}
