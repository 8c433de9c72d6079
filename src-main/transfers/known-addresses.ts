// Owns: reading what is known of addresses for the account in use, and what the question before a signature tells of one.
// Must not: believe what the main window said of a recipient.
import type { Account } from '../../src-preload/contract/accounts.ts'
import type { RecipientFindings } from '../../src-preload/contract/confirm.ts'
import type { Store } from '../store/store-api.ts'
import type { AccountSession } from '../session/account-session.ts'
import { countSentTo, findWarnings, type KnownAddresses, labelOf } from './recipients.ts'

export interface KnownAddressesOptions {
  readonly store: Pick<Store, 'listRecipients' | 'listTransfers' | 'listFoundTransfers'>
  readonly listAccounts: () => Promise<readonly Pick<Account, 'ethereumAddress' | 'label'>[]>
}

export function createKnownAddresses({ store, listAccounts }: KnownAddressesOptions) {
  return async ({ network, account }: AccountSession): Promise<KnownAddresses> => {
    const [book, sent, found, accounts] = await Promise.all([
      store.listRecipients(network),
      store.listTransfers(network, account.ethereumAddress),
      store.listFoundTransfers(network, account.ethereumAddress),
      listAccounts(),
    ])
    const own = accounts.map(({ ethereumAddress, label }) => ({ address: ethereumAddress, label }))
    return { book, sent, found, own }
  }
}

/** More of them would bury the question that they warn about. */
const mostLookAlikes = 3

/** Digits that differ in their places. */
function countDiffering(one: string, other: string): number {
  const others = other.toLowerCase()
  return Array.from(one.toLowerCase()).filter((digit, at) => digit !== others[at]).length
}

/**
 * What is told of a recipient before the signature. A name in the address book spares nobody a warning here: a script in the
 * main window could have put it there a moment ago. Only what was paid before is known. For the same reason the look-alikes
 * that are paid or own addresses come before those that only the address book has; then the closest come first.
 */
export function describeRecipient(address: string, known: KnownAddresses): RecipientFindings {
  const others = known.book.filter((entry) => entry.address.toLowerCase() !== address.toLowerCase())
  // The clipboard is watched where an address is pasted, which is over by now.
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
  const shown = lookAlikes.slice(0, mostLookAlikes)
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
