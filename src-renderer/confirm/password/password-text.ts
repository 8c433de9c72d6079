// Text for each app password task.
import type { PasswordTask } from '../../../src-preload/contract/accounts/confirm.ts'
import type { KeyStorage } from '../../text/security-text.ts'

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
      return 'Your keys and sign-ins move from the system keychain to a file in the data folder, encrypted with this password.'
    case 'memory':
      return 'Keys and sign-ins in memory move to a file in the data folder, encrypted with this password, and stay after a restart.'
    case 'untouched':
    case 'practice':
    case 'vault':
      return 'Your keys will be encrypted with this password.'
  }
}

/** Text of one app password task. `keysIn` is where the keys are before the first password. */
export function describeTask(task: PasswordTask, keysIn: KeyStorage): TaskWords {
  switch (task) {
    case 'unlock':
      return {
        title: 'Unlock Starkdesk',
        lines: ['Starkdesk can then sign in, sign and refresh.'],
        action: 'Unlock',
        decline: 'Stay locked',
      }
    case 'set':
      return {
        title: 'Set app password',
        lines: [
          describeMove(keysIn),
          'It can’t be recovered. Back up your keys first.',
          'Starkdesk asks for it at every start.',
        ],
        action: 'Set password',
        decline: 'Don’t set',
      }
    case 'change':
      return {
        title: 'Change app password',
        lines: [
          'The key file is encrypted with the new password. Older copies, such as backups, still open with the old one.',
        ],
        action: 'Change password',
        decline: 'Keep old password',
      }
    case 'remove':
      return {
        title: 'Remove app password',
        lines: [
          'Your keys and sign-ins move back to the system keychain, and the encrypted key file is deleted. If the keychain doesn’t work, nothing is changed.',
          'Starkdesk then opens without a password.',
        ],
        action: 'Remove password',
        decline: 'Keep password',
      }
  }
}
