// A user always learns where a key lies, and why not in the keychain.
import { describe, expect, it } from 'vitest'
import { keychainFaults } from '../../../src-preload/domain/accounts/keychain.ts'
import {
  describeKeychainFault,
  describeProtectionAfter,
  describeProtectionBefore,
} from '../../../src-renderer/text/protection-text.ts'

describe('where a key lies', () => {
  it.each(keychainFaults)(
    'is said before and after, with the reason, when the keychain fails: %s',
    (reason) => {
      const why = describeKeychainFault(reason)
      expect(why).toMatch(/^[A-Z].*\.$/)
      for (const words of [
        describeProtectionBefore({ kind: 'memory', reason }),
        describeProtectionAfter({ kind: 'memory', reason }),
      ]) {
        expect(words).toMatch(/memory only/)
        expect(words).toContain(why)
      }
    },
  )

  it('is the keychain where that works, and is not promised before it is known', () => {
    expect(describeProtectionAfter({ kind: 'keychain', reason: null })).toMatch(/in your system keychain/)
    expect(describeProtectionBefore({ kind: 'untouched', reason: null })).toMatch(
      /system keychain; without one/,
    )
  })

  it('is the encrypted file where there is an app password', () => {
    const vault = { kind: 'vault', reason: null } as const
    for (const words of [describeProtectionBefore(vault), describeProtectionAfter(vault)]) {
      expect(words).toMatch(/encrypted key file, opened by your app password/)
    }
  })

  it('in memory only comes with what would keep it: an app password', () => {
    const memory = { kind: 'memory', reason: 'noService' } as const
    for (const words of [describeProtectionBefore(memory), describeProtectionAfter(memory)]) {
      expect(words).toMatch(/app password would keep it/)
    }
  })

  it('has no sentence for a reason that is none', () => {
    expect(describeKeychainFault('toString')).toBeNull()
    expect(describeKeychainFault('')).toBeNull()
  })
})
