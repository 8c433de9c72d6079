// Owns: SQL that pages and counts `orders`. Must not: use OFFSET, sort in the database, or read whole rows to count.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter } from '../../../src-preload/contract/orders.ts'
import { mergeKeys } from './merge-keys.ts'
import type { KeySource, OrderKey } from './merge-keys.ts'
import type { OrderFacets } from './order-facets.ts'

/** Times from `fromMs` on and before `beforeMs`. */
interface TimeSpan {
  readonly fromMs: number
  readonly beforeMs: number
}

export interface OrderList {
  /** Up to `limit` keys that fit, newest first, after `cursor`. */
  listKeys(accountKey: number, filter: OrderFilter, cursor: OrderKey | null, limit: number): OrderKey[]
  /** How many orders fit; costs rows only where times are limited. */
  count(accountKey: number, filter: OrderFilter): number
}

type KeyParameters = [owner: number, fromMs: number, afterMs: number, afterId: number, count: number]
type CountParameters = [owner: number, fromMs: number, beforeMs: number]

/** The list of one account, or of one facet. Two indexes, orders_by_time and orders_by_facet, serve every filter. */
export const listKeysSql = (owner: 'account_key' | 'facet_id') => `
  SELECT created_at_ms AS createdAtMs, id FROM orders
  WHERE ${owner} = ? AND created_at_ms >= ? AND (created_at_ms, id) < (?, ?)
  ORDER BY created_at_ms DESC, id DESC LIMIT ?`

export const countSql = (owner: 'account_key' | 'facet_id') => `
  SELECT count(*) AS count FROM orders WHERE ${owner} = ? AND created_at_ms >= ? AND created_at_ms < ?`

export function prepareOrderList(db: Sqlite.Database, facets: OrderFacets): OrderList {
  const keysOfAccount = db.prepare<KeyParameters, OrderKey>(listKeysSql('account_key'))
  const keysOfFacet = db.prepare<KeyParameters, OrderKey>(listKeysSql('facet_id'))
  const countOfAccount = db.prepare<CountParameters, { count: number }>(countSql('account_key'))
  const countOfFacet = db.prepare<CountParameters, { count: number }>(countSql('facet_id'))

  const source =
    (statement: Sqlite.Statement<KeyParameters, OrderKey>, owner: number, span: TimeSpan): KeySource =>
    (after, count) =>
      statement.all(owner, span.fromMs, after.createdAtMs, after.id, count)

  return {
    listKeys(accountKey, filter, cursor, limit) {
      const span = readSpan(filter)
      // Ids start at 0, so this stands before everything that was created before the span's end, and after all else.
      const end = { createdAtMs: span.beforeMs, id: 0 }
      const after = cursor && isLater(end, cursor) ? cursor : end
      const sources = hasFacetFilter(filter)
        ? facets.list(accountKey, filter).map((facet) => source(keysOfFacet, facet.id, span))
        : [source(keysOfAccount, accountKey, span)]
      return mergeKeys(sources, after, limit)
    },

    count(accountKey, filter) {
      const span = readSpan(filter)
      const isAllTime = filter.fromMs === null && filter.toMs === null
      if (!isAllTime && !hasFacetFilter(filter)) {
        return countOfAccount.get(accountKey, span.fromMs, span.beforeMs)?.count ?? 0
      }
      return facets
        .list(accountKey, filter)
        .map((facet) =>
          isAllTime
            ? facet.ordersCount
            : (countOfFacet.get(facet.id, span.fromMs, span.beforeMs)?.count ?? 0),
        )
        .reduce((sum, each) => sum + each, 0)
    },
  }
}

function hasFacetFilter({ markets, sides, types, states }: OrderFilter): boolean {
  return [markets, sides, types, states].some((wanted) => wanted.length > 0)
}

function readSpan({ fromMs, toMs }: OrderFilter): TimeSpan {
  return { fromMs: fromMs ?? 0, beforeMs: toMs ?? Number.MAX_SAFE_INTEGER }
}

function isLater(a: OrderKey, b: OrderKey): boolean {
  return a.createdAtMs > b.createdAtMs || (a.createdAtMs === b.createdAtMs && a.id > b.id)
}
