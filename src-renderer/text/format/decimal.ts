// Formats decimal text for display without floats and without rounding.
import { decimalPoint, formatInteger, markPercent, minusSign } from './locale.ts'

/** Parts of a figure, for aligning decimal points and dimming insignificant zeros. */
export interface DecimalParts {
  /** True minus (U+2212), plus when requested, or empty. */
  readonly sign: string
  /** Integer digits, grouped by the locale. */
  readonly integer: string
  /** The locale's decimal point when there is a fraction; otherwise empty. */
  readonly point: string
  /** Fraction digits up to the last significant one. */
  readonly fraction: string
  /** Trailing zeros of the original text: dimmed on screen, never cut. */
  readonly zeros: string
}

export interface DecimalOptions {
  /** BCP 47; undefined uses the locale of all figures (locale.ts). */
  readonly locale?: string | undefined
  /** Shows + on figures above zero, for changes. */
  readonly plus?: boolean
}

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Splits canonical decimal text into the parts of a figure, keeping every digit in order. Null when the text is not
 * canonical decimal text; callers then show it unchanged.
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

/** Number of fraction digits; 0 without a fraction or for text that is not decimal. */
export function countFractionDigits(text: string): number {
  return decimalPattern.exec(text)?.[3]?.length ?? 0
}

/** Longest fraction among the texts, for aligning a column. */
export function maxFractionDigits(texts: Iterable<string | null>): number {
  let most = 0
  for (const text of texts) if (text !== null) most = Math.max(most, countFractionDigits(text))
  return most
}

/** Pads decimal text with zeros to this many decimals; longer and other text is returned unchanged. */
export function padDecimals(text: string, decimals: number): string {
  const missing = decimals - countFractionDigits(text)
  if (missing <= 0 || !decimalPattern.test(text)) return text
  return `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(missing)}`
}

/** Longest integer part among the texts, in displayed characters with sign and separators. */
export function maxIntegerLength(texts: Iterable<string | null>, options: DecimalOptions = {}): number {
  let most = 0
  for (const text of texts) {
    const parts = text === null ? null : splitDecimal(text, options)
    if (parts) most = Math.max(most, parts.sign.length + parts.integer.length)
  }
  return most
}

/** True for 0, 0.0 and -0.00. */
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

/** Percent text with the percent sign: 12.5 becomes 12.5%. Other text is returned unchanged. */
export function formatPercentText(text: string, options: DecimalOptions = {}): string {
  return splitDecimal(text, options) ? markPercent(formatDecimal(text, options), options.locale) : text
}

/** A rate as a percentage: 0.001 becomes 0.1%. Text that is not a rate is returned unchanged. */
export function formatRate(text: string, options: DecimalOptions = {}): string {
  const percent = rateToPercent(text)
  return percent === null ? text : formatPercentText(percent, options)
}
