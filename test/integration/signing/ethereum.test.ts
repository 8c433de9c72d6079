// Wallet signatures and private keys are what every wallet makes of them.
import { verifyMessage } from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ethereumAddressOf,
  parseEthereumAddress,
  parseEthereumPrivateKey,
  recoverSigner,
  signMessage,
} from '../../../src-main/signing/ethereum.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { derivations, keyOneAddress, login } from '../../vectors/service-facts-vectors.ts'
import { official } from '../../vectors/official-sdk-vectors.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hex64 = (value: bigint): string => value.toString(16).padStart(64, '0')
const privateKeys = fc.bigInt({ min: 1n, max: order - 1n }).map((value) => `0x${hex64(value)}`)

function caught(run: () => unknown): AppError {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('signing a text with the wallet', { timeout: 60_000 }, () => {
  test.each(official.logins)(
    'signs like the official connector: $text',
    ({ ethPrivateKey, text, signature }) => {
      expect(signMessage(text, ethPrivateKey)).toBe(signature)
    },
  )

  test.each(official.keys)('signs the L2 texts like the official connector', (key) => {
    expect(signMessage(official.messages.mainnet, key.ethPrivateKey)).toBe(key.mainnet.ethSignature)
    expect(signMessage(official.messages.testnet, key.ethPrivateKey)).toBe(key.testnet.ethSignature)
  })

  test('signs the nonce text of the facts, whose apostrophe takes three bytes', () => {
    expect(login.text).toHaveLength(126)
    expect(Buffer.byteLength(login.text)).toBe(128)
    expect(signMessage(login.text, login.ethereumPrivateKey)).toBe(login.signature)
  })

  test.each(derivations.filter((one) => one.walletSignature !== null))(
    'signs the $name text of the facts',
    ({ text, ethereumPrivateKey, walletSignature }) => {
      expect(signMessage(text, ethereumPrivateKey)).toBe(walletSignature)
    },
  )

  test('recovers to the address of the key for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), privateKeys, (text, key) => {
        const signature = signMessage(text, key)
        expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
        expect(verifyMessage(text, signature)).toBe(ethereumAddressOf(key))
      }),
      { numRuns: 60, verbose: true },
    )
  })

  test('signs text that looks like hex as text, not as bytes', () => {
    const key = login.ethereumPrivateKey
    expect(verifyMessage('0x1234', signMessage('0x1234', key))).toBe(keyOneAddress)
    expect(verifyMessage(Uint8Array.of(0x12, 0x34), signMessage('0x1234', key))).not.toBe(keyOneAddress)
  })

  test('does not trim or normalise what it signs', () => {
    const key = login.ethereumPrivateKey
    expect(signMessage('text\n ', key)).not.toBe(signMessage('text', key))
    expect(signMessage('é', key)).not.toBe(signMessage('e\u0301', key))
  })

  test('refuses text that has no UTF-8 form instead of signing something else', () => {
    const error = caught(() => signMessage('half \ud83d of a pair', login.ethereumPrivateKey))
    expect(error).toMatchObject({ code: 'validation', data: { field: 'text', reason: 'notUnicode' } })
  })
})

describe('reading a private key that a person pasted', () => {
  test('accepts 64 hex digits, with or without 0x, in either case, with white space around', () => {
    const canonical = official.keys[0]?.ethPrivateKey ?? ''
    const digits = canonical.slice(2)
    for (const input of [
      digits,
      canonical,
      `0X${digits}`,
      `  ${canonical}\n`,
      `\t${digits.toUpperCase()} `,
    ]) {
      expect(parseEthereumPrivateKey(input)).toBe(canonical)
    }
  })

  test('accepts the smallest and the largest key and nothing beyond', () => {
    expect(parseEthereumPrivateKey(hex64(1n))).toBe(`0x${hex64(1n)}`)
    expect(parseEthereumPrivateKey(hex64(order - 1n))).toBe(`0x${hex64(order - 1n)}`)
    for (const value of [0n, order, order + 1n, 2n ** 256n - 1n]) {
      expect(caught(() => parseEthereumPrivateKey(hex64(value))).data['reason']).toBe('outOfRange')
    }
  })

  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['0x', 'wrongLength'],
    [hex64(7n).slice(1), 'wrongLength'],
    [`${hex64(7n)}0`, 'wrongLength'],
    [`0x0x${hex64(7n)}`, 'notHex'],
    [`${hex64(7n).slice(1)}g`, 'notHex'],
    [`${hex64(7n).slice(0, 32)} ${hex64(7n).slice(32)}`, 'notHex'],
    ['not a key', 'notHex'],
    [keyOneAddress, 'looksLikeAddress'],
    [`${'abandon '.repeat(11)}about`, 'looksLikePhrase'],
  ])('explains why %j is none', (input, reason) => {
    expect(caught(() => parseEthereumPrivateKey(input))).toMatchObject({
      code: 'validation',
      data: { field: 'ethereumPrivateKey', reason },
    })
  })

  test('never puts any of the input into the error', () => {
    const secret = 'c0ffee'.repeat(20)
    const error = caught(() => parseEthereumPrivateKey(secret))
    expect(
      `${error.message} ${error.stack ?? ''} ${JSON.stringify(error.data)} ${String(error.cause)}`,
    ).not.toContain('c0ffee')
  })

  test('gives the checksummed address', () => {
    expect(ethereumAddressOf(hex64(1n))).toBe(keyOneAddress)
    expect(ethereumAddressOf(`0x${hex64(0x24n)}`)).toBe('0x9358A525CC25aa571af0BCB5B98fBEAb045a5e36')
  })
})

describe('telling who signed a text', () => {
  const text = login.text
  const { signature } = login
  const body = signature.slice(2, -2)
  const halfOrder = order / 2n

  test('is the wallet of the facts, in every way in which wallets write a signature', () => {
    for (const written of [
      signature,
      ` ${signature}\n`,
      `0x${body.toUpperCase()}1B`,
      `0x${body}00`,
      `0X${body}1b`,
    ]) {
      expect(recoverSigner(text, written)).toEqual({ ethereumAddress: keyOneAddress, signature })
    }
  })

  test('takes back every signature that a key makes, also written with v as 0 and 1, and with the higher s', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), privateKeys, (message, key) => {
        const made = signMessage(message, key)
        const v = made.endsWith('1b') ? 0 : 1
        const s = BigInt(`0x${made.slice(66, 130)}`)
        expect(s <= halfOrder).toBe(true)
        const higher = `${made.slice(0, 66)}${hex64(order - s)}${v === 0 ? '1c' : '1b'}`
        for (const written of [made, `${made.slice(0, -2)}0${String(v)}`, higher]) {
          expect(recoverSigner(message, written)).toEqual({
            ethereumAddress: ethereumAddressOf(key),
            signature: made,
          })
        }
      }),
      { numRuns: 40, verbose: true },
    )
  })

  test('is somebody else where text or signature is another', () => {
    const other = `0x${body}1c`
    expect(recoverSigner(text, other).ethereumAddress).not.toBe(keyOneAddress)
    expect(recoverSigner(`${text} `, signature).ethereumAddress).not.toBe(keyOneAddress)
  })

  test.each([
    ['', 'notHex'],
    [body, 'notHex'],
    ['{"sig":"0x12"}', 'notHex'],
    [`0x${body.slice(1)}g1b`, 'notHex'],
    ['0x', 'wrongLength'],
    [signature.slice(0, -2), 'wrongLength'],
    [`${signature}00`, 'wrongLength'],
    [`0x${body}1d`, 'otherWallet'],
    [`0x${body}25`, 'otherWallet'],
    [`0x${'0'.repeat(130)}`, 'otherWallet'],
    [`0x${'f'.repeat(128)}1b`, 'otherWallet'],
    [`0x${hex64(order)}${hex64(1n)}1b`, 'otherWallet'],
    [`0x${hex64(1n)}${hex64(0n)}1b`, 'otherWallet'],
  ])('refuses %j: %s', (written, reason) => {
    expect(caught(() => recoverSigner(text, written))).toMatchObject({
      code: 'validation',
      data: { field: 'signature', reason },
    })
  })
})

describe('reading an address that a person pasted', () => {
  test('gives it checksummed, also from digits of one case', () => {
    const digits = keyOneAddress.slice(2)
    for (const input of [
      keyOneAddress,
      `\n ${keyOneAddress} `,
      `0x${digits.toLowerCase()}`,
      `0x${digits.toUpperCase()}`,
      `0X${digits}`,
    ]) {
      expect(parseEthereumAddress(input)).toBe(keyOneAddress)
    }
  })

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    [keyOneAddress.slice(2), 'notAddress'],
    [keyOneAddress.slice(0, -1), 'notAddress'],
    [`${keyOneAddress}0`, 'notAddress'],
    [`0x${hex64(1n)}`, 'notAddress'],
    ['vitalik.eth', 'notAddress'],
    ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', 'notAddress'],
    [keyOneAddress.replace('E', 'e'), 'wrongChecksum'],
  ])('refuses %j: %s', (input, reason) => {
    expect(caught(() => parseEthereumAddress(input))).toMatchObject({
      code: 'validation',
      data: { field: 'ethereumAddress', reason },
    })
  })
})
