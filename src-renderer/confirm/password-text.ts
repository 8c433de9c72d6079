// Text for each app password task.
import type { PasswordTask } from '../../src-preload/contract/confirm.ts'
import type { KeyStorage } from '../text/security-text.ts'

export interface TaskWords {
  readonly title: string
  /** Explanation, one or two sentences each. */
  readonly lines: readonly string[]
  readonly action: string
  /** Closes the window without a change. */
  readonly decline: string
}

/** What moves into the vault when a password is set, by current storage. */
function describeMove(place: KeyStorage): string {
  switch (place) {
    case 'keychain':
      return 'Every key and every sign-in moves from the keychain of your operating system into a file in the data folder, encrypted with this password.'
    case 'memory':
      return 'Every key and every sign-in that is in memory moves into a file in the data folder, encrypted with this password, and is there again after the next start.'
    case 'untouched':
    case 'practice':
    case 'vault':
      return 'Every key and every sign-in, those of now and those to come, lies in a file in the data folder, encrypted with this password.'
  }
}

/** Text of one app password task. `keysIn` is where the keys are before the first password. */
export function describeTask(task: PasswordTask, keysIn: KeyStorage): TaskWords {
  switch (task) {
    case 'unlock':
      return {
        title: 'Unlock Starkdesk',
        lines: ['Unlocked, Starkdesk can sign in, sign, and bring the figures up to date.'],
        action: 'Unlock',
        decline: 'Stay locked',
      }
    case 'set':
      return {
        title: 'Set an app password',
        lines: [
          describeMove(keysIn),
          'There is no recovery: nobody can open the file without the password. Keep your own backup of every key.',
          'Starkdesk asks for the password at every start.',
        ],
        action: 'Set the password',
        decline: 'Set no password',
      }
    case 'change':
      return {
        title: 'Change the app password',
        lines: [
          'The file is written anew with the new password. Older copies of it, in a backup for example, still open with the older one.',
        ],
        action: 'Change the password',
        decline: 'Keep the old one',
      }
    case 'remove':
      return {
        title: 'Remove the app password',
        lines: [
          'Every key and every sign-in moves to the keychain of your operating system, and the encrypted file is deleted. Where the keychain does not work, nothing is changed.',
          'Starkdesk then opens without a password.',
        ],
        action: 'Remove the password',
        decline: 'Keep the password',
      }
  }
}
