// What of orders is under way before a key, an account or the app goes. Reads only.
import type { OrderBusiness } from '../../src-preload/contract/orders/order-business.ts'
import { networkKeyOf } from '../session/network-profile.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { Store, StoredAccount } from '../store/api/store-api.ts'

/** Of an account; more are named as so many. */
const MAX_OPEN = 10_000

export interface OrderBusinessOptions {
  readonly store: Pick<Store, 'listAccounts' | 'listOpenOrders'>
  /** Orders of all accounts without an answer. Errors: those of the journal. */
  readonly listUndecided: () => Promise<readonly StoredPlacedOrder[]>
  /** The account of the running trading session; null without one. */
  readonly getSessionAccount: () => string | null
}

/** Of one account, or of all for null. Errors: those of the store and the journal. */
export type ReadOrderBusiness = (accountId: string | null) => Promise<OrderBusiness>

const isOf =
  (account: StoredAccount) =>
  ({ networkKey, senderAddress }: StoredPlacedOrder): boolean =>
    networkKey === networkKeyOf(account) &&
    senderAddress.toLowerCase() === account.ethereumAddress.toLowerCase()

export function createOrderBusiness(options: OrderBusinessOptions): ReadOrderBusiness {
  const { store, listUndecided, getSessionAccount } = options
  return async (accountId) => {
    const [all, undecided] = await Promise.all([store.listAccounts(), listUndecided()])
    const accounts = accountId === null ? all : all.filter(({ id }) => id === accountId)
    const open = await Promise.all(accounts.map(({ id }) => store.listOpenOrders(id, MAX_OPEN)))
    const owner = getSessionAccount()
    return {
      // For all, also those of accounts that are not here any more.
      undecidedOrders:
        accountId === null
          ? undecided.length
          : undecided.filter((order) => accounts.some((account) => isOf(account)(order))).length,
      openOrders: open.reduce((sum, some) => sum + some.length, 0),
      isSessionRunning: owner !== null && (accountId === null || owner === accountId),
    }
  }
}
