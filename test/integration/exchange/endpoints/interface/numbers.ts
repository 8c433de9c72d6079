// The numbers of the interface: ids, seconds and decimals, in text and as JSON numbers.
import Big from 'big.js'
import fc from 'fast-check'
import { decimalDigits, Digits, type Json } from './json-text.ts'
import { accept, digits, either, refuse, scalar, type Verdict } from './verdict.ts'

/** Whole numbers up to `most`; `1.0` and `1e2` are other spellings of them that nobody promises. */
function judgeWhole(node: Json, most: number): Verdict {
  if (!(node instanceof Digits)) return refuse()
  if (/^(?:0|[1-9]\d*)$/.test(node.source)) {
    return BigInt(node.source) <= BigInt(most) ? accept(Number(node.source)) : refuse()
  }
  const value = Number(node.source)
  return Number.isInteger(value) && value >= 0 && value <= most ? either(value) : refuse()
}

const wholeNear = ['1', '', digits('-1'), digits('1.5'), digits('1.0'), digits('1e2'), digits('-0')]

/** Ids, counts, nonces: whole and safe. */
export const id = scalar(
  (node) => judgeWhole(node, Number.MAX_SAFE_INTEGER),
  fc
    .oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER))
    .map((value) => digits(String(value))),
  [...wholeNear, digits('9007199254740992'), digits('9007199254740993'), digits('1e300')],
)

/** More is no time in seconds: it is the year 5138. */
const latestSecond = 99_999_999_999

/** In text or as a number, with a fraction or without; what is finer than a millisecond is cut off. */
export const judgeSeconds = (node: Json): Verdict => {
  const source = node instanceof Digits ? String(Number(node.source)) : node
  const match = typeof source === 'string' ? /^(\d{1,11})(?:\.(\d{1,20}))?$/.exec(source) : null
  if (match === null || Number(match[1]) > latestSecond) return refuse()
  return accept(Number(match[1]) * 1000 + Number(`${match[2] ?? ''}000`.slice(0, 3)))
}
export const sampleSeconds = fc.oneof(
  fc.integer({ min: 1_500_000_000, max: 2_000_000_000 }),
  fc.constantFrom(0, latestSecond),
)
export const seconds = scalar(
  judgeSeconds,
  sampleSeconds.map((value) => digits(String(value))),
  [
    ...wholeNear,
    digits('1667855520000'),
    digits('1667855520.5'),
    digits('1667855520.123456'),
    '1667855520',
    '1667855520.9999',
    '2022-11-07T22:12:00Z',
  ],
)

/** Digits from a seed: a long number costs the generator no more than a short one. */
function digitsFrom(seed: number, length: number): string {
  let state = seed
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    text += String(state)
  }
  return text.slice(0, length)
}

const longDecimal = fc
  .tuple(fc.nat(), fc.oneof(fc.nat(8), fc.nat(60)), fc.oneof(fc.nat(20), fc.nat(60)), fc.boolean())
  .map(([seed, whole, fraction, isNegative]) => {
    const wholeText = digitsFrom(seed, whole).replace(/^0+(?=\d)/, '') || '0'
    const fractionText = fraction === 0 ? '' : `.${digitsFrom(seed ^ 0x5bd1, fraction)}`
    return (isNegative ? '-' : '') + wholeText + fractionText
  })
const knownDecimal = fc.constantFrom(
  '0.0',
  '0',
  '1336.63',
  '1.0000000000000000',
  '31470.05040653995757213302',
  '0.009000000000000001',
  `0.${'0'.repeat(59)}1`,
  '9'.repeat(60),
  '100.00',
)
const decimalSource = fc.oneof(knownDecimal, longDecimal)
/** Spellings that JSON has for numbers beside plain ones. */
const exponentSource = fc
  .tuple(
    fc.nat(),
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: -30, max: 30 }),
    fc.constantFrom('e', 'E', 'e+'),
  )
  .map(([seed, length, exponent, mark]) => {
    const text = digitsFrom(seed, length)
    const fraction = text.length > 1 ? `.${text.slice(1)}` : ''
    return `${text.slice(0, 1)}${fraction}${exponent < 0 ? 'e' : mark}${String(exponent)}`
  })
const numberSource = fc.oneof(
  { weight: 4, arbitrary: decimalSource },
  { weight: 1, arbitrary: exponentSource },
)

const decimalTexts = [
  '',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '-',
  '.5',
  '1.',
  '1,5',
  '1 000',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  '1e',
  '1e5e',
  '--1',
  '１',
  '1e5',
  '1.5E-7',
  '1e+3',
  '0e5',
  '1e59',
  '1e60',
  '1e-60',
  '1e-61',
  '12e59',
  '1e99',
  '1e-99',
  '1e1000',
  '1'.repeat(61),
  `0.${'1'.repeat(61)}`,
  `${'1'.repeat(60)}.${'1'.repeat(60)}`,
  '007',
  '-0',
  '1.0 usdc',
]
const decimalNumbers = [
  '1e5',
  '1.5E-7',
  '0',
  '-0',
  '1336.630000000000000000001',
  '1e-99',
  '1e59',
  '1e60',
  '1e-60',
  '1e-61',
  '12e59',
  '1e99',
  '1e999',
  '1e-999',
].map(digits)
const decimalNear = [...decimalTexts, ...decimalNumbers, digits('1'.repeat(61))]

const judgeDecimalText = (node: Json): Verdict => {
  const text = typeof node === 'string' ? decimalDigits(node) : null
  return text === null ? refuse() : accept(text)
}
const judgeDecimalNumber = (node: Json): Verdict => {
  const text = node instanceof Digits ? decimalDigits(node.source) : null
  return text === null ? refuse() : accept(text)
}
const orOpen = ({ values, refusals }: Verdict): Verdict =>
  values.length === 0 ? { values, refusals } : either(values[0])

/** A decimal in a string. */
export const decimalText = scalar(judgeDecimalText, decimalSource, decimalNear)

/** A small whole number in text or as a number. */
export const places = scalar(
  (node) => {
    const source = node instanceof Digits ? node.source : node
    if (typeof source !== 'string') return refuse()
    if (/^\d{1,4}$/.test(source) && Number(source) <= 1_000) return accept(Number(source))
    return node instanceof Digits ? judgeWhole(node, 1_000) : refuse()
  },
  fc.nat(30).chain((value) => fc.constantFrom<Json>(String(value), digits(String(value)))),
  [...wholeNear, '1001', '-1', '1.5'],
)

/** Money as a JSON number: every written digit counts. The same in a string is not promised. */
const moneyNumber = scalar(
  (node) => (typeof node === 'string' ? orOpen(judgeDecimalText(node)) : judgeDecimalNumber(node)),
  numberSource.map(digits),
  decimalNear,
)

/** Money as a JSON number of public data, which the service takes from a float: no more than 15 digits of it count (A2). */
export const noisyMoneyNumber = scalar(
  (node) => {
    const { values, refusals } = moneyNumber.judge(node)
    if (!(node instanceof Digits)) return { values, refusals }
    return { values: values.map((text) => roundedTo15(String(text))), refusals }
  },
  numberSource.map(digits),
  decimalNear,
)
const roundedTo15 = (text: string): string => {
  const value = new Big(text)
  return value.c.length > 15 ? (decimalDigits(value.prec(15, 2).toFixed()) ?? text) : text
}

/** String or number: the interface does not show these fields. */
export const decimalInEitherForm = scalar(
  (node) => (typeof node === 'string' ? judgeDecimalText(node) : judgeDecimalNumber(node)),
  fc.oneof(decimalSource, numberSource.map(digits)),
  decimalNear,
)

/** A percentage with its sign, and with the percent sign or without. */
export const percentage = scalar(
  (node) => {
    const source = node instanceof Digits ? node.source : node
    if (typeof source !== 'string') return refuse()
    const text = decimalDigits(source.replace(/^\+/, '').replace(/%$/, ''))
    return text === null ? refuse() : accept(text)
  },
  fc.constantFrom('+0.00%', '-1.25%', '12.5%', '+100.00%', '0'),
  ['', '%', '+', '1.2.3%', '++1%', '1%%', 'NaN%', digits('1.5')],
)
