// The texts of the interface: words, names, addresses, keys, tokens.
import fc from 'fast-check'
import type { Json } from './json-text.ts'
import { accept, digits, refuse, scalar, type Scalar } from './verdict.ts'

/** A word or text that `isRight` tells; its meaning is the text itself. */
function textOf(
  isRight: (text: string) => boolean,
  sample: fc.Arbitrary<Json>,
  near: readonly Json[] = [],
): Scalar {
  return scalar((node) => (typeof node === 'string' && isRight(node) ? accept(node) : refuse()), sample, near)
}

export function word(...words: readonly [string, ...string[]]): Scalar {
  const [first] = words
  const near = ['', first.toUpperCase(), ` ${first}`, `${first}\n`, `${first}s`, 'reject', digits('0')]
  return textOf((text) => words.includes(text), fc.constantFrom(...words), near)
}

const odd = [
  '',
  ' ',
  'it’s',
  '日本',
  '👩‍👩‍👧',
  '\u202eabc',
  '\ud800',
  '<b>x</b>',
  '"quoted"\\',
  '\u0000',
  "'; --",
  'null',
  'x'.repeat(64),
]
const sampleText = fc.oneof(
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
)

/** Free text of so many characters (UTF-16 units). */
export function text(least = 0, most = Number.MAX_SAFE_INTEGER): Scalar {
  const isRight = (value: string): boolean => value.length >= least && value.length <= most
  const near = ['', digits('27'), ...(most < 1000 ? ['x'.repeat(most), 'x'.repeat(most + 1)] : [])]
  return textOf(
    isRight,
    sampleText.map((value) => (isRight(value) ? value : 'abc')),
    near,
  )
}

/** A reference that can be asked for: it stands in a path. */
export const reference = textOf(
  (value) => value !== '' && value.length <= 255,
  fc.oneof(
    fc.stringMatching(/^\d{15,17}$/),
    fc.uuid(),
    fc
      .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
      .map((value) => `r${value.replace(/[/\\\p{Cc}]/gu, '-')}`),
  ),
  ['', digits('7')],
)

export const market = textOf(
  (value) => /^[a-z0-9]{2,32}$/.test(value),
  fc.oneof(fc.constantFrom('ethusdc', 'btcusdc', '1inchusdt'), fc.stringMatching(/^[a-z0-9]{2,32}$/)),
  [
    '',
    'e',
    'ETHUSDC',
    'eth/usdc',
    'eth-usdc',
    ' ethusdc',
    'ethusdc ',
    'ethusdc\n',
    'x'.repeat(33),
    'éthusdc',
    digits('1'),
  ],
)

/** The market that is asked for; others are sound, but are not what was asked for. */
export const someMarket = textOf((value) => /^[a-z0-9]{2,32}$/.test(value), fc.constant('ethusdc'), [
  '',
  'e',
  'ETHUSDC',
  'btcusdc',
])

const hexNear = [
  '',
  '0x',
  '0xg',
  '0x 1',
  '0x1 ',
  '0x1\n',
  '+0x1',
  '-0x1',
  `0x${'1'.repeat(65)}`,
  '12',
  digits('12'),
]
const sampleHex = (least: number, most: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${String(least)},${String(most)}}$`))

/** `0x` and a number of up to 256 bits, meant as it is written. */
export const hexNumber = textOf(
  (value) => /^0x[0-9a-fA-F]{1,64}$/.test(value),
  sampleHex(1, 64).map((value) => `0x${value}`),
  hexNear,
)

/** The public L2 key in any spelling of hex: a number, which the app writes in one way. */
export const starkKey = scalar(
  (node) => {
    if (typeof node !== 'string' || !/^(?:0x)?[0-9a-fA-F]{1,64}$/.test(node)) return refuse()
    return accept(`0x${BigInt(`0x${node.replace(/^0x/, '')}`).toString(16)}`)
  },
  fc.tuple(fc.constantFrom('0x', '', '0x00'), sampleHex(1, 62)).map((parts) => parts.join('')),
  hexNear,
)

export const address = textOf(
  (value) => /^0x[0-9a-fA-F]{40}$/.test(value),
  fc.oneof(
    fc.constantFrom('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'),
    sampleHex(40, 40).map((value) => `0x${value}`),
  ),
  [
    '',
    '0x',
    `0x${'1'.repeat(39)}`,
    `0x${'1'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
    '1'.repeat(40),
    ` 0x${'1'.repeat(40)}`,
    `0x${'2'.repeat(40)}`,
    `0x${'1'.repeat(40)}\n`,
  ],
)

/** A token becomes a header: printable, without spaces. */
export const token = textOf(
  (value) => /^[\x21-\x7e]{1,8192}$/.test(value),
  fc.oneof(fc.stringMatching(/^[\x21-\x7e]{1,60}$/), fc.constant('x'.repeat(8192))),
  ['', ' ', 'a b', 'a\nb', 'a\r\nX-Evil: 1', 'ä', '’', 'x'.repeat(8193)],
)

export const truth = scalar((node) => (typeof node === 'boolean' ? accept(node) : refuse()), fc.boolean(), [
  'true',
  'false',
  digits('0'),
  digits('1'),
  '',
])

/** Not used by the app, in no documented form. */
export const anything = scalar(
  () => accept(undefined),
  fc.constantFrom<Json>(null, '', 'https://example.org/i.png', {}, [], digits('1')),
  [],
)
