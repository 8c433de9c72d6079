// Text about the app password and the vault: where keys are stored, what that protects against, and failures. Never repeats
// a password.
import type { KeyProtection } from '../../src-preload/contract/accounts.ts'
import type { PasswordState } from '../../src-preload/contract/security.ts'
import type { ErrorCode, ErrorData } from '../../src-preload/domain/errors.ts'
import type { ErrorDescription } from './errors/describe-error.ts'
import { aside, fact, waitText } from './errors/error-facts.ts'
import { describeKeychainFault } from './protection-text.ts'

/** Where keys are stored, for the Settings view: `practice` when no account has a key. */
export type KeyStorage = KeyProtection['kind'] | 'practice'

/** Where keys are stored, what that protects against and what it does not. */
export interface PlaceDescription {
  readonly where: string
  /** Continues the sentence "Safe from". */
  readonly safeFrom: string
  /** Continues the sentence "Not safe from". */
  readonly notSafeFrom: string
}

/** Storage of the keys: the vault when there is a password, open or not. */
export function placeOfKeys(
  password: PasswordState,
  protection: KeyProtection,
  hasOnlyPractice: boolean,
): KeyStorage {
  if (password !== 'none') return 'vault'
  return hasOnlyPractice ? 'practice' : protection.kind
}

/** Description of a storage place. */
export function describePlace(place: KeyStorage, reason: KeyProtection['reason']): PlaceDescription {
  switch (place) {
    case 'keychain':
      return {
        where: 'Keys lie in the keychain of your operating system.',
        safeFrom:
          'Someone who copies the files of Starkdesk, or takes the disk while you are signed out of the system.',
        notSafeFrom:
          'Other programs that run as you: they can ask the keychain for the keys while it is unlocked.',
      }
    case 'vault':
      return {
        where: 'Keys lie in the encrypted key file in the data folder. Your app password opens it.',
        safeFrom:
          'Someone who copies the disk, as far as the password is good: every guess costs time and memory.',
        notSafeFrom:
          'A program that reads the memory of the unlocked app, and someone who puts an older copy of the encrypted key file back: Starkdesk does not notice that, and the older password opens it.',
      }
    case 'memory':
      return {
        where: ['Keys lie in memory only and are gone when Starkdesk quits.', describeFault(reason)]
          .join(' ')
          .trim(),
        safeFrom: 'Someone who copies or takes the disk: no key is on it.',
        notSafeFrom:
          'A program that reads the memory of the running app, and the end of Starkdesk: you enter the keys again at every start. An app password would keep them in an encrypted key file.',
      }
    case 'untouched':
      return {
        where: 'No key has been stored in this session yet.',
        safeFrom:
          'Someone who copies the files of Starkdesk: a key that you enter goes to the keychain of your operating system where there is one, and with an app password to an encrypted key file.',
        notSafeFrom:
          'The end of Starkdesk, where there is neither keychain nor password: a key is in memory only then.',
      }
    case 'practice':
      return {
        where: 'There is no secret here: practice wallets and their money are play.',
        safeFrom: 'Everybody: there is nothing to take yet.',
        notSafeFrom:
          'Someone who reads the data folder: orders and figures of practice lie in it readable, as those of any account do.',
      }
  }
}

/**
 * Before a password is set: whether it can be taken away again, which moves the keys into the system's keychain. Null where it can.
 */
export function describeTakingAway({ kind, reason }: KeyProtection): string | null {
  switch (kind) {
    case 'memory':
      return [
        'On this computer a password can be changed but not removed: keys would go back to the system keychain.',
        describeFault(reason),
      ]
        .join(' ')
        .trim()
    case 'untouched':
      return 'A password can be removed again only where the system has a keychain to take the keys.'
    case 'keychain':
    case 'vault':
      return null
  }
}

function describeFault(reason: KeyProtection['reason']): string {
  return reason === null ? '' : (describeKeychainFault(reason) ?? '')
}

const damageSentences: Readonly<Record<string, string>> = {
  notVault: 'It does not begin as such a file does, so something else stands in its place.',
  truncated: 'It ends too early: a part of it is missing.',
  header: 'Its first part was changed: the check over it fails.',
  parameters: 'It asks for a way to turn the password into a key that no Starkdesk ever wrote.',
  length: 'It is longer or shorter than it says it is.',
  content: 'The password is right, but what it encrypts was changed, or is not what Starkdesk writes.',
  databaseTooNew: 'A newer version of Starkdesk has written it.',
  databaseUnavailable: 'It cannot be read from the disk.',
}

const damaged = {
  title: 'The encrypted key file is damaged',
  next: 'Put a backup of the file in its place and start Starkdesk again, or set the file aside and enter the keys again.',
}

/** The file is intact but unusable; main provides the code. */
const otherFaults: Readonly<Record<string, typeof damaged>> = {
  databaseTooNew: {
    title: 'The encrypted key file was made by a newer Starkdesk',
    next: 'Install the newer version of Starkdesk and unlock there.',
  },
  databaseUnavailable: {
    title: 'The encrypted key file cannot be reached',
    next: 'Check that the file belongs to you and that its disk is there; then start Starkdesk again.',
  },
}

/** What is wrong with a vault file, as a sentence; empty for an unknown reason. */
export function describeVaultDamage(reason: string): string {
  return Object.hasOwn(damageSentences, reason) ? (damageSentences[reason] ?? '') : ''
}

/** Error codes described here, for the table of describe-error.ts. */
type SecurityCode = Extract<
  ErrorCode,
  'vaultLocked' | 'wrongPassword' | 'passwordDelayed' | 'vaultDamaged' | 'userDeclined'
>

export const securityErrors: Readonly<Record<SecurityCode, (data: ErrorData) => ErrorDescription>> = {
  vaultLocked: (data) =>
    fact(data, 'reason') === 'setAside'
      ? {
          title: 'Hidden',
          happened: 'The vault was set aside without its password, so this stays hidden.',
          done: 'Nothing of it was removed.',
          next: 'Enter the key of this account again, then it is shown.',
        }
      : {
          title: 'Locked',
          happened:
            'Starkdesk is locked by its password, so its keys are not in memory and nothing can be signed.',
          done: 'Nothing was signed, sent or changed.',
          next: 'Unlock with the password, then do it again.',
        },
  wrongPassword: (data) => {
    const wait = waitText(fact(data, 'retryAfterMs'))
    return {
      title: 'Wrong password',
      happened:
        wait === ''
          ? 'Wrong password. Try again; capitals count.'
          : 'Wrong password. There is a wait before the next try.',
      done: 'Nothing was changed, and the encrypted key file is intact.',
      next:
        wait === ''
          ? 'After several wrong passwords there is a wait before the next try.'
          : `Try again in ${wait}; capitals count.`,
    }
  },
  passwordDelayed: (data) => {
    const wait = waitText(fact(data, 'retryAfterMs'))
    return {
      title: 'Too many wrong passwords',
      happened: 'After several wrong passwords there is a wait before the next try.',
      done: 'This password was not tried.',
      next: wait === '' ? 'Try again in a few minutes.' : `Try again in ${wait}.`,
    }
  },
  vaultDamaged: (data) => {
    const reason = fact(data, 'reason')
    const { title, next } = Object.hasOwn(otherFaults, reason) ? (otherFaults[reason] ?? damaged) : damaged
    return {
      title,
      happened: [
        `The encrypted key file cannot be used as it is${aside(fact(data, 'file'))}.`,
        describeVaultDamage(reason),
      ]
        .join(' ')
        .trim(),
      done: 'The file was not changed, and the keys in it cannot be read. Money is not touched by this.',
      next,
    }
  },
  userDeclined: (data) =>
    fact(data, 'reason') === 'tooSoon'
      ? {
          title: 'Asked too often',
          happened:
            'Starkdesk has just been told no, and waits before it asks again: nobody should be worn down by questions.',
          done: 'Nothing was signed, sent or changed.',
          next: `Try again in ${waitText(fact(data, 'retryAfterMs'))}.`,
        }
      : fact(data, 'reason') === 'busy'
        ? {
            title: 'Another question is open',
            happened:
              'Starkdesk already asks something in a window of its own, and asks one thing at a time.',
            done: 'Nothing was begun.',
            next: 'Answer or close that window, then start again.',
          }
        : {
            title: 'Declined',
            happened: 'The request was declined on this computer.',
            done: 'Nothing was sent or changed.',
            next: 'Start again if that was not intended.',
          },
}
