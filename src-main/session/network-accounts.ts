// Decides which accounts a question about "all accounts" is of: those on the network of the account in use. The page names none.
import type { Store, StoredAccount } from '../store/api/store-api.ts'
import { networkKeyOf } from './network-profile.ts'

/** The accounts on the network of this one, which comes first; the others in the order in which they were added. */
export async function listNetworkAccounts(
  store: Pick<Store, 'listAccounts'>,
  inUse: StoredAccount,
): Promise<StoredAccount[]> {
  const network = networkKeyOf(inUse)
  const others = (await store.listAccounts()).filter(
    (account) => account.id !== inUse.id && networkKeyOf(account) === network,
  )
  return [inUse, ...others]
}

/** @param accounts - `all`, or only the account in use */
export async function askedAccountIds(
  store: Pick<Store, 'listAccounts'>,
  inUse: StoredAccount,
  accounts: 'all' | undefined,
): Promise<string[]> {
  if (accounts === undefined) return [inUse.id]
  return (await listNetworkAccounts(store, inUse)).map(({ id }) => id)
}
