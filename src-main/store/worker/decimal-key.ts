// Texts that compare, byte by byte, as the decimals that they stand for.

/** Stands for a missing value: below every key. */
export const noKey = ''

/** Below every key but that of a missing value; above every key. */
export const leastKey = '!'
export const mostKey = '~'

/** Digits before the point are at most 60, and so are those after it: exponents from -60 to 60 become one character each. */
const firstCharacter = '!'.charCodeAt(0)
const mostExponent = 60
const complement = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)))

/**
 * Sign, exponent, digits: `5` for zero, `6` and above for what is positive, `4` for what is negative, with exponent and digits turned
 * round. Numbers that are equal have the same key, however many zeros they were written with.
 * @param text - canonical decimal text of up to 60 digits on either side; null: none
 */
export function decimalKey(text: string | null): string {
  if (text === null) return noKey
  const isNegative = text.startsWith('-')
  const size = isNegative ? text.slice(1) : text
  const point = size.indexOf('.')
  const whole = point < 0 ? size : size.slice(0, point)
  const all = point < 0 ? size : whole + size.slice(point + 1)
  let first = 0
  while (all.charCodeAt(first) === 48) first += 1
  if (first === all.length) return '5'
  let end = all.length
  while (all.charCodeAt(end - 1) === 48) end -= 1
  const digits = all.slice(first, end)
  // 0.digits × 10^exponent
  const exponent = whole.length - first
  const place = isNegative ? mostExponent - exponent : mostExponent + exponent
  const sized = String.fromCharCode(firstCharacter + place)
  // The tilde is above every digit: of two negative numbers with the same beginning, the longer one is the smaller.
  return isNegative ? `4${sized}${complement(digits)}~` : `6${sized}${digits}`
}
