// Owns: SQL that finds the newest of `orders` by words and times, and counts. Must not: sort in the database, or read whole rows
// to count.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter } from '../../../../src-preload/contract/orders.ts'
import { compareKeys, mergeKeys } from './merge-keys.ts'
import type { KeySource, OrderKey } from './merge-keys.ts'
import type { OrderFacets } from './order-facets.ts'

/** Times from `fromMs` on and before `beforeMs`. */
interface TimeSpan {
  readonly fromMs: number
  readonly beforeMs: number
}

export interface OrderList {
  /** Up to `limit` of the newest keys that fit by words and times. */
  listNewest(accountKey: number, filter: OrderFilter, limit: number): OrderKey[]
  /** How many orders fit by words and times. Reads orders only where times are limited, and of them those near the two ends. */
  count(accountKey: number, filter: OrderFilter): number
}

type KeyParameters = [owner: number, fromMs: number, afterMs: number, afterId: number, count: number]

/** The list of one account, or of one facet. Two indexes, orders_by_time and orders_by_facet, serve every filter. */
export const listKeysSql = (owner: 'account_key' | 'facet_id') => `
  SELECT created_at_ms AS createdAtMs, id FROM orders
  WHERE ${owner} = ? AND created_at_ms >= ? AND (created_at_ms, id) < (?, ?)
  ORDER BY created_at_ms DESC, id DESC LIMIT ?`

export const countSql = (owner: 'account_key' | 'facet_id') => `
  SELECT count(*) AS count FROM orders WHERE ${owner} = ? AND created_at_ms >= ? AND created_at_ms < ?`

/** The time that a row of `order_counts` counts; the triggers on `orders` divide by the same. */
export const bucketMs = 345_600_000

export const countBucketsSql = `
  SELECT ifnull(sum(orders_count), 0) AS count FROM order_counts WHERE facet_id = ? AND bucket >= ? AND bucket < ?`

export function prepareOrderList(db: Sqlite.Database, facets: OrderFacets): OrderList {
  const keysOfAccount = db.prepare<KeyParameters, OrderKey>(listKeysSql('account_key'))
  const keysOfFacet = db.prepare<KeyParameters, OrderKey>(listKeysSql('facet_id'))
  const countOfAccount = prepareCount(db, countSql('account_key'))
  const countOfFacet = prepareCount(db, countSql('facet_id'))
  const countBuckets = prepareCount(db, countBucketsSql)

  const source =
    (
      statement: Sqlite.Statement<KeyParameters, OrderKey>,
      owner: number,
      span: TimeSpan,
    ): KeySource<OrderKey> =>
    (after, count) =>
      statement.all(owner, span.fromMs, after.createdAtMs, after.id, count)

  return {
    listNewest(accountKey, filter, limit) {
      const span = readSpan(filter)
      // Ids start at 0, so this stands before everything that was created before the span's end, and after all else.
      const after = { createdAtMs: span.beforeMs, id: 0 }
      const sources = hasFacetFilter(filter)
        ? facets.list(accountKey, filter).map((facet) => source(keysOfFacet, facet.id, span))
        : [source(keysOfAccount, accountKey, span)]
      return mergeKeys(sources, after, limit, compareKeys)
    },

    count(accountKey, filter) {
      const found = facets.list(accountKey, filter)
      if (filter.fromMs === null && filter.toMs === null) return sum(found, ({ ordersCount }) => ordersCount)
      const { whole, ends } = splitSpan(readSpan(filter))
      const inside = whole === null ? 0 : sum(found, ({ id }) => countBuckets(id, whole.first, whole.end))
      // Two reads for all of an account are fewer than two for each of its combinations.
      const countEnd = ({ fromMs, beforeMs }: TimeSpan): number =>
        hasFacetFilter(filter)
          ? sum(found, ({ id }) => countOfFacet(id, fromMs, beforeMs))
          : countOfAccount(accountKey, fromMs, beforeMs)
      return inside + sum(ends, countEnd)
    },
  }
}

/** Answers a count of rows of one owner within a range, its end not included. */
function prepareCount(
  db: Sqlite.Database,
  sql: string,
): (owner: number, from: number, before: number) => number {
  const statement = db.prepare<[owner: number, from: number, before: number], { count: number }>(sql)
  return (owner, from, before) => statement.get(owner, from, before)?.count ?? 0
}

/** The buckets that lie wholly within the span (`end` not included), and the rest of it: nothing, an end or two, or all. */
function splitSpan(span: TimeSpan): { whole: { first: number; end: number } | null; ends: TimeSpan[] } {
  const first = Math.ceil(span.fromMs / bucketMs)
  const end = Math.floor(span.beforeMs / bucketMs)
  if (first >= end) return { whole: null, ends: [span] }
  const ends = [
    { fromMs: span.fromMs, beforeMs: first * bucketMs },
    { fromMs: end * bucketMs, beforeMs: span.beforeMs },
  ]
  return { whole: { first, end }, ends: ends.filter(({ fromMs, beforeMs }) => fromMs < beforeMs) }
}

function sum<Each>(all: readonly Each[], count: (each: Each) => number): number {
  return all.reduce((total, each) => total + count(each), 0)
}

/** Whether a filter leaves out any combination of market, side, type and state. */
export function hasFacetFilter({ markets, bases, quotes, sides, types, states }: OrderFilter): boolean {
  return [markets, bases, quotes, sides, types, states].some((wanted) => wanted.length > 0)
}

function readSpan({ fromMs, toMs }: OrderFilter): TimeSpan {
  return { fromMs: fromMs ?? 0, beforeMs: toMs ?? Number.MAX_SAFE_INTEGER }
}
