// Owns: the order calls of the store, put together from rows, list, facets and sync state.
// Must not: sort or sum money, or commit rows without the cursor that speaks of them.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter } from '../../../../src-preload/contract/orders.ts'
import { anyOrder } from '../../order-filter.ts'
import type { OrderPageMethods } from '../../order-pages.ts'
import { inReadTransaction, inTransaction } from '../../pragmas.ts'
import type { StoreMethods } from '../../store-api.ts'
import type { AccountKeys } from '../accounts.ts'
import type { OrderFacets } from './order-facets.ts'
import { prepareOrderList } from './order-list.ts'
import { prepareOrderPages } from './order-pages.ts'
import { prepareOrderRefusals } from './order-refusals.ts'
import type { OrderRows } from './order-rows.ts'
import { prepareOrderSync } from './order-sync.ts'

type OrderMethods = Pick<
  StoreMethods,
  'putOrders' | 'getRefusedOrders' | 'getOrder' | 'listOpenOrders' | 'countOrders' | 'getOrderSync'
> &
  Pick<OrderPageMethods, 'listOrders' | 'readOrders' | 'listOrderMarkets' | 'listCancelReasons'>

const openOrders: OrderFilter = { ...anyOrder, states: ['pending', 'wait'] }

export function prepareOrders(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
  rows: OrderRows,
): OrderMethods {
  const list = prepareOrderList(db, facets)
  const sync = prepareOrderSync(db)
  const refusals = prepareOrderRefusals(db)

  return {
    putOrders: (accountId, orders, record, refused = []) =>
      inTransaction(db, () => {
        const accountKey = keys.require(accountId)
        const resolveFacet = facets.resolver(accountKey)
        const changed = orders.filter((order) => rows.put(accountKey, resolveFacet(order), order))
        refusals.put(accountKey, orders, refused)
        if (record) sync.put(accountKey, record)
        // The same order twice in one batch is one change.
        return { changedIds: [...new Set(changed.map(({ id }) => id))] }
      }),

    getRefusedOrders(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? null : refusals.get(accountKey)
    },

    ...prepareOrderPages(db, keys, facets, rows, list),

    getOrder(accountId, orderId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? null : (rows.get(accountKey, [orderId])[0] ?? null)
    },

    listOpenOrders(accountId, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return []
      return inReadTransaction(db, () => {
        const found = list.listNewest(accountKey, openOrders, limit)
        return rows.get(
          accountKey,
          found.map(({ id }) => id),
        )
      })
    },

    countOrders(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? 0 : list.count(accountKey, anyOrder)
    },

    getOrderSync: (accountId) => sync.get(keys.find(accountId)),
  }
}
