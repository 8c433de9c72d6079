// Secrets of every kind, made at random, and log lines that have them in every place.
import fc from 'fast-check'
import { createSeedPhrase } from '../../../src-main/signing/seed-phrase.ts'

const hexDigits = '0123456789abcdef'
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(hexDigits)), minLength: length, maxLength: length })
const word = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz')),
  minLength: 4,
  maxLength: 12,
})

/** One secret, as it would stand in a text, and what of it must not be found in any form. */
export const secret = fc.oneof(
  hex(64).map((digits) => `0x${digits}`),
  hex(64),
  hex(40).map((digits) => `0x${digits}`),
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => createSeedPhrase(bytes)),
  fc
    .base64String({ minLength: 24, maxLength: 60 })
    .map((text) => `eyJ${text.replaceAll(/[+/=]/g, 'x')}.abcdef.ghijkl`),
  fc.tuple(word, word).map(([name, host]) => `${name}.zq@${host}zq.example`),
  word.map((name) => `/home/${name}zq/keys/backup.txt`),
  word.map((name) => ['C:', 'Users', `${name}zq`, 'keys'].join('\\')),
  // Amounts, order ids, references.
  fc.integer({ min: 10_000_000, max: 2_000_000_000 }).map(String),
  fc.double({ min: 1_000, max: 9_000_000, noNaN: true }).map((amount) => `${amount.toFixed(6)} USDC`),
  // A password of plain letters: it has no shape at all.
  word.map((name) => `zq${name}qz`),
  hex(32).map(
    (digits) =>
      `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`,
  ),
)

/** A line of the log as somebody would write it who wants the secret to get out. */
export function lineWith(text: string): fc.Arbitrary<unknown> {
  const leaf = fc.constantFrom<unknown>(
    text,
    `: ${text}`,
    `failed ${text} again`,
    [text],
    { [text]: text },
    Number(text) || text,
  )
  const place = `Error: x\n    at ${text} (/app/out/${text}/index.js:1:2)\n    at ${text}:3:4`
  const error = fc.record(
    {
      code: leaf,
      name: leaf,
      message: leaf,
      reason: leaf,
      endpoint: leaf,
      channel: leaf,
      status: leaf,
      stack: fc.constantFrom(place, text, `${text}\n${place}`),
      cause: fc.record({ code: leaf, message: leaf, stack: fc.constant(place), [text]: leaf }),
    },
    { requiredKeys: [] },
  )
  return fc.record(
    {
      at: fc.constantFrom('2026-11-20T12:00:00.000Z', text),
      level: fc.constantFrom('info', 'fault', text),
      area: fc.constantFrom('store', text),
      what: leaf,
      ref: fc.constantFrom('deadbeef', text),
      channel: leaf,
      error,
      [text]: leaf,
      facts: leaf,
    },
    { requiredKeys: ['at', 'level', 'area', 'what'] },
  )
}
