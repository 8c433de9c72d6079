// Owns: the order calls of the store, put together from rows, list, facets and sync state.
// Must not: sort or sum money, or commit rows without the cursor that speaks of them.
import type Sqlite from 'better-sqlite3'
import type { OrderCursor, OrderFilter } from '../../../src-preload/contract/orders.ts'
import { inReadTransaction, inTransaction } from '../pragmas.ts'
import type { OrderPageRows, StoreMethods } from '../store-api.ts'
import type { AccountKeys } from './accounts.ts'
import type { OrderFacets } from './order-facets.ts'
import { prepareOrderList } from './order-list.ts'
import { prepareOrderRefusals } from './order-refusals.ts'
import type { OrderRows } from './order-rows.ts'
import { prepareOrderSync } from './order-sync.ts'

type OrderMethods = Pick<
  StoreMethods,
  | 'putOrders'
  | 'getRefusedOrders'
  | 'listOrders'
  | 'getOrder'
  | 'listOpenOrders'
  | 'countOrders'
  | 'listOrderMarkets'
  | 'getOrderSync'
>

const anyOrder: OrderFilter = { markets: [], sides: [], types: [], states: [], fromMs: null, toMs: null }
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

  /** A page, its end and its count from one state of the database, and one lock for a hundred reads. */
  const readPage = (
    accountKey: number,
    filter: OrderFilter,
    cursor: OrderCursor | null,
    limit: number,
  ): OrderPageRows =>
    inReadTransaction(db, () => {
      // One more than asked for tells whether there is a next page.
      const found = list.listKeys(accountKey, filter, cursor, limit + 1)
      const page = found.slice(0, limit)
      return {
        rows: rows.get(
          accountKey,
          page.map(({ id }) => id),
        ),
        next: found.length > limit ? (page.at(-1) ?? null) : null,
        total: list.count(accountKey, filter),
      }
    })

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

    listOrders(accountId, filter, cursor, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], next: null, total: 0 }
      return readPage(accountKey, filter, cursor, limit)
    },

    getOrder(accountId, orderId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? null : (rows.get(accountKey, [orderId])[0] ?? null)
    },

    listOpenOrders(accountId, limit) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : readPage(accountKey, openOrders, null, limit).rows
    },

    countOrders(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? 0 : list.count(accountKey, anyOrder)
    },

    listOrderMarkets(accountId) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return []
      return [...new Set(facets.list(accountKey, anyOrder).map(({ market }) => market))].sort()
    },

    getOrderSync: (accountId) => sync.get(keys.find(accountId)),
  }
}
