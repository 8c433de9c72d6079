// Text for app password failures by task: unlocking, setting, removing, setting aside.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import { describeError } from './describe-error.ts'
import type { ErrorDescription } from './error-description.ts'
import { aside, fact, versionsOf } from './error-facts.ts'

const vaultOf = (data: ErrorData): string => aside(fact(data, 'file'))

/** Failures of opening the vault, including an unusable vault file. */
export function describeVaultFault(report: ErrorReport): ErrorDescription {
  const { code, data } = report
  switch (code) {
    case 'databaseTooNew':
      return {
        title: 'The encrypted key file was made by a newer Starkdesk',
        happened: `The encrypted key file${vaultOf(data)} was written by a newer version of Starkdesk.${versionsOf(data)}`,
        done: 'The file was not changed, and the keys in it are safe.',
        next: 'Install the newer version and unlock there.',
      }
    case 'databaseUnavailable': {
      const { happened } = describeError(report)
      return {
        title: 'The encrypted key file cannot be reached',
        happened: happened.replace('the data file', 'the encrypted key file'),
        done: 'The file was not changed.',
        next: 'Check that you own it and its disk is connected and not full, then restart Starkdesk.',
      }
    }
    default:
      return describeError(report)
  }
}

/** Failures of removing the password. The vault stays in use. */
export function describeRemovalFault(report: ErrorReport): ErrorDescription {
  const words = describeVaultFault(report)
  const done = 'Nothing was changed: the password stays, and so does the encrypted key file.'
  switch (report.code) {
    case 'keychainUnavailable':
      return {
        ...words,
        done,
        next: 'Keep the password, or set up the system keychain, restart Starkdesk and remove it then.',
      }
    case 'keychainLocked':
      return {
        title: words.title,
        happened: 'The system keychain is locked, so keys can’t be stored in it.',
        done,
        next: 'Unlock the system keychain, then remove the password again.',
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
        done: 'No password was set. The keys were not moved.',
        next: 'Unlock or set up the system keychain so that its keys can be moved, then set the password again.',
      }
    default:
      return words
  }
}

/** Failures of setting the vault file aside. */
export function describeAsideFault(report: ErrorReport): ErrorDescription {
  const words = describeVaultFault(report)
  return { ...words, done: 'The key file was not renamed.' }
}

/**
 * True when the user declined in the confirmation window; false when no question was shown: another one was open, the last
 * decline was too recent, or no window was there.
 */
export function isDeclined({ code, data }: ErrorReport): boolean {
  return code === 'userDeclined' && !['busy', 'tooSoon', 'noWindow'].includes(fact(data, 'reason'))
}

/** True when the password itself was rejected: shown at its field. */
export function isAboutPassword({ code, data }: ErrorReport): boolean {
  if (code === 'wrongPassword' || code === 'passwordDelayed') return true
  return code === 'validation' && ['password', 'oldPassword', 'newPassword'].includes(fact(data, 'field'))
}
