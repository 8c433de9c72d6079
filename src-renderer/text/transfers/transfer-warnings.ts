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
  lookAlike: 'I mean the new address, not the one that I know',
  onlyReceivedFrom: 'I did not copy this address from what I received',
  clipboardChanged: 'I mean the address in the field, not the one in the clipboard',
}

export function describeWarning(warning: RecipientWarning): WarningWords {
  const acknowledge =
    warning.kind === 'lookAlike' && warning.label !== null
      ? `I mean this new address, and not “${warning.label}”`
      : acknowledgements[warning.kind]
  switch (warning.kind) {
    case 'firstTime':
      return {
        title: 'First transfer to this address',
        text: 'Nothing was sent there from this account before. Compare all of it with the address that you were given.',
        acknowledge,
        isLoud: false,
      }
    case 'lookAlike':
      return {
        title: `This is not ${warning.label === null ? 'the address that you know' : `“${warning.label}”`}, it only looks like it`,
        text:
          warning.why === 'sameEnds'
            ? 'It begins and ends like an address that you know, and differs between. Addresses are made like that to be taken for another.'
            : 'Few characters differ from an address that you know. One of the two may be mistyped.',
        acknowledge,
        isLoud: true,
      }
    case 'onlyReceivedFrom':
      return {
        title: 'You know this address only from something received',
        text: `A transfer came from it on ${formatDay(warning.atMs, true)}, and nothing was ever sent there. Small amounts are sent to have such an address copied.`,
        acknowledge,
        isLoud: true,
      }
    case 'clipboardChanged':
      return {
        title: 'The clipboard holds another address now',
        text: 'Programs that swap addresses in the clipboard do this. Compare both with the address that you were given.',
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
    title: 'The journal of transfers was restored',
    text: 'Its file was damaged or gone, so transfers that were made may be missing from the list, even though they were carried out. Look up what you sent last by its reference, or ask the recipients, so that nothing is sent a second time.',
  },
  noServiceKeys: {
    title: 'Transfers need two keys of the service',
    text: 'The operator of the service issues an organization key and an API key on request. They are kept with the keys of this account and asked for once.',
  },
  noProfile: {
    title: 'The service has not told about this account yet',
    text: 'Sign in first: its answer says which L2 key the account is registered with, and nothing is signed before that is known.',
  },
  keyMismatch: {
    title: 'The L2 key of this account is not confirmed',
    text: 'What the service has on record does not match the key on this computer, or was not compared yet. Sign in; where that does not help, enter the key in the account’s details.',
  },
  publicKeyElsewhere: {
    title: 'This L2 key may not sign for this service',
    text: 'The key was derived with a text that anybody can have signed elsewhere, and the service is not one that Starkdesk knows. Enter the service’s own L2 key in the account’s details.',
  },
  locked: {
    title: 'Starkdesk is locked',
    text: 'Unlock it to send. What was sent before can be read meanwhile.',
  },
}
