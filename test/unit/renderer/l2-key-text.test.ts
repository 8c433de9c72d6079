// A user learns whose L2 key is registered, and what follows when it is not this wallet's.
import { describe, expect, it } from 'vitest'
import { describeL2Key } from '../../../src-renderer/text/l2-key-text.ts'

describe('the words about an L2 key', () => {
  it.each([
    ['tanx', 'mainnet', 'mainnet text, tanX era'],
    ['brine', 'testnet', 'testnet text, Brine era'],
  ] as const)('name the text that a matching key comes from: %s on %s', (era, network, words) => {
    const l2Key = { status: 'matched', publicKey: '0x1', text: { era, network } } as const
    expect(describeL2Key(l2Key, 'ethereum').long).toContain(words)
  })

  it('say of a matching key that was entered itself just that', () => {
    const { long } = describeL2Key({ status: 'matched', publicKey: '0x1', text: null }, 'stark')
    expect(long).toMatch(/you entered is registered/)
    expect(long).not.toMatch(/derives/)
  })

  it.each([
    ['ethereum', /derived from this wallet doesn’t match/, /opened with this wallet/],
    ['stark', /you entered doesn’t match/, /add the account again/],
  ] as const)(
    'say of a key that does not match why, what is refused and what to check: %s',
    (kind, why, check) => {
      const { short, long } = describeL2Key({ status: 'mismatch', profilePublicKey: '0x1' }, kind)
      expect(short).toMatch(/does not match/)
      expect(long).toMatch(why)
      expect(long).toMatch(/won’t sign transfers/)
      expect(long).toMatch(check)
    },
  )

  it('promise nothing about a key that was not compared', () => {
    const { long } = describeL2Key({ status: 'unknown' }, 'ethereum')
    expect(long).toMatch(/was not compared/)
    expect(long).toMatch(/won’t sign transfers/)
  })
})
