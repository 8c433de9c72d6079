// Text for recipient warnings and for missing prerequisites of a transfer.
import type { RecipientWarning, TransferSetup, WarningKind } from '../../../src-preload/contract/transfers.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'
import { formatDay } from '../format/time.ts'

/** Why a recipient needs a second look, and the acknowledgement required to continue. */
export interface WarningWords {
  readonly title: string
  readonly text: string
  readonly acknowledge: string
  /** True for a warning that must be acknowledged; false for one that asks for another look. */
  readonly isLoud: boolean
}

const acknowledgements: Readonly<Record<WarningKind, string>> = {
  firstTime: 'I have compared this address with the one I was given',
  lookAlike: 'I mean the new address, not the one I know',
  onlyReceivedFrom: 'I did not copy this address from what I received',
  clipboardChanged: 'I mean the address I entered, not the one in the clipboard',
}

export function describeWarning(warning: RecipientWarning): WarningWords {
  const acknowledge =
    warning.kind === 'lookAlike' && warning.label !== null
      ? `I mean this new address, not “${warning.label}”`
      : acknowledgements[warning.kind]
  switch (warning.kind) {
    case 'firstTime':
      return {
        title: 'First transfer to this address',
        text: 'You have never sent to it from this account. Compare it in full with the one you were given.',
        acknowledge,
        isLoud: false,
      }
    case 'lookAlike':
      return {
        title: `This is not ${warning.label === null ? 'the address you know' : `“${warning.label}”`}, only similar`,
        text:
          warning.why === 'sameEnds'
            ? 'It starts and ends like an address you know but differs in the middle, as scam addresses do.'
            : 'It differs in a few characters from an address you know, so one of them may be mistyped.',
        acknowledge,
        isLoud: true,
      }
    case 'onlyReceivedFrom':
      return {
        title: 'You know this address only from a received transfer',
        text: `You received a transfer from it on ${formatDay(warning.atMs, true)}, but never sent to it. Scammers send small amounts so that you copy their address.`,
        acknowledge,
        isLoud: true,
      }
    case 'clipboardChanged':
      return {
        title: 'The clipboard holds a different address',
        text: 'Malware can swap addresses in the clipboard. Compare both with the one you were given.',
        acknowledge,
        isLoud: true,
      }
    default:
      return assertNever(warning, 'recipient warning')
  }
}

/** Why nothing can be sent now: prerequisites missing in main, or the lock, which the page sees itself. */
export type Blocker = TransferSetup['blockers'][number] | 'locked'

export const blockerWords: Readonly<Record<Blocker, { readonly title: string; readonly text: string }>> = {
  journalRestored: {
    title: 'The transfer journal was restored',
    text: 'Its file was damaged or missing, so completed transfers may be missing from the list. Before you send again, look up recent transfers by reference or ask the recipients.',
  },
  noServiceKeys: {
    title: 'Transfers need two API keys',
    text: 'The exchange issues an organization key and an API key on request. You enter them once; they are stored with this account’s keys.',
  },
  noProfile: {
    title: 'The account’s profile is not loaded yet',
    text: 'Sign in first: the exchange then reports the registered L2 key, and nothing is signed before that.',
  },
  keyMismatch: {
    title: 'This account’s L2 key is not confirmed',
    text: 'The key on this computer doesn’t match the exchange’s record, or was not compared yet. Sign in; if that doesn’t help, enter the key in account details.',
  },
  publicKeyElsewhere: {
    title: 'This L2 key can’t sign for this exchange',
    text: 'It was derived from a login message that anyone may have had signed elsewhere, and Starkdesk doesn’t know this exchange. Enter the exchange’s own L2 key in account details.',
  },
  locked: {
    title: 'Starkdesk is locked',
    text: 'Unlock it to send. Past transfers stay readable.',
  },
}
