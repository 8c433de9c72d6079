// JSON whose numbers keep the text that they are written as, and exact arithmetic on that text, for tests.

/** A number by its source text: the only form in which no digit can get lost on the way into a test. */
export class Digits {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

export type Json = string | boolean | null | Digits | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

export function isObject(node: Json | undefined): node is JsonObject {
  return typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof Digits)
}

export function isList(node: Json | undefined): node is readonly Json[] {
  return Array.isArray(node)
}

/** A text as it is, or a number's digits; anything else fails the test. */
export function textIn(node: Json | undefined): string {
  if (typeof node === 'string') return node
  if (node instanceof Digits) return node.source
  throw new Error('neither text nor number')
}

/** A copy with one field set, also where its name is one that plain assignment treats in its own way (`__proto__`). */
export function withField(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, value]])
}

export function withoutField(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}

/** The text of a node; numbers as they are. */
export function writeJson(node: Json): string {
  if (node instanceof Digits) return node.source
  if (isList(node)) return `[${node.map(writeJson).join(',')}]`
  if (!isObject(node)) return JSON.stringify(node)
  const fields = Object.entries(node).map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`)
  return `{${fields.join(',')}}`
}

/** Parses a text that is known to be JSON. */
export function readJson(text: string): Json {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? new Digits(context?.source ?? '') : value,
  ) as Json
}

/** A decimal number as `coefficient / 10^scale`. */
interface Exact {
  readonly coefficient: bigint
  readonly scale: number
}

function readExact(source: string): Exact | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = BigInt(whole + fraction)
  return { coefficient: sign === '-' ? -digits : digits, scale: fraction.length - Number(exponent) }
}

/** Digits on either side of the point that an amount of money may have (the app's decimal text). */
const mostDigits = 60
const plainDecimal = /^-?\d+(?:\.\d+)?$/

/** The decimal digits that a text stands for, an exponent written out; null where it is none, or has too many digits. */
export function decimalDigits(source: string): string | null {
  const isShort = (text: string): boolean =>
    text
      .replace('-', '')
      .split('.')
      .every((part) => part.length <= mostDigits)
  if (plainDecimal.test(source)) return isShort(source) ? source : null
  const exact = readExact(source)
  const [written = '', exponent = ''] = source.split(/[eE]/)
  // Longer exponents are written by nobody, and would only be zeros.
  if (exact === null || !isShort(written) || !/^[+-]?\d{1,3}$/.test(exponent)) return null
  const { coefficient, scale } = exact
  const digits = String(coefficient < 0n ? -coefficient : coefficient)
  const unsigned =
    scale <= 0
      ? digits + (coefficient === 0n ? '' : '0'.repeat(-scale))
      : digits.padStart(scale + 1, '0').replace(new RegExp(`(\\d{${String(scale)}})$`), '.$1')
  return isShort(unsigned) ? (source.startsWith('-') ? '-' : '') + unsigned : null
}

/** The exact value of a finite double. */
function exactOf(double: number): {
  readonly top: bigint
  readonly twos: number
  readonly isPowerOfTwo: boolean
} {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, double)
  const word = bits.getBigUint64(0)
  const exponent = Number((word >> 52n) & 0x7ffn)
  const mantissa = word & 0xfffffffffffffn
  const top = exponent === 0 ? mantissa : mantissa | (1n << 52n)
  const isPowerOfTwo = exponent > 1 && mantissa === 0n
  return { top: double < 0 ? -top : top, twos: Math.max(exponent, 1) - 1075, isPowerOfTwo }
}

/** Whether no other double is nearer to the number of this text. */
export function isNearestDouble(double: number, source: string): boolean {
  const exact = readExact(source)
  if (exact === null || !Number.isFinite(double)) return false
  const { top, twos, isPowerOfTwo } = exactOf(double)
  // In quarters of the step between doubles here, times 10^scale, so that whole numbers do.
  const quarter = twos - 2
  const [up, down] = quarter < 0 ? [1n, 1n << BigInt(-quarter)] : [1n << BigInt(quarter), 1n]
  const [textTens, doubleTens] =
    exact.scale < 0 ? [10n ** BigInt(-exact.scale), 1n] : [1n, 10n ** BigInt(exact.scale)]
  const distance = exact.coefficient * textTens * down - top * 4n * up * doubleTens
  const isTowardsZero = top < 0n ? distance > 0n : distance < 0n
  const magnitude = distance < 0n ? -distance : distance
  // Towards zero the steps below a power of two are half as long.
  const quarters = isTowardsZero && isPowerOfTwo ? 1n : 2n
  return magnitude <= quarters * up * doubleTens
}

/** Whether two decimal texts are the same number. */
export function isSameNumber(left: string, right: string): boolean {
  const [a, b] = [readExact(left), readExact(right)]
  if (a === null || b === null) return false
  const scale = Math.max(a.scale, b.scale)
  const raise = ({ coefficient, scale: own }: Exact): bigint => coefficient * 10n ** BigInt(scale - own)
  return raise(a) === raise(b)
}

/** How many digits of a number's text carry its value. */
export function significantDigits(source: string): number {
  const digits = source
    .replace(/^-/, '')
    .replace(/[eE].*$/, '')
    .replace('.', '')
  return digits.replace(/^0+/, '').replace(/0+$/, '').length
}
