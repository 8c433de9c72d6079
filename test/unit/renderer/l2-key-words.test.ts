// Owns: that a user learns whose L2 key is registered, and what follows when it is not this wallet's.
// Must not: repeat whole sentences.
import { describe, expect, it } from 'vitest'
import { describeL2Key } from '../../../src-renderer/lib/l2-key-words.ts'

describe('the words about an L2 key', () => {
  it.each([
    ['tanx', 'mainnet', 'mainnet text of the tanX era'],
    ['brine', 'testnet', 'testnet text of the Brine era'],
  ] as const)('name the text that a matching key comes from: %s on %s', (era, textNetwork, words) => {
    expect(describeL2Key({ status: 'matched', publicKey: '0x1', era, textNetwork }).long).toContain(words)
  })

  it('say of a key that does not match why, what is refused and what to check', () => {
    const { short, long } = describeL2Key({ status: 'mismatch', profilePublicKey: '0x1' })
    expect(short).toMatch(/does not match/)
    expect(long).toMatch(/not the one registered at the service/)
    expect(long).toMatch(/will not sign transfers/)
    expect(long).toMatch(/Check /)
  })

  it('promise nothing about a key that was not compared', () => {
    const { long } = describeL2Key({ status: 'unknown' })
    expect(long).toMatch(/was not compared/)
    expect(long).toMatch(/will not sign transfers/)
  })
})
