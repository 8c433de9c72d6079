// Owns: pages of the sorted, filtered list of an account's orders. Must not: use OFFSET, or read more rows than are answered.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../../src-preload/contract/orders.ts'
import { inReadTransaction } from '../../pragmas.ts'
import type { ListStep, OrderPageMethods, OrderPlace } from '../../order-pages.ts'
import type { Order } from '../../../../src-preload/contract/entities.ts'
import type { AccountKeys } from '../accounts.ts'
import { mergeKeys } from './merge-keys.ts'
import type { OrderFacets } from './order-facets.ts'
import { hasFacetFilter } from './order-list.ts'
import type { OrderList } from './order-list.ts'
import { needsRows, prepareReasons } from './order-match.ts'
import { prepareOrderRanks } from './order-ranks.ts'
import type { OrderRows } from './order-rows.ts'
import { prepareOrderScans } from './order-scan.ts'
import type { ScanAsk } from './order-scan.ts'
import { comparePlaces, limitsOf, prepareLanes, spanOf, startOf } from './sort-lanes.ts'

/** So far down a list is walked; farther, places are counted. */
const mostRowsWalked = 1_500

/** Rises with every change of the orders: dropped combinations are counted on. */
export const versionSql = `
  SELECT (SELECT ifnull(sum(changes_count), 0) FROM order_facets WHERE account_key = ?)
    + ifnull((SELECT dropped_count FROM order_changes WHERE account_key = ?), 0) AS version`

export function prepareOrderPages(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
  rows: OrderRows,
  list: OrderList,
): Pick<OrderPageMethods, 'listOrders' | 'readOrders' | 'listOrderMarkets' | 'listCancelReasons'> {
  const selectVersion = db.prepare<[number, number], { version: number }>(versionSql)
  const lanes = {
    created: prepareLanes(db, 'created', 'facet_id'),
    updated: prepareLanes(db, 'updated', 'facet_id'),
    price: prepareLanes(db, 'price', 'facet_id'),
    volume: prepareLanes(db, 'volume', 'facet_id'),
  }
  const laneOfAll = prepareLanes(db, 'created', 'account_key')
  const ranks = {
    created: prepareOrderRanks(db, 'created'),
    updated: prepareOrderRanks(db, 'updated'),
    price: prepareOrderRanks(db, 'price'),
    volume: prepareOrderRanks(db, 'volume'),
  }
  const scans = prepareOrderScans(db)
  const listReasons = prepareReasons(db)

  function describe(accountKey: number, filter: OrderFilter, sort: OrderSort): ScanAsk {
    return {
      accountKey,
      filter,
      sort,
      facets: facets.list(accountKey, filter),
      ordersCount: facets.count(accountKey),
      reasons: filter.text === '' ? [] : listReasons(accountKey),
      version: selectVersion.get(accountKey, accountKey)?.version ?? 0,
    }
  }

  const readPlaces = (
    { accountKey, filter, sort, facets: found }: ScanAsk,
    after: OrderPlace | null,
    limit: number,
  ) => {
    const span = spanOf(filter, sort.column)
    // One index has all of them by the time they were made, and reading on there takes one look instead of one for each combination.
    const sources =
      sort.column === 'created' && !hasFacetFilter(filter)
        ? [laneOfAll(accountKey, span, sort.isDescending)]
        : found.map(({ id }) => lanes[sort.column](id, span, sort.isDescending))
    const from = after ?? startOf(span, sort.isDescending)
    return mergeKeys(sources, from, limit, comparePlaces(sort.isDescending))
  }

  function listScanned(ask: ScanAsk, offset: number, limit: number): ListStep<Order> {
    const { found, total } = scans.advance(ask, offset + limit)
    const ids = found.slice(offset, offset + limit).map(({ id }) => id)
    return {
      rows: rows.get(ask.accountKey, ids),
      total,
      version: ask.version,
      isReady: found.length >= Math.min(offset + limit, total ?? Infinity),
    }
  }

  function listRanked(ask: ScanAsk, offset: number, limit: number): ListStep<Order> {
    const { accountKey, filter, sort, facets: found, version } = ask
    const { column, isDescending } = sort
    const span = spanOf(filter, column)
    const isNear = offset + limit <= mostRowsWalked
    const isCounted = column === 'created' || limitsOf(filter, column) === null
    const isNoted = isNear && isCounted ? false : ranks[column].prepare(found)
    const total = isCounted
      ? list.count(accountKey, filter)
      : isNoted
        ? ranks[column].count(found, span)
        : null
    if (!isNear && !isNoted) return { rows: [], total, version, isReady: total !== null && offset >= total }
    const { after, rank } = isNear
      ? { after: null, rank: 0 }
      : ranks[column].seek(found, span, isDescending, offset)
    const places = readPlaces(ask, after, offset - rank + limit).slice(offset - rank)
    const ids = places.map(({ id }) => id)
    return { rows: rows.get(accountKey, ids), total, version, isReady: true }
  }

  return {
    listOrders(accountId, filter, sort, offset, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], total: 0, version: 0, isReady: true }
      return inReadTransaction(db, () => {
        const ask = describe(accountKey, filter, sort)
        return needsRows(filter, sort.column)
          ? listScanned(ask, offset, limit)
          : listRanked(ask, offset, limit)
      })
    },

    readOrders(accountId, filter, sort, after, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], next: null }
      return inReadTransaction(db, () => {
        const ask = describe(accountKey, filter, sort)
        const places = readPlaces(ask, after, limit)
        const ids = places.map(({ id }) => id)
        const fitting = needsRows(filter, sort.column) ? scans.match(ask, ids) : null
        const wanted = fitting === null ? ids : ids.filter((id) => fitting.has(id))
        const last = places.at(-1)
        return {
          rows: rows.get(accountKey, wanted),
          next: last === undefined || places.length < limit ? null : last,
        }
      })
    },

    listOrderMarkets(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : facets.listMarkets(accountKey)
    },

    listCancelReasons(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : listReasons(accountKey)
    },
  }
}
