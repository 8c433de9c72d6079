// Owns: SQL that reads the orders of one combination, or of an account, in the order of a sorted list, and the order itself.
// Must not: read whole rows, or sort in the database.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../../src-preload/contract/orders.ts'
import { decimalKey, leastKey, mostKey, noKey } from '../../decimal-key.ts'
import type { OrderPlace } from '../../order-pages.ts'
import type { KeySource } from './merge-keys.ts'

export type SortColumn = OrderSort['column']
type Key = OrderPlace['key']

/** Keys from `low` to `high`, both included; `noKey` is the lowest of texts. */
export interface Span {
  readonly low: Key
  readonly high: Key
}

export const columnOf: Readonly<Record<SortColumn, string>> = {
  created: 'created_at_ms',
  updated: 'updated_at_ms',
  price: 'price_key',
  volume: 'volume_key',
}

/** Above every id. */
export const mostId = Number.MAX_SAFE_INTEGER

const whole: Readonly<Record<SortColumn, Span>> = {
  created: { low: 0, high: Number.MAX_SAFE_INTEGER },
  updated: { low: 0, high: Number.MAX_SAFE_INTEGER },
  price: { low: noKey, high: mostKey },
  volume: { low: noKey, high: mostKey },
}

/** What a filter allows of a column; null where that is everything. */
export function limitsOf(filter: OrderFilter, column: SortColumn): Span | null {
  const decimals = (least: string | null, most: string | null): Span | null =>
    least === null && most === null
      ? null
      : {
          low: least === null ? leastKey : decimalKey(least),
          high: most === null ? mostKey : decimalKey(most),
        }
  switch (column) {
    case 'created':
      if (filter.fromMs === null && filter.toMs === null) return null
      return { low: filter.fromMs ?? 0, high: filter.toMs === null ? whole.created.high : filter.toMs - 1 }
    case 'updated':
      return null
    case 'price':
      return decimals(filter.leastPrice, filter.mostPrice)
    case 'volume':
      return decimals(filter.leastVolume, filter.mostVolume)
  }
}

export const spanOf = (filter: OrderFilter, column: SortColumn): Span =>
  limitsOf(filter, column) ?? whole[column]

/** Negative where `a` stands before `b`. Equal rows by id, the newest first; those without a key last, whichever way. */
export function comparePlaces(isDescending: boolean): (a: OrderPlace, b: OrderPlace) => number {
  return (a, b) => {
    if (a.key === b.key) return b.id - a.id
    if (a.key === noKey) return 1
    if (b.key === noKey) return -1
    return a.key < b.key === isDescending ? 1 : -1
  }
}

/** Stands before everything within the span. */
export function startOf({ low, high }: Span, isDescending: boolean): OrderPlace {
  if (isDescending) return { key: high, id: mostId }
  return { key: low === noKey ? leastKey : low, id: mostId }
}

/** Whose orders a lane has: those of a combination, or, by the time they were made alone, all of an account. */
export type LaneOwner = 'facet_id' | 'account_key'

/** Down from a place, within one lowest key: the way of the indexes. */
export const readDownSql = (column: SortColumn, owner: LaneOwner = 'facet_id') => `
  SELECT ${columnOf[column]} AS key, id FROM orders
  WHERE ${owner} = ? AND ${columnOf[column]} >= ? AND (${columnOf[column]}, id) < (?, ?)
  ORDER BY ${columnOf[column]} DESC, id DESC LIMIT ?`

/** Up from above a key. Ids rise too: an index has one order, and the other way through it is its reverse. */
export const readUpSql = (column: SortColumn, owner: LaneOwner = 'facet_id') => `
  SELECT ${columnOf[column]} AS key, id FROM orders
  WHERE ${owner} = ? AND ${columnOf[column]} > ? AND ${columnOf[column]} <= ?
  ORDER BY ${columnOf[column]}, id LIMIT ?`

export type LaneSource = (ownerId: number, span: Span, isDescending: boolean) => KeySource<OrderPlace>

/** The two ways through the index of one owner. */
export function prepareLanes(db: Sqlite.Database, column: SortColumn, owner: LaneOwner): LaneSource {
  const downStatement = db.prepare<[number, Key, Key, number, number], OrderPlace>(readDownSql(column, owner))
  const upStatement = db.prepare<[number, Key, Key, number], OrderPlace>(readUpSql(column, owner))
  const down = (ownerId: number, low: Key, key: Key, id: number, count: number): OrderPlace[] =>
    downStatement.all(ownerId, low, key, id, count)
  const up = (ownerId: number, above: Key, high: Key, count: number): OrderPlace[] =>
    upStatement.all(ownerId, above, high, count)

  /** Rising keys, each key's rows newest first; only groups of equal rows that are whole are taken from what was read. */
  function readRising(ownerId: number, { low, high }: Span, after: OrderPlace, count: number): OrderPlace[] {
    const found = down(ownerId, after.key, after.key, after.id, count)
    if (after.key === noKey) return found
    let lastKey = after.key
    while (found.length < count) {
      const wanted = count - found.length
      const batch = up(ownerId, lastKey, high, wanted + 1)
      const cutKey = batch.length > wanted ? batch.at(-1)?.key : undefined
      const groups = batch.filter(({ key }) => key !== cutKey)
      found.push(...turnGroups(groups))
      if (cutKey === undefined) {
        if (low === noKey) found.push(...down(ownerId, noKey, noKey, mostId, count - found.length))
        break
      }
      const last = groups.at(-1)
      if (last === undefined) {
        // More rows of one key than are wanted.
        found.push(...down(ownerId, cutKey, cutKey, mostId, wanted))
        lastKey = cutKey
      } else lastKey = last.key
    }
    return found
  }

  return (ownerId, span, isDescending) => (after, count) => {
    if (span.low > span.high) return []
    return isDescending
      ? down(ownerId, span.low, after.key, after.id, count)
      : readRising(ownerId, span, after, count)
  }
}

/** The same rows, of each key the newest first. */
function turnGroups(rows: readonly OrderPlace[]): OrderPlace[] {
  const turned: OrderPlace[] = []
  let start = 0
  for (let at = 1; at <= rows.length; at += 1) {
    if (at < rows.length && rows[at]?.key === rows[start]?.key) continue
    turned.push(...rows.slice(start, at).reverse())
    start = at
  }
  return turned
}
