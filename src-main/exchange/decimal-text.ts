// Converts the service's numbers to canonical decimal text without losing a digit. Uses no floats.
import { MEANINGFUL_DIGITS } from '../../src-preload/domain/numbers/double-sum.ts'
import { exactText, parseExact, roundHalfEven } from '../../src-preload/domain/numbers/exact-decimal.ts'

/** A JSON number, which also covers every decimal string seen: sign, digits, fraction, exponent. */
const numberForm = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/
const maxPartDigits = 60

const minus = 45
const dot = 46
const zero = 48
const nine = 57

/** `^-?\d{1,60}(?:\.\d{1,60})?$`, in less time: a page of orders has 8,000 of them. */
function isPlain(text: string): boolean {
  let start = text.charCodeAt(0) === minus ? 1 : 0
  let hasDot = false
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= zero && code <= nine) continue
    const digits = index - start
    if (code !== dot || hasDot || digits < 1 || digits > maxPartDigits) return false
    hasDot = true
    start = index + 1
  }
  const digits = text.length - start
  return digits >= 1 && digits <= maxPartDigits
}

/**
 * Canonical decimal text of a number as the service writes it, in a string or as the source of a JSON number.
 * Plain forms are returned unchanged (trailing zeros included); exponents are expanded exactly: `1.50e-7` is `0.000000150`.
 * At most 60 digits on either side of the point. Null if the text is not such a number.
 */
export function toDecimalText(source: string): string | null {
  if (isPlain(source)) return source
  const match = numberForm.exec(source)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const place = Math.max(point, 1)
  const wholePart = padded.slice(0, place).replace(/^0+(?=\d)/, '')
  const fractionPart = padded.slice(place)
  if (wholePart.length > maxPartDigits || fractionPart.length > maxPartDigits) return null
  return `${sign}${wholePart}${fractionPart === '' ? '' : `.${fractionPart}`}`
}

/**
 * Removes float noise from the source of a JSON number: more than 15 significant digits are rounded to 15, half to even
 * (0.008400000000000001 is 0.0084). Other numbers, and text that is not a number, are returned unchanged.
 */
export function roundFloatNoiseText(source: string): string {
  const text = toDecimalText(source)
  if (text === null) return source
  const { units, scale } = parseExact(text)
  const size = String(units < 0n ? -units : units)
  const extra = size.length - MEANINGFUL_DIGITS
  if (extra <= 0 || size.replace(/0+$/, '').length <= MEANINGFUL_DIGITS) return source
  // As a whole number of 15 digits and a fraction, so that one rounding covers numbers of every size.
  const { units: kept } = roundHalfEven({ units, scale: extra }, 0)
  const places = scale - extra
  const rounded = exactText(
    places >= 0 ? { units: kept, scale: places } : { units: kept * 10n ** BigInt(-places), scale: 0 },
  )
  // 60 nines would round to a number that is too long.
  return toDecimalText(rounded) ?? source
}
