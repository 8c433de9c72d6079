// Transfers of an account besides its journal: those that were looked up, and those to it in the exchange's list.
import type { Journal } from '../../store/api/journal-api.ts'
import type { StoredFound } from '../../store/api/transfer-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { AccountSession } from '../../session/account-session.ts'

export type ListFound = (session: Pick<AccountSession, 'account' | 'network'>) => Promise<StoredFound[]>

/** One entry per reference, the later version of it. */
export function createFoundList(
  journal: Pick<Journal, 'listFoundTransfers'>,
  store: Pick<Store, 'listReceivedTransfers'>,
): ListFound {
  return async ({ account: { id: accountId, ethereumAddress }, network }) => {
    const [found, received] = await Promise.all([
      journal.listFoundTransfers(network, ethereumAddress),
      store.listReceivedTransfers(accountId, ethereumAddress),
    ])
    const owner = { accountId, networkKey: network, accountAddress: ethereumAddress }
    const byReference = new Map(found.map((one) => [one.told.reference, one]))
    for (const told of received) {
      const known = byReference.get(told.reference)
      if (known === undefined || known.told.updatedAtMs <= told.updatedAtMs) {
        byReference.set(told.reference, { ...owner, told })
      }
    }
    return [...byReference.values()]
  }
}
