// Owns: reading what is known of addresses for the account in use, and what the question before a signature tells of one.
// Must not: believe what the main window said of a recipient.
import type { Account } from '../../../src-preload/contract/accounts.ts'
import type { RecipientFindings } from '../../../src-preload/contract/confirm.ts'
import type { Store } from '../../store/store-api.ts'
import type { Link } from '../link.ts'
import { countSentTo, findWarnings, type KnownAddresses, labelOf } from './recipients.ts'

export interface KnownAddressesOptions {
  readonly store: Pick<Store, 'listRecipients' | 'listTransfers' | 'listFoundTransfers'>
  readonly listAccounts: () => Promise<readonly Pick<Account, 'ethereumAddress' | 'label'>[]>
}

export function createKnownAddresses({ store, listAccounts }: KnownAddressesOptions) {
  return async ({ network, account }: Link): Promise<KnownAddresses> => {
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

/**
 * What is told of a recipient before the signature. A name in the address book spares nobody a warning here: a script in the
 * main window could have put it there a moment ago. Only what was paid before is known.
 */
export function describeRecipient(address: string, known: KnownAddresses): RecipientFindings {
  const others = known.book.filter((entry) => entry.address.toLowerCase() !== address.toLowerCase())
  // The clipboard is watched where an address is pasted, which is over by now.
  const warnings = findWarnings(address, { ...known, book: others }, null)
  return {
    label: labelOf(address, known.book),
    sentBefore: countSentTo(address, known.sent),
    warnings: warnings.filter((warning) => warning.kind !== 'clipboardChanged'),
  }
}
