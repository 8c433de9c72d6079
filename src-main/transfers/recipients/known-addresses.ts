// Collects what is known about addresses and what the confirmation shows of a recipient.
// Does not trust the main window's word about a recipient.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { RecipientFindings } from '../../../src-preload/contract/accounts/confirm.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { ListFound } from '../received/received.ts'
import { countSentTo, findWarnings, type KnownAddresses, labelOf } from './recipients.ts'

export interface KnownAddressesOptions {
  readonly journal: Pick<Journal, 'listRecipients' | 'listTransfers'>
  readonly listFound: ListFound
  readonly listAccounts: () => Promise<readonly Pick<Account, 'ethereumAddress' | 'label'>[]>
}

export function createKnownAddresses({ journal, listFound, listAccounts }: KnownAddressesOptions) {
  return async (session: AccountSession): Promise<KnownAddresses> => {
    const { network, account } = session
    const [book, sent, found, accounts] = await Promise.all([
      journal.listRecipients(network),
      journal.listTransfers(network, account.ethereumAddress),
      listFound(session),
      listAccounts(),
    ])
    const own = accounts.map(({ ethereumAddress, label }) => ({ address: ethereumAddress, label }))
    return { book, sent, found, own }
  }
}

/** More would bury the question that they warn about. */
const maxLookAlikes = 3

/** Number of positions with different digits. */
function countDiffering(one: string, other: string): number {
  const others = other.toLowerCase()
  return Array.from(one.toLowerCase()).filter((digit, at) => digit !== others[at]).length
}

/**
 * The recipient facts shown before signing. An address book entry suppresses no warning here, because a script in the main
 * window could have added it a moment ago; only addresses paid before count as known. Look-alikes that were paid or are the
 * user's own therefore come before those only in the address book, then the closest first.
 */
export function describeRecipient(address: string, known: KnownAddresses): RecipientFindings {
  const others = known.book.filter((entry) => entry.address.toLowerCase() !== address.toLowerCase())
  // The clipboard is checked when an address is pasted, not here.
  const warnings = findWarnings(address, { ...known, book: others }, null)
  const isSure = (other: string): boolean =>
    countSentTo(other, known.sent).count > 0 ||
    known.own.some((entry) => entry.address.toLowerCase() === other.toLowerCase())
  const lookAlikes = warnings
    .filter((warning) => warning.kind === 'lookAlike')
    .map((warning) => ({
      warning,
      isSure: isSure(warning.address),
      differing: countDiffering(address, warning.address),
    }))
    .toSorted((one, other) => Number(other.isSure) - Number(one.isSure) || one.differing - other.differing)
    .map(({ warning }) => warning)
  const shown = lookAlikes.slice(0, maxLookAlikes)
  return {
    label: labelOf(address, known.book),
    sentBefore: countSentTo(address, known.sent),
    warnings: [
      ...warnings.filter((warning) => warning.kind === 'firstTime'),
      ...shown,
      ...warnings.filter((warning) => warning.kind === 'onlyReceivedFrom'),
    ],
    moreLookAlikes: lookAlikes.length - shown.length,
  }
}
