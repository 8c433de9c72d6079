// An account's L2 key is found by its profile, and that typed L2 keys are read right.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deriveStarkKeyPair,
  findL2Key,
  isProfileStarkKey,
  l2KeyTexts,
  parseStarkPrivateKey,
} from '../../../src-main/signing/stark.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { derivations } from '../../vectors/service-facts-vectors.ts'

const order = 0x0800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2fn
const keyOne = `0x${'1'.padStart(64, '0')}`

function caught(run: () => unknown): AppError {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

/** The vector of the facts for the wallet with key one and a text. */
function vectorOf(text: string): { privateKey: string; publicKey: string } {
  const found = derivations.find((one) => one.text === text && one.ethereumPrivateKey === keyOne)
  if (found === undefined) throw new Error('the facts have no such vector')
  return { privateKey: `0x${found.privateKey}`, publicKey: `0x${found.publicKey}` }
}

describe('finding the L2 key that an account is registered with', { timeout: 60_000 }, () => {
  const cases = (['mainnet', 'testnet'] as const).flatMap((network) =>
    (['tanx', 'brine'] as const).map((era) => ({ network, era })),
  )

  test.each(cases)('finds the $era key on $network and says which text it was', ({ network, era }) => {
    const pair = vectorOf(l2KeyTexts[network][era])
    expect(findL2Key(keyOne, network, pair.publicKey)).toEqual({ era, ...pair })
  })

  test.each(cases)(
    'does not take the $era key of $network for one of the other network',
    ({ network, era }) => {
      const { publicKey } = vectorOf(l2KeyTexts[network][era])
      expect(findL2Key(keyOne, network === 'mainnet' ? 'testnet' : 'mainnet', publicKey)).toBeNull()
    },
  )

  test('compares numbers: padding, case and prefix of the profile do not matter', () => {
    // Vector R of the facts: a public key of 62 digits, which others pad.
    const wallet = `0x${'24'.padStart(64, '0')}`
    const { publicKey } = deriveStarkKeyPair(wallet, l2KeyTexts.mainnet.tanx)
    expect(publicKey).toHaveLength(64)
    const digits = publicKey.slice(2)
    for (const written of [digits, `0x${digits.padStart(64, '0')}`, `0x0${digits.toUpperCase()}`]) {
      expect(findL2Key(wallet, 'mainnet', written)?.publicKey).toBe(publicKey)
      expect(isProfileStarkKey(publicKey, written)).toBe(true)
    }
  })

  test('finds none for the account of another wallet', () => {
    const { publicKey } = vectorOf(l2KeyTexts.mainnet.tanx)
    expect(findL2Key(`0x${'2'.padStart(64, '0')}`, 'mainnet', publicKey)).toBeNull()
    expect(isProfileStarkKey('0x1', publicKey)).toBe(false)
  })

  test.each(['', '0x', 'null', '0X1', ` ${keyOne}`, '-1', `0x1${'0'.repeat(64)}`])(
    'refuses a profile whose key is %j instead of calling it a mismatch',
    (profileStarkKey) => {
      expect(caught(() => findL2Key(keyOne, 'mainnet', profileStarkKey)).data).toEqual({
        field: 'profileStarkKey',
        reason: 'notHex',
      })
    },
  )

  test('refuses a bad wallet key without repeating it', () => {
    const error = caught(() => findL2Key('0xc0ffee', 'mainnet', '0x1'))
    expect(error.data).toMatchObject({ field: 'ethereumPrivateKey' })
    expect(error.message).not.toContain('c0ffee')
  })
})

describe('reading an L2 private key that a person pasted', () => {
  test('accepts every key that a derivation can give, padded or not, in either case', () => {
    const typed = fc.bigInt({ min: 16n ** 47n, max: order - 1n })
    fc.assert(
      fc.property(typed, fc.boolean(), fc.boolean(), (value, isPadded, isUpper) => {
        const plain = value.toString(16)
        const digits = isPadded ? plain.padStart(64, '0') : plain
        const written = isUpper ? digits.toUpperCase() : digits
        expect(parseStarkPrivateKey(` ${written}\n`)).toBe(`0x${plain}`)
        expect(parseStarkPrivateKey(`0x${written}`)).toBe(`0x${plain}`)
      }),
      { numRuns: 200, verbose: true },
    )
  })

  test.each([
    ['', 'empty'],
    [' \t', 'empty'],
    ['0x', 'wrongLength'],
    ['1234', 'wrongLength'],
    ['1'.repeat(47), 'wrongLength'],
    ['1'.repeat(65), 'wrongLength'],
    ['1'.repeat(40), 'looksLikeAddress'],
    [`0x${'0'.repeat(64)}`, 'outOfRange'],
    [`0x${order.toString(16)}`, 'outOfRange'],
    ['f'.repeat(63), 'outOfRange'],
    ['f'.repeat(64), 'looksLikeEthereumKey'],
    [`0x1${'0'.repeat(63)}`, 'looksLikeEthereumKey'],
    [`0x0x${'1'.repeat(60)}`, 'notHex'],
    ['not a key', 'notHex'],
    [`${'abandon '.repeat(11)}about`, 'looksLikePhrase'],
  ])('explains why %j is none', (input, reason) => {
    expect(caught(() => parseStarkPrivateKey(input)).data).toEqual({ field: 'starkPrivateKey', reason })
  })

  test('never puts any of the input into the error', () => {
    const error = caught(() => parseStarkPrivateKey('c0ffee'.repeat(20)))
    expect(`${error.message} ${error.stack ?? ''} ${String(error.cause)}`).not.toContain('c0ffee')
  })
})
