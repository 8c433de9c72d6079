// The order calls of the store, put together from rows, list, facets and sync state. Rows commit with the cursor that speaks of them.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../../src-preload/contract/orders/orders.ts'
import { anyOrder, newestFirst } from '../../api/order-filter.ts'
import type { OrderPlace } from '../../api/order-pages.ts'
import { pageOfAll } from '../../worker/merge-places.ts'
import { inReadTransaction, inTransaction } from '../../worker/pragmas.ts'
import type { StoreMethods } from '../../api/store-api.ts'
import type { AccountKeys } from '../accounts.ts'
import { noKey } from '../../worker/decimal-key.ts'
import { createCounts } from './counts.ts'
import type { OrderFacets } from './order-facets.ts'
import { knownCount } from './order-ask.ts'
import type { OrderList } from './order-list.ts'
import { prepareOrderRefusals } from './order-refusals.ts'
import type { OrderRows } from './order-rows.ts'
import { prepareOrderSync } from './order-sync.ts'

const openOrders: OrderFilter = { ...anyOrder, states: ['pending', 'wait'] }

/** The order of lists (contract/orders/orders.ts, `orderSort`), as the indexes have it within an account. */
function comparePlaces({ column, isDescending }: OrderSort) {
  return (a: OrderPlace, b: OrderPlace): number => {
    if (a.key === b.key) return b.id - a.id
    // Without a price comes last, either way.
    if (column === 'price' && (a.key === noKey || b.key === noKey)) return a.key === noKey ? 1 : -1
    return a.key < b.key === isDescending ? 1 : -1
  }
}

/** Rises with every change of the orders: dropped combinations are counted on. */
export const versionSql = `
  SELECT (SELECT ifnull(sum(changes_count), 0) FROM order_facets WHERE account_key = ?)
    + ifnull((SELECT dropped_count FROM order_changes WHERE account_key = ?), 0) AS version`

export function prepareOrders(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
  rows: OrderRows,
  list: OrderList,
) {
  const sync = prepareOrderSync(db)
  const refusals = prepareOrderRefusals(db)
  const selectVersion = db.prepare<[number, number], { version: number }>(versionSql)
  const counts = createCounts()

  const versionOf = (accountKey: number): number => selectVersion.get(accountKey, accountKey)?.version ?? 0
  const idsOf = (places: readonly { readonly id: number }[]): number[] => places.map(({ id }) => id)

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

    listOrders(accountId, filter, sort, offset, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], total: 0, version: 0 }
      return inReadTransaction(db, () => {
        const version = versionOf(accountKey)
        const ask = list.describe(accountKey, filter)
        const known = knownCount(ask) ?? counts.find(accountKey, filter, version)
        const found = list.page(ask, sort, offset, limit, known)
        const isEnd = found.length < limit && (found.length > 0 || offset === 0)
        const total = known ?? (isEnd ? offset + found.length : null)
        return { rows: rows.get(accountKey, idsOf(found)), total, version }
      })
    },

    listOrdersOf: (accountIds, filter, sort, offset, limit) =>
      inReadTransaction(db, () => {
        const lists = accountIds.flatMap((accountId) => {
          const accountKey = keys.find(accountId)
          if (accountKey === null) return []
          const version = versionOf(accountKey)
          const ask = list.describe(accountKey, filter)
          const total = knownCount(ask) ?? counts.find(accountKey, filter, version)
          return {
            accountId,
            version,
            total,
            page: (from: number, count: number) => list.page(ask, sort, from, count, total),
            read: ({ id }: OrderPlace) => rows.get(accountKey, [id]),
          }
        })
        return pageOfAll(lists, comparePlaces(sort), offset, limit)
      }),

    countListed(accountId, filter) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return 0
      return inReadTransaction(db, () => {
        const version = versionOf(accountKey)
        return (
          counts.find(accountKey, filter, version) ??
          counts.put(accountKey, filter, version, list.count(list.describe(accountKey, filter)))
        )
      })
    },

    readOrders(accountId, filter, sort, after, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], next: null }
      return inReadTransaction(db, () => {
        const places = list.readAfter(list.describe(accountKey, filter), sort, after, limit)
        const last = places.length < limit ? undefined : places.at(-1)
        return { rows: rows.get(accountKey, idsOf(places)), next: last ?? null }
      })
    },

    listOrderMarkets(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : facets.listMarkets(accountKey)
    },

    listCancelReasons(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : facets.listReasons(accountKey)
    },

    getOrder(accountId, orderId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? null : (rows.get(accountKey, [orderId])[0] ?? null)
    },

    listOpenOrders(accountId, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return []
      return inReadTransaction(db, () => {
        const ask = list.describe(accountKey, openOrders)
        return rows.get(accountKey, idsOf(list.page(ask, newestFirst, 0, limit, null)))
      })
    },

    countOrders(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? 0 : facets.count(accountKey)
    },

    getOrderSync: (accountId) => sync.get(keys.find(accountId)),
  } satisfies Partial<StoreMethods>
}
