// Text about the app password and the vault: where keys are stored, what that protects against, and failures. Never repeats
// a password.
import type { KeyProtection } from '../../src-preload/contract/accounts/accounts.ts'
import type { PasswordState } from '../../src-preload/contract/accounts/security.ts'
import type { ErrorCode, ErrorData } from '../../src-preload/domain/errors.ts'
import type { ErrorDescription } from './errors/error-description.ts'
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
        where: 'Keys are in your system keychain.',
        safeFrom: 'Someone who copies Starkdesk’s files, or takes the disk while you are signed out.',
        notSafeFrom: 'Other programs you run: they can request the keys while the keychain is unlocked.',
      }
    case 'vault':
      return {
        where: 'Keys are in the encrypted key file in the data folder, opened by your app password.',
        safeFrom: 'Someone who copies your disk, if your password is strong.',
        notSafeFrom:
          'A program that reads the unlocked app’s memory, or someone who restores an older key file, which the older password opens.',
      }
    case 'memory':
      return {
        where: ['Keys are in memory only and are gone when Starkdesk quits.', describeFault(reason)]
          .join(' ')
          .trim(),
        safeFrom: 'Someone who copies or takes your disk: no key is on it.',
        notSafeFrom:
          'A program that reads the app’s memory. You enter the keys at every start unless you set an app password.',
      }
    case 'untouched':
      return {
        where: 'No key has been stored yet.',
        safeFrom:
          'Someone who copies Starkdesk’s files: keys go to the system keychain, or to an encrypted key file with an app password.',
        notSafeFrom: 'Quitting, if there is neither a keychain nor a password: keys are then in memory only.',
      }
    case 'practice':
      return {
        where: 'Practice wallets hold play money, so there are no secrets here.',
        safeFrom: 'Everyone: no key is stored yet.',
        notSafeFrom:
          'Someone who reads the data folder: orders and figures are not encrypted, as with any account.',
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
        'On this computer a password can be changed but not removed, because there is no system keychain for the keys.',
        describeFault(reason),
      ]
        .join(' ')
        .trim()
    case 'untouched':
      return 'A password can be removed only where a system keychain can hold the keys.'
    case 'keychain':
    case 'vault':
      return null
  }
}

function describeFault(reason: KeyProtection['reason']): string {
  return reason === null ? '' : (describeKeychainFault(reason) ?? '')
}

const damageSentences: Readonly<Record<string, string>> = {
  notVault: 'It is not a key file: something else is in its place.',
  truncated: 'It is incomplete.',
  header: 'Its header was changed: the checksum fails.',
  parameters: 'It uses a key derivation that Starkdesk never writes.',
  length: 'Its length is wrong.',
  content: 'The password is right, but the content was changed or is not from Starkdesk.',
  databaseTooNew: 'It was written by a newer version of Starkdesk.',
  databaseUnavailable: 'It cannot be read from the disk.',
}

const damaged = {
  title: 'The encrypted key file is damaged',
  next: 'Restore a backup of the file and restart Starkdesk, or set the file aside and enter the keys again.',
}

/** The file is intact but unusable; main provides the code. */
const otherFaults: Readonly<Record<string, typeof damaged>> = {
  databaseTooNew: {
    title: 'The encrypted key file was made by a newer Starkdesk',
    next: 'Install the newer version and unlock there.',
  },
  databaseUnavailable: {
    title: 'The encrypted key file cannot be reached',
    next: 'Check that you own the file and its disk is connected, then restart Starkdesk.',
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
          happened: 'The key file was set aside without its password, so this stays hidden.',
          done: 'Nothing was removed.',
          next: 'Enter this account’s key again to show it.',
        }
      : {
          title: 'Locked',
          happened: 'Starkdesk is locked, so keys are not in memory and nothing can be signed.',
          done: 'Nothing was signed, sent or changed.',
          next: 'Unlock with the password, then try again.',
        },
  wrongPassword: (data) => {
    const wait = waitText(fact(data, 'retryAfterMs'))
    return {
      title: 'Wrong password',
      happened:
        wait === ''
          ? 'Wrong password. Passwords are case-sensitive.'
          : 'Wrong password. Wait before the next try.',
      done: 'Nothing was changed, and the encrypted key file is intact.',
      next:
        wait === ''
          ? 'After several wrong passwords, you wait before the next try.'
          : `Try again in ${wait}; passwords are case-sensitive.`,
    }
  },
  passwordDelayed: (data) => {
    const wait = waitText(fact(data, 'retryAfterMs'))
    return {
      title: 'Too many wrong passwords',
      happened: 'After several wrong passwords, you wait before the next try.',
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
        `The encrypted key file${aside(fact(data, 'file'))} cannot be used.`,
        describeVaultDamage(reason),
      ]
        .join(' ')
        .trim(),
      done: 'The file was not changed, but its keys can’t be read. Funds are not affected.',
      next,
    }
  },
  userDeclined: (data) =>
    fact(data, 'reason') === 'tooSoon'
      ? {
          title: 'Asked too often',
          happened: 'You just declined, so Starkdesk waits before it asks again.',
          done: 'Nothing was signed, sent or changed.',
          next: `Try again in ${waitText(fact(data, 'retryAfterMs'))}.`,
        }
      : fact(data, 'reason') === 'busy'
        ? {
            title: 'Another question is open',
            happened: 'Starkdesk asks one question at a time, and one is already open in another window.',
            done: 'Nothing was started.',
            next: 'Answer or close that window, then try again.',
          }
        : fact(data, 'reason') === 'noWindow'
          ? {
              title: 'Not asked',
              happened: 'Starkdesk asks in one of its windows, and none is open.',
              done: 'Nothing was sent or changed.',
              next: 'Open Starkdesk, then try again.',
            }
          : {
              title: 'Declined',
              happened: 'You declined the request.',
              done: 'Nothing was sent or changed.',
              next: 'Try again if you didn’t mean to decline.',
            },
}
