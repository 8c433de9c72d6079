// The app password, the lock and the vault are spoken of honestly, and each failure in its own words.
import { describe, expect, it } from 'vitest'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { keychainFaults } from '../../../src-preload/domain/accounts/keychain.ts'
import type { VaultDamage } from '../../../src-main/keychain/vault/vault-format.ts'
import type { StarkPrivateKeyFault } from '../../../src-main/signing/stark.ts'
import { formatLeft } from '../../../src-renderer/shell/page/countdown.svelte.ts'
import { describeError } from '../../../src-renderer/text/errors/describe-error.ts'
import type { ErrorDescription } from '../../../src-renderer/text/errors/error-description.ts'
import { describeField } from '../../../src-renderer/text/errors/describe-field.ts'
import {
  describeAsideFault,
  describeRemovalFault,
  describeSettingFault,
  describeVaultFault,
  isAboutPassword,
} from '../../../src-renderer/text/errors/security-faults.ts'
import { describePlace, type KeyStorage, placeOfKeys } from '../../../src-renderer/text/security-text.ts'

const report = (code: ErrorReport['code'], data: ErrorReport['data'] = {}): ErrorReport => ({
  code,
  data,
  ref: null,
})
const textOf = ({ title, happened, done, next }: ErrorDescription): string =>
  [title, happened, done, next].join(' ')
const sentencesOf = (place: KeyStorage): string[] => {
  const { where, safeFrom, notSafeFrom } = describePlace(place, null)
  return [where, safeFrom, notSafeFrom]
}
const isCalm = (text: string): void => {
  expect(text).not.toMatch(/please|oops|sorry|something went wrong|!|undefined|null|\(\)| {2}/i)
}
/** Every member of a union, or this does not compile. */
const all = <Name extends string>(names: Record<Name, true>): Name[] => Object.keys(names) as Name[]

describe('where keys lie', () => {
  const places = all<KeyStorage>({
    keychain: true,
    vault: true,
    memory: true,
    untouched: true,
    practice: true,
  })

  it.each(places)(
    'is said for %s with what that protects from and what not, each in words of its own',
    (place) => {
      const words = sentencesOf(place)
      for (const sentence of words) {
        expect(sentence).toMatch(/^[A-Z].*\.$/)
        isCalm(sentence)
      }
      const others = places.filter((other) => other !== place).flatMap((other) => sentencesOf(other))
      for (const sentence of words) expect(others).not.toContain(sentence)
    },
  )

  it('is one file of one name in the words of the view', () => {
    for (const place of places) expect(sentencesOf(place).join(' ')).not.toMatch(/vault|encrypted file/)
  })

  it('hides no weakness: other programs, the memory of the app, an older copy, the next start', () => {
    expect(describePlace('keychain', null).notSafeFrom).toMatch(/other programs.*you/i)
    expect(describePlace('vault', null).notSafeFrom).toMatch(/memory.*older key file/s)
    expect(describePlace('memory', null).notSafeFrom).toMatch(/every start.*app password/s)
  })

  it.each(keychainFaults)('in memory only says why not in the keychain: %s', (reason) => {
    expect(describePlace('memory', reason).where.length).toBeGreaterThan(
      describePlace('memory', null).where.length,
    )
  })

  it('is the vault wherever there is a password, and nowhere for practice alone', () => {
    const keychain = { kind: 'keychain', reason: null } as const
    for (const password of ['unlocked', 'locked', 'damaged'] as const) {
      expect(placeOfKeys(password, keychain, true)).toBe('vault')
    }
    expect(placeOfKeys('none', keychain, true)).toBe('practice')
    expect(placeOfKeys('none', keychain, false)).toBe('keychain')
  })
})

describe('a vault that cannot be used', () => {
  const damages = all<VaultDamage>({
    notVault: true,
    truncated: true,
    header: true,
    parameters: true,
    length: true,
    content: true,
  })

  it('is told by what is wrong with its bytes, and by its file', () => {
    const words = damages.map((reason) =>
      describeVaultFault(report('vaultDamaged', { reason, file: '/d/vault' })),
    )
    for (const one of words) {
      expect(one.happened).toContain('/d/vault')
      isCalm(textOf(one))
    }
    const unknown = describeError(report('vaultDamaged', { reason: 'toString' })).happened
    const told = [...words.map(({ happened }) => happened), unknown]
    expect(new Set(told).size).toBe(damages.length + 1)
  })

  it('is no damaged file where main only names why it is out of reach', () => {
    for (const reason of ['databaseTooNew', 'databaseUnavailable']) {
      const words = describeError(report('vaultDamaged', { reason }))
      expect(textOf(words)).not.toMatch(/damaged|backup/)
      isCalm(textOf(words))
    }
  })

  it('from a newer Starkdesk is not called a data file that can be moved away', () => {
    const data = { found: 2, supported: 1, file: '/d/vault' }
    const vault = describeVaultFault(report('databaseTooNew', data))
    expect(vault.happened).toMatch(/encrypted key file.*\/d\/vault.*2.*1/s)
    expect(vault.next).not.toMatch(/elsewhere/)
    isCalm(textOf(vault))
  })

  it('that cannot be reached is not called a data file', () => {
    const words = describeVaultFault(report('databaseUnavailable', { file: '/d/vault', reason: 'EACCES' }))
    expect(words.happened).toMatch(/encrypted key file.*\/d\/vault.*denied/s)
    expect(textOf(words)).not.toMatch(/data file/)
  })
})

describe('what failed about the app password', () => {
  it('leaves the keys in the vault when it cannot be removed, and where they were when it cannot be set', () => {
    for (const code of ['keychainUnavailable', 'keychainLocked'] as const) {
      const removal = describeRemovalFault(report(code, { reason: 'noService' }))
      expect(removal.done).toMatch(/password stays.*key file/)
      const setting = describeSettingFault(report(code, { reason: 'noService' }))
      expect(setting.done).toMatch(/not moved/)
      for (const words of [removal, setting]) {
        isCalm(textOf(words))
        expect(textOf(words)).not.toMatch(/gone|until Starkdesk quits/)
      }
    }
  })

  it('leaves the vault under its name when it cannot be set aside', () => {
    expect(describeAsideFault(report('databaseUnavailable', { reason: 'EROFS' })).done).toMatch(/not renamed/)
  })

  it('is said at the field only where the field is what is wrong', () => {
    for (const code of ['wrongPassword', 'passwordDelayed'] as const)
      expect(isAboutPassword(report(code))).toBe(true)
    expect(isAboutPassword(report('validation', { field: 'newPassword', reason: 'tooShort' }))).toBe(true)
    expect(isAboutPassword(report('validation', { field: 'label', reason: 'empty' }))).toBe(false)
    expect(isAboutPassword(report('vaultDamaged'))).toBe(false)
  })

  it('tells a refusal by the user from a window that is open already', () => {
    const busy = describeError(report('userDeclined', { reason: 'busy' }))
    expect(busy.happened).toMatch(/window/)
    expect(busy.title).not.toBe(describeError(report('userDeclined')).title)
    isCalm(textOf(busy))
  })
})

describe('the wait before the next password', () => {
  it('is never said to be shorter than it is', () => {
    expect([0, 1, 1000, 1001, 59_000, 59_001, 245_000].map(formatLeft)).toEqual([
      '',
      '1 second',
      '1 second',
      '2 seconds',
      '59 seconds',
      '1:00 minutes',
      '4:05 minutes',
    ])
  })
})

describe('the words for a field', () => {
  const starkFaults = all<StarkPrivateKeyFault>({
    empty: true,
    notHex: true,
    wrongLength: true,
    outOfRange: true,
    looksLikeAddress: true,
    looksLikeEthereumKey: true,
    looksLikePhrase: true,
  })
  const cases: [string, string[]][] = [
    ['starkPrivateKey', starkFaults],
    ['ethereumAddress', ['empty', 'notAddress', 'wrongChecksum', 'otherWallet']],
    ['signature', ['empty', 'notHex', 'wrongLength', 'otherWallet']],
    ['passphrase', ['tooLong', 'notUnicode']],
    ['label', ['empty', 'tooLong', 'otherAccount']],
    ['password', ['empty', 'notSame', 'tooShort', 'tooLong', 'notText']],
    ['oldPassword', ['tooShort', 'tooLong', 'notText']],
    ['newPassword', ['tooShort', 'tooLong', 'notText']],
  ]

  it.each(cases)('have a sentence for every rule of %s, and for rules yet unknown', (field, reasons) => {
    const words = [...reasons, 'toString', 'new rule'].map((reason) => describeField(field, reason))
    for (const sentence of words) {
      expect(sentence).toMatch(/^[A-Z].*\.$/)
      isCalm(sentence)
    }
    expect(new Set(words).size).toBe(reasons.length + 1)
  })
})
