// No secret of a known shape survives in what is logged, and that facts do.
import { randomInt } from 'node:crypto'
import { LangEn } from 'ethers/wordlists'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redacted, redactText } from '../../../src-main/diagnostics/redact.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
console.log(`redact: seed ${seed}`)
const options = { seed, numRuns: 400 }

const hexDigit = fc.constantFrom(...'0123456789abcdefABCDEF'.split(''))
const base64urlDigit = fc.constantFrom(...'ABCXYZabcxyz0189-_'.split(''))
const textOf = (digit: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.array(digit, { minLength, maxLength }).map((digits) => digits.join(''))
const list = LangEn.wordlist()
const words = fc.array(
  fc.nat(2047).map((index) => list.getWord(index)),
  { minLength: 12, maxLength: 24 },
)

/** What must not be found afterwards; for a phrase, no three words of it in a row. */
interface Secret {
  readonly text: string
  readonly traces: readonly string[]
}
const whole = (text: string): Secret => ({ text, traces: [text, text.replace(/^0x/, '')] })

const key = fc
  .oneof(
    textOf(hexDigit, 48, 130),
    textOf(hexDigit, 64, 64).map((digits) => `0x${digits}`),
  )
  .map(whole)
const jsonWebToken = fc
  .tuple(textOf(base64urlDigit, 10, 60), textOf(base64urlDigit, 10, 200), textOf(base64urlDigit, 10, 90))
  .map(([head, payload, signature]) => ({
    text: `eyJ${head}.${payload}.${signature}`,
    traces: [head, payload, signature],
  }))
const phrase = fc
  .tuple(words, fc.constantFrom(' ', '\n', ', ', '  ', '\t', '\u200b'), fc.boolean())
  .map(([chosen, gap, isShouted]) => {
    const spelled = isShouted ? chosen.map((word) => word.toUpperCase()) : chosen
    const traces = spelled.slice(2).map((word, index) => [spelled[index], spelled[index + 1], word].join(gap))
    return { text: spelled.join(gap), traces }
  })
const secret = fc.oneof(key, jsonWebToken, phrase)

/** Surroundings of every kind, letters and digits right beside the secret included. */
const around = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('key=', 'x', '"', '\\"', 'a1'),
)

function expectGone(value: unknown, traces: readonly string[]): void {
  const text = JSON.stringify(value)
  for (const trace of traces) {
    expect(text).not.toContain(trace)
    expect(text).not.toContain(JSON.stringify(trace).slice(1, -1))
  }
}

/** A value with the given text somewhere within it. */
function hide(text: string): fc.Arbitrary<unknown> {
  const facts = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
  const hidden: fc.Memo<unknown> = fc.memo((depth) =>
    depth <= 1
      ? fc.constant(text)
      : fc.oneof(
          fc.constant(text),
          fc.tuple(facts, hidden()).map(([other, inner]) => ({ ...other, inner })),
          fc.tuple(fc.jsonValue({ maxDepth: 1 }), hidden()).map((entries) => entries),
          hidden().map((inner) => new Error(text, { cause: inner })),
          fc.constant(new AppError('internal', { what: text })),
          fc.constant({ [text]: 1 }),
          fc.constant(new Map([['inner', text]])),
        ),
  )
  return hidden(5)
}

test('no key, token or seed phrase survives in a text, whatever stands around it', () => {
  fc.assert(
    fc.property(around, secret, around, (before, { text, traces }, after) => {
      expectGone(redactText(before + text + after), traces)
    }),
    options,
  )
})

test('no key, token or seed phrase survives anywhere within a value, an error or its causes', () => {
  const placed = fc
    .tuple(around, secret, around)
    .chain(([before, { text, traces }, after]) =>
      hide(before + text + after).map((value) => ({ value, traces })),
    )
  fc.assert(
    fc.property(placed, ({ value, traces }) => {
      expectGone(redact(value), traces)
    }),
    options,
  )
})

const secretNames = ['password', 'newPassword', 'passphrase', 'phrase', 'seedPhrase', 'privateKey', 'secret']
const moreNames = [
  'ethereumPrivateKey',
  'client_secret',
  'token',
  'refreshToken',
  'apiKey',
  'api-key',
  'organizationKey',
]

test('what stands under the name of a secret goes, and so does the same text in messages and stacks', () => {
  const name = fc.constantFrom(...secretNames, ...moreNames)
  const value = fc.string({ minLength: 4, maxLength: 40 }).map((text) => `~${text}~`)
  fc.assert(
    fc.property(name, value, fc.nat(4), (key, text, depth) => {
      let within: unknown = { [key]: text, other: `${text} was wrong`, error: new Error(`tried ${text}`) }
      for (let level = 0; level < depth; level += 1) within = level % 2 === 0 ? [within] : { within }
      expectGone(redact(within), [text])
      expectGone(redact({ [key]: { deeper: [text] } }), [text])
    }),
    options,
  )
})

describe('what a person would write by hand', () => {
  test.each([
    ['Authorization: JWT abc.def', 'Authorization: [redacted]'],
    ['"authorization":"Bearer short"', '"authorization":"[redacted]"'],
    ['sent Bearer 0123456789abcdef0123 to it', 'sent Bearer [redacted] to it'],
    ['password=hunter2 field=x', 'password=[redacted] field=x'],
    ['{"apiKey":"a \\"b\\" c","n":1}', '{"apiKey":[redacted],"n":1}'],
    [String.raw`{\"secret\":\"q83v\",\"n\":1}`, String.raw`{\"secret\":[redacted],\"n\":1}`],
    ['organizationKey: qwertz', 'organizationKey: [redacted]'],
    [`1. ${Array.from({ length: 12 }, () => 'test').join(' 2. ')}`, '1. [redacted]'],
    ['\uff54est '.repeat(12), `${redacted} `],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  test('a phrase as a list of its words, and bytes of any kind', () => {
    expect(redact({ words: Array.from({ length: 12 }, () => 'test'), bytes: new Uint8Array(32) })).toEqual({
      words: redacted,
      bytes: '[32 bytes]',
    })
  })
})

describe('facts stay as they are', () => {
  test.each([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    '2026-11-20T00:00:00.000Z',
    '123456789012345678901234567890.000000000000000001',
    'validation field=password reason=tooShort',
    'wrongPassword retryAfterMs=4000',
    'the refresh token could not be kept',
    'https://api.tanx.fi/sapi/v1/orders/?limit=100',
    'Unexpected token < in JSON at position 4',
    'at answer (/opt/app/out/main/index.js:120:14)',
    'token=null isTokenKept=true',
  ])('%s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('names that only speak of a secret keep what they say', () => {
    const facts = {
      tokensAsked: 2,
      hasToken: true,
      apiKey: false,
      passwordLength: 12,
      phrase: null,
      code: 'keyMismatch',
    }
    expect(redact(facts)).toEqual(facts)
  })

  test('any fact of numbers, truth values and ordinary words survives', () => {
    const word = fc.constantFrom(
      'orders',
      'markets',
      'sync',
      'page',
      'cursor',
      'offline',
      'ethusdc',
      'HTTP 429',
    )
    const fact = fc.oneof(fc.double({ noNaN: true }), fc.boolean(), fc.constant(null), word, fc.uuid())
    const name = fc.constantFrom('market', 'code', 'status', 'retryAfterMs', 'endpoint', 'ref')
    fc.assert(
      fc.property(fc.dictionary(name, fact), (facts) => {
        expect(redact(facts)).toEqual({ ...facts })
      }),
      options,
    )
  })

  test('a value that holds itself ends', () => {
    const value: Record<string, unknown> = { what: 'loop' }
    value['self'] = value
    expect(redact(value)).toEqual({ what: 'loop', self: '[…]' })
  })
})
