// Keystore files of other programs open, that ours open elsewhere, and that hostile ones cost nothing.
import { decryptKeystoreJson, encryptKeystoreJson } from 'ethers'
import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import { ethereumAddressOf } from '../../../src-main/signing/ethereum.ts'
import { maxKeystoreBytes, parseKeystore } from '../../../src-main/signing/keystore-format.ts'
import {
  decryptKeystore,
  encryptKeystore,
  exportCost,
  keystoreFileName,
} from '../../../src-main/signing/keystore.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { keystoreVectors } from '../../vectors/keystore-vectors.ts'

const cheap = { n: 2, r: 8, p: 1 }
const privateKey = `0x${'c0ffee'.padStart(64, '1')}`
const address = ethereumAddressOf(privateKey)
const open = (text: string, password: string) => decryptKeystore(text, password, nodeScrypt)
const make = (key: string, password: string, cost = cheap) =>
  encryptKeystore(key, password, { scrypt: nodeScrypt, randomBytes, cost })

async function caught(run: () => unknown): Promise<AppError> {
  try {
    await run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

/** What parsing says of a file, without a password. */
async function reasonOf(text: string): Promise<unknown> {
  const error = await caught(() => parseKeystore(text))
  expect(error).toMatchObject({ code: 'validation', data: { field: 'keystore' } })
  expect(Object.keys(error.data)).toEqual(['field', 'reason'])
  expect(error.cause).toBeUndefined()
  return error.data['reason']
}

type Json = Record<string, unknown>
interface ScryptFile extends Json {
  crypto: Json & { kdfparams: Json; cipherparams: Json }
}

/** A file like geth's, with one part changed by the caller. */
function fileWith(change: (file: ScryptFile) => void): string {
  const file: ScryptFile = {
    address: address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: '22'.repeat(32),
      cipherparams: { iv: '33'.repeat(16) },
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n: 262144, p: 1, r: 8, salt: '44'.repeat(32) },
      mac: '55'.repeat(32),
    },
    id: 'a37e1559-5955-450d-8075-7b8931b392b2',
    version: 3,
  }
  change(file)
  return JSON.stringify(file)
}

function pbkdf2With(change: (params: Json) => void): string {
  return fileWith(({ crypto }) => {
    const params = { c: 262144, dklen: 32, prf: 'hmac-sha256', salt: '44'.repeat(32) }
    change(params)
    Object.assign(crypto, { kdf: 'pbkdf2', kdfparams: params })
  })
}

describe('opening keystore files of other programs', { timeout: 120_000 }, () => {
  test.each(keystoreVectors)('$name', async ({ file, password, privateKey: digits }) => {
    const opened = await open(JSON.stringify(file), password)
    expect(opened).toEqual({
      ethereumPrivateKey: `0x${digits}`,
      address: ethereumAddressOf(digits),
    })
  })

  test('a file of ethers, which writes "Crypto"', async () => {
    const text = await encryptKeystoreJson({ address, privateKey }, 'pässwort', {
      scrypt: { N: 4, r: 8, p: 1 },
    })
    expect(text).toContain('"Crypto"')
    expect(await open(text, 'pässwort')).toEqual({ ethereumPrivateKey: privateKey, address })
  })

  test('a file of geth at full cost (n = 2^18, r = 8)', async () => {
    const text = await make(privateKey, 'p', { n: 2 ** 18, r: 8, p: 1 })
    expect((await open(text, 'p')).address).toBe(address)
  })

  test('with names in any case, 0x before hex, a byte order mark, and no address', async () => {
    const text = await make(privateKey, 'p')
    const shouting = text.replace(/"(\w+)":/g, (_, name: string) => `"${name.toUpperCase()}":`)
    expect((await open(`\ufeff${shouting}`, 'p')).address).toBe(address)
    const prefixed = text.replace(/"(address|salt|iv|mac|ciphertext)":"/g, '"$1":"0x')
    expect((await open(prefixed, 'p')).address).toBe(address)
    for (const nothing of ['""', 'null']) {
      const nameless = text.replace(/"address":"\w+"/, `"address":${nothing}`)
      expect((await open(nameless, 'p')).address).toBe(address)
    }
    expect(parseKeystore(prefixed).address).toBe(address.slice(2).toLowerCase())
  })

  test('with a password in either composition of its accents', async () => {
    const text = await make(privateKey, 'caf\u00e9')
    expect((await open(text, 'cafe\u0301')).address).toBe(address)
    // geth takes the bytes as they come: a file made with the decomposed form opens with that form.
    const cost = { N: 2, r: 8, p: 1 }
    const asTyped = new TextEncoder().encode('cafe\u0301')
    const gethLike = await encryptKeystoreJson({ address, privateKey }, asTyped, { scrypt: cost })
    expect((await open(gethLike, 'cafe\u0301')).address).toBe(address)
    expect((await caught(() => open(gethLike, 'caf\u00e9'))).data['reason']).toBe('wrongPassword')
  })
})

describe('making keystore files', { timeout: 120_000 }, () => {
  test('at the cost that password cracking has to pay today, and openable here', async () => {
    const text = await encryptKeystore(privateKey, 'long password', { scrypt: nodeScrypt, randomBytes })
    expect(exportCost).toEqual({ n: 2 ** 17, r: 8, p: 1 })
    expect(JSON.parse(text)).toMatchObject({ crypto: { kdfparams: { n: 131072, r: 8, p: 1 } }, version: 3 })
    expect(await open(text, 'long password')).toEqual({ ethereumPrivateKey: privateKey, address })
    expect(text).not.toContain(privateKey.slice(2))
  })

  test('that ethers opens, for any key and password', async () => {
    const keys = fc
      .bigInt({ min: 1n, max: 2n ** 255n })
      .map((value) => `0x${value.toString(16).padStart(64, '0')}`)
    const passwords = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(keys, passwords, async (key, password) => {
        const text = await make(key, password)
        const theirs = await decryptKeystoreJson(text, password)
        expect(theirs).toEqual({ address: ethereumAddressOf(key), privateKey: key })
        expect(await open(text, password)).toEqual({ address: theirs.address, ethereumPrivateKey: key })
      }),
      { numRuns: 40, verbose: true },
    )
  })

  test('never twice the same', async () => {
    const [one, other] = [
      parseKeystore(await make(privateKey, 'p')),
      parseKeystore(await make(privateKey, 'p')),
    ]
    expect(one.iv).not.toEqual(other.iv)
    expect(one.kdf.salt).not.toEqual(other.kdf.salt)
    expect(one.mac).not.toBe(other.mac)
  })

  test('with a random UUID, and a file name like geth', async () => {
    expect(await make(privateKey, 'p')).toMatch(
      /"id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/,
    )
    expect(keystoreFileName(address, Date.UTC(2026, 10, 20, 12, 0, 0, 7))).toBe(
      `UTC--2026-11-20T12-00-00.007000000Z--${address.slice(2).toLowerCase()}`,
    )
  })

  test('not for an empty password, half a character, or a bad key', async () => {
    expect((await caught(() => make(privateKey, ''))).data).toEqual({ field: 'password', reason: 'empty' })
    expect((await caught(() => make(privateKey, 'a\ud83d'))).data).toEqual({
      field: 'password',
      reason: 'notUnicode',
    })
    expect((await caught(() => make('0x12', 'p'))).data).toMatchObject({ field: 'ethereumPrivateKey' })
  })
})

describe('refusing keystore files', { timeout: 120_000 }, () => {
  test('says that the password is wrong, without repeating it', async () => {
    const text = await make(privateKey, 'right')
    for (const password of ['', 'Right', 'right ', 'hunter2']) {
      const error = await caught(() => open(text, password))
      expect(error).toMatchObject({
        code: 'validation',
        data: { field: 'password', reason: 'wrongPassword' },
      })
      expect(`${error.message} ${error.stack ?? ''} ${String(error.cause)}`).not.toContain('hunter2')
    }
  })

  test('says so too for one changed digit of salt, ciphertext, check value or cost', async () => {
    const text = await make(privateKey, 'p')
    const flipped = (name: string) =>
      text.replace(
        new RegExp(`"${name}":"(.)`),
        (_, digit: string) => `"${name}":"${digit === '0' ? '1' : '0'}`,
      )
    for (const damaged of [
      flipped('salt'),
      flipped('ciphertext'),
      flipped('mac'),
      text.replace('"n":2', '"n":4'),
    ]) {
      expect(damaged).not.toBe(text)
      expect((await caught(() => open(damaged, 'p'))).data['reason']).toBe('wrongPassword')
    }
  })

  test('notices a changed IV, which the check value does not cover, by the address', async () => {
    const text = await make(privateKey, 'p')
    const { iv } = parseKeystore(text)
    const digits = Buffer.from(iv).toString('hex')
    const damaged = text.replace(digits, `${digits.startsWith('0') ? '1' : '0'}${digits.slice(1)}`)
    expect(['addressMismatch', 'notAKey']).toContain((await caught(() => open(damaged, 'p'))).data['reason'])
  })

  test('names an address that is not that of the key', async () => {
    const text = (await make(privateKey, 'p')).replace(/"address":"\w+"/, `"address":"${'ab'.repeat(20)}"`)
    expect((await caught(() => open(text, 'p'))).data).toEqual({
      field: 'keystore',
      reason: 'addressMismatch',
    })
  })

  test('says that the content is no key where it is zero', async () => {
    // CTR turns chosen ciphertext bits into chosen plaintext bits; the check value is then made anew by ethers' own code.
    const zero = { address, privateKey: `0x${'0'.repeat(64)}` }
    const text = await encryptKeystoreJson(zero, 'p', { scrypt: { N: 2, r: 8, p: 1 } })
    expect((await caught(() => open(text, 'p'))).data).toEqual({ field: 'keystore', reason: 'notAKey' })
  })

  test.each([
    ['', 'notJson'],
    ['{', 'notJson'],
    ['0xc0ffee', 'notJson'],
    ['abandon about', 'notJson'],
    ['null', 'notKeystore'],
    ['3', 'notKeystore'],
    ['[]', 'notKeystore'],
    ['{}', 'notKeystore'],
    ['{"version":3}', 'notKeystore'],
    ['{"encseed":"00","ethaddr":"00"}', 'notKeystore'],
    ['['.repeat(60_000), 'notJson'],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'notKeystore'],
    [`"${'x'.repeat(maxKeystoreBytes)}"`, 'tooLarge'],
    [`"${'€'.repeat(maxKeystoreBytes / 3)}"`, 'tooLarge'],
  ])('%.40s: %s', async (text, reason) => {
    expect(await reasonOf(text)).toBe(reason)
  })

  const scrypt = (change: Json) => fileWith(({ crypto }) => Object.assign(crypto.kdfparams, change))
  const part = (change: Json) => fileWith(({ crypto }) => Object.assign(crypto, change))
  const outer = (change: Json) => fileWith((file) => Object.assign(file, change))
  test.each([
    ['version 1', outer({ version: 1 }), 'unsupportedVersion'],
    ['version 4', outer({ version: '4' }), 'unsupportedVersion'],
    ['version null', outer({ version: null }), 'unsupportedVersion'],
    ['no version', outer({ version: undefined }), 'notKeystore'],
    ['crypto twice', fileWith((file) => (file['Crypto'] = file.crypto)), 'notKeystore'],
    ['crypto null', outer({ crypto: null }), 'notKeystore'],
    ['crypto a list', outer({ crypto: [] }), 'notKeystore'],
    ['an address of 39 digits', outer({ address: '1'.repeat(39) }), 'notKeystore'],
    ['an address that is a number', outer({ address: 5 }), 'notKeystore'],
    ['another KDF', part({ kdf: 'argon2id' }), 'unsupportedKdf'],
    ['a KDF named like a part of every object', part({ kdf: 'constructor' }), 'unsupportedKdf'],
    ['no KDF', part({ kdf: undefined }), 'notKeystore'],
    ['no KDF parameters', part({ kdfparams: undefined }), 'notKeystore'],
    ['another cipher', part({ cipher: 'aes-128-cbc' }), 'unsupportedCipher'],
    ['no cipher', part({ cipher: 7 }), 'notKeystore'],
    ['no IV', part({ cipherparams: {} }), 'notKeystore'],
    ['an IV of 15 bytes', part({ cipherparams: { iv: '3'.repeat(30) } }), 'notKeystore'],
    ['ciphertext of 33 bytes', part({ ciphertext: '2'.repeat(66) }), 'notKeystore'],
    ['empty ciphertext', part({ ciphertext: '' }), 'notKeystore'],
    ['ciphertext of odd length', part({ ciphertext: '2'.repeat(63) }), 'notKeystore'],
    ['ciphertext that is not hex', part({ ciphertext: 'z'.repeat(64) }), 'notKeystore'],
    ['a check value of 31 bytes', part({ mac: '5'.repeat(62) }), 'notKeystore'],
    ['no check value', part({ mac: undefined }), 'notKeystore'],
    ['n not a power of two', scrypt({ n: 262143 }), 'notKeystore'],
    ['n = 1', scrypt({ n: 1 }), 'notKeystore'],
    ['n = 0', scrypt({ n: 0 }), 'notKeystore'],
    ['n negative', scrypt({ n: -2 }), 'notKeystore'],
    ['n a fraction', scrypt({ n: 2.5 }), 'notKeystore'],
    ['n a text', scrypt({ n: '262144' }), 'notKeystore'],
    ['n that takes 1 GiB', scrypt({ n: 2 ** 20 }), 'tooCostly'],
    [
      'n that OpenSSL does not compute, and JavaScript only in a minute',
      scrypt({ n: 2 ** 19, r: 1 }),
      'tooCostly',
    ],
    ['n = 2^50', scrypt({ n: 2 ** 50 }), 'tooCostly'],
    ['r that takes 4 GiB', scrypt({ r: 128 }), 'tooCostly'],
    ['r = 2^30 with the least n', scrypt({ n: 2, r: 2 ** 30 }), 'tooCostly'],
    ['p that takes minutes', scrypt({ p: 1024 }), 'tooCostly'],
    ['p = 2^52', scrypt({ n: 2, p: 2 ** 52 }), 'tooCostly'],
    ['n beyond whole numbers', scrypt({ n: 1e300 }), 'notKeystore'],
    ['dklen 16', scrypt({ dklen: 16 }), 'notKeystore'],
    ['no salt', scrypt({ salt: '' }), 'notKeystore'],
    ['a million rounds of PBKDF2 times ten', pbkdf2With((params) => (params['c'] = 10_000_000)), 'tooCostly'],
    ['no rounds of PBKDF2', pbkdf2With((params) => (params['c'] = 0)), 'notKeystore'],
    ['PBKDF2 with another hash', pbkdf2With((params) => (params['prf'] = 'hmac-md5')), 'unsupportedKdf'],
  ])('%s, before any work is done', async (_what, text, reason) => {
    expect(await reasonOf(text)).toBe(reason)
    let derivations = 0
    const counting = (): Promise<Uint8Array> => {
      derivations += 1
      return Promise.resolve(new Uint8Array(32))
    }
    expect((await caught(() => decryptKeystore(text, 'p', counting))).data['reason']).toBe(reason)
    expect(derivations).toBe(0)
  })

  test('fails in a typed way for any JSON, and never repeats the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
        expect(['notKeystore', 'unsupportedVersion']).toContain(await reasonOf(text))
      }),
      { numRuns: 300, verbose: true },
    )
    const error = await caught(() => parseKeystore('{"secret":"c0ffee'))
    expect(`${error.message} ${error.stack ?? ''}`).not.toContain('c0ffee')
  })
})
