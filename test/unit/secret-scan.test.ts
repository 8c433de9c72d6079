// The search for leftover secrets finds one in every spelling.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { LangEn } from 'ethers/wordlists'
import { describe, expect, test } from 'vitest'
import { createSearch, type Secret } from '../e2e/support/secret-scan.ts'

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
console.log(`secret-scan: seed ${seed}`)
const digest = (what: string): Buffer => createHash('sha256').update(`${seed} ${what}`).digest()

const key = Buffer.concat([Buffer.from([0x7b]), digest('key').subarray(1)])
const hex = key.toString('hex')
const list = LangEn.wordlist()
const words = Array.from({ length: 12 }, (_, index) =>
  list.getWord(digest(`word ${index}`).readUInt16BE() % 2048),
)
const password = `Pass "${digest('password').toString('hex').slice(0, 12)}" ünd`

const secrets: Secret[] = [
  { name: 'key', kind: 'key', hex: `0x${hex}` },
  { name: 'phrase', kind: 'text', text: words.join(' ') },
  { name: 'password', kind: 'text', text: password },
]
const search = createSearch(secrets)
const filler = (length: number): Buffer => Buffer.from(randomBytes(length))
const bury = (planted: string | Buffer, length = 5_000): Buffer =>
  Buffer.concat([filler(length), Buffer.from(planted as string), filler(length + 1)])
const namesIn = (content: Buffer): string[] => [...new Set(search(content).map(({ name }) => name))]

describe('a key is found', () => {
  const padded = (shift: number) => Buffer.concat([filler(shift), key, filler(7)])
  test.each<[string, string | Buffer]>([
    ['in hex', hex],
    ['in hex with 0x', `0x${hex}`],
    ['in capitals', hex.toUpperCase()],
    ['in base64', key.toString('base64')],
    ['in base64 within other bytes', padded(3).toString('base64')],
    ['in base64 within other bytes, one further', padded(4).toString('base64')],
    ['in base64 within other bytes, two further', padded(5).toString('base64')],
    ['in base64url', key.toString('base64url')],
    ['in base64url within other bytes', padded(4).toString('base64url')],
    ['in decimal', BigInt(`0x${hex}`).toString()],
    ['as bytes', key],
    ['as bytes backwards', Buffer.from(key).reverse()],
    ['in UTF-16', Buffer.from(hex, 'utf16le')],
    ['but for its first digits', hex.slice(40)],
    ['but for its last digits', hex.slice(0, 20)],
    ['in JSON', JSON.stringify({ deep: [{ key: hex }] })],
  ])('%s', (_name, planted) => {
    expect(namesIn(bury(planted))).toEqual(['key'])
  })

  test('whose first digit is 0, unpadded or of odd length', () => {
    const small = createSearch([{ name: 'small', kind: 'key', hex: '0x0' + hex.slice(1) }])
    expect(small(bury(hex.slice(1)))).not.toEqual([])
    expect(createSearch([{ name: 'odd', kind: 'key', hex: hex.slice(1) }])(bury(hex))).not.toEqual([])
  })
})

describe('what was typed is found', () => {
  test.each<[string, string | Buffer]>([
    ['as it was typed', words.join(' ')],
    ['in capitals', words.join(' ').toUpperCase()],
    ['as a list', JSON.stringify(words)],
    ['by commas', words.join(',')],
    ['by lines', words.join('\n')],
    ['in an address', encodeURIComponent(words.join(' '))],
    ['in base64', Buffer.from(words.join(' ')).toString('base64')],
    ['in hex', Buffer.from(words.join(' ')).toString('hex')],
    ['in UTF-16', Buffer.from(words.join(' '), 'utf16le')],
    ['half typed', words.join(' ').slice(0, 30)],
  ])('a phrase %s', (_name, planted) => {
    expect(namesIn(bury(planted))).toEqual(['phrase'])
  })

  test.each([
    ['as it was typed', password],
    ['in JSON', JSON.stringify({ password })],
    ['in an address', `?password=${encodeURIComponent(password)}`],
    ['in base64', Buffer.from(password).toString('base64')],
  ])('a password %s', (_name, planted) => {
    expect(namesIn(bury(planted))).toEqual(['password'])
  })
})

test('nothing is found where nothing was left', () => {
  const other = createHash('sha256').update(key).digest('hex')
  expect(search(bury(`${other} a word or two "password" 0x${other} ${list.getWord(0)}`, 200_000))).toEqual([])
})

test('what is reported names the secret and does not repeat it', () => {
  const report = JSON.stringify(search(bury(hex)))
  expect(report).toContain('"name":"key"')
  expect(report).not.toContain(hex.slice(0, 16))
})

test('a secret too short to be told from chance is refused', () => {
  expect(() => createSearch([{ name: 'short', kind: 'text', text: 'abc' }])).toThrow('short is too short')
})
