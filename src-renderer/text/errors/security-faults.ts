// Text for app password failures by task: unlocking, setting, removing, setting aside.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import { describeError, type ErrorDescription } from './describe-error.ts'
import { aside, fact } from './error-facts.ts'

const vaultOf = (data: ErrorData): string => aside(fact(data, 'file'))

/** Failures of opening the vault, including an unusable vault file. */
export function describeVaultFault(report: ErrorReport): ErrorDescription {
  const { code, data } = report
  switch (code) {
    case 'databaseTooNew': {
      const found = fact(data, 'found')
      const supported = fact(data, 'supported')
      const versions =
        found === '' || supported === ''
          ? ''
          : ` It has version ${found}; this Starkdesk knows versions up to ${supported}.`
      return {
        title: 'The vault was made by a newer Starkdesk',
        happened: `A newer version of Starkdesk has written the file with the encrypted keys${vaultOf(data)}.${versions}`,
        done: 'The file was not changed, and the keys in it are safe.',
        next: 'Install the newer version of Starkdesk and unlock there.',
      }
    }
    case 'databaseUnavailable': {
      const { happened } = describeError(report)
      return {
        title: 'The vault file cannot be reached',
        happened: happened.replace('its data file', 'the file with the encrypted keys'),
        done: 'The file was not changed.',
        next: 'Check that it belongs to you, that the disk is there and not full; then start Starkdesk again.',
      }
    }
    default:
      return describeError(report)
  }
}

/** Failures of removing the password. The vault stays in use. */
export function describeRemovalFault(report: ErrorReport): ErrorDescription {
  const words = describeVaultFault(report)
  const done = 'Nothing was changed: the password stays, and the keys stay in the vault.'
  switch (report.code) {
    case 'keychainUnavailable':
      return {
        ...words,
        done,
        next: 'Keep the password, or set up the system keychain, start Starkdesk again and then remove it.',
      }
    case 'keychainLocked':
      return {
        title: words.title,
        happened: 'The keychain of this computer is locked and takes no keys.',
        done,
        next: 'Unlock the keychain, then remove the password again.',
      }
    default:
      return words
  }
}

/** Failures of setting the password. Keys remain where they were. */
export function describeSettingFault(report: ErrorReport): ErrorDescription {
  const words = describeVaultFault(report)
  switch (report.code) {
    case 'keychainUnavailable':
    case 'keychainLocked':
      return {
        ...words,
        done: 'No password was set. The keys are where they were.',
        next: 'Unlock or set up the system keychain, so that the keys in it can be moved; then set the password again.',
      }
    default:
      return words
  }
}

/** Failures of setting the vault file aside. */
export function describeAsideFault(report: ErrorReport): ErrorDescription {
  const words = describeVaultFault(report)
  return { ...words, done: 'The vault file is where it was, under the same name.' }
}

/**
 * True when the user declined in the confirmation window; false when no question was shown because another one was open or
 * the last decline was too recent.
 */
export function isDeclined({ code, data }: ErrorReport): boolean {
  return code === 'userDeclined' && !['busy', 'tooSoon'].includes(fact(data, 'reason'))
}

/** True when the password itself was rejected: shown at its field. */
export function isAboutPassword({ code, data }: ErrorReport): boolean {
  if (code === 'wrongPassword' || code === 'passwordDelayed') return true
  return code === 'validation' && ['password', 'oldPassword', 'newPassword'].includes(fact(data, 'field'))
}
