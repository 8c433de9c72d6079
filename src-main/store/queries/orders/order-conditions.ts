// Turns an order filter into SQL conditions on the columns that every index of lists has.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../../src-preload/contract/orders.ts'
import { decimalKey, leastKey, mostKey } from '../../worker/decimal-key.ts'
import type { OrderPlace } from '../../api/order-pages.ts'
import type { OrderFacet } from './order-facets.ts'

export type SortColumn = OrderSort['column']
type Key = OrderPlace['key']
export type Value = string | number

/** Above every id, and above every time. */
export const mostId = Number.MAX_SAFE_INTEGER

export const columnOf: Readonly<Record<SortColumn, string>> = {
  created: 'created_at_ms',
  updated: 'updated_at_ms',
  price: 'price_key',
  volume: 'volume_key',
}

/** A part of a WHERE clause with its values. */
export interface Conditions {
  readonly sql: string
  readonly values: readonly Value[]
}

export const allOf = (parts: readonly Conditions[]): Conditions => ({
  sql: parts.map(({ sql }) => sql).join(' AND '),
  values: parts.flatMap(({ values }) => values),
})

/** Returns the keys that a filter allows of a column, both limits included; null where it allows all. */
export function limitsOf(
  filter: OrderFilter,
  column: SortColumn,
): { readonly low: Key; readonly high: Key } | null {
  const decimals = (least: string | null, most: string | null) =>
    least === null && most === null
      ? null
      : {
          low: least === null ? leastKey : decimalKey(least),
          high: most === null ? mostKey : decimalKey(most),
        }
  switch (column) {
    case 'created':
      if (filter.fromMs === null && filter.toMs === null) return null
      return { low: filter.fromMs ?? 0, high: filter.toMs === null ? mostId : filter.toMs - 1 }
    case 'updated':
      return null
    case 'price':
      return decimals(filter.leastPrice, filter.mostPrice)
    case 'volume':
      return decimals(filter.leastVolume, filter.mostVolume)
  }
}

/** The columns that a filter can limit. */
export const limitedColumns = ['price', 'volume', 'created'] as const

export const within = (filter: OrderFilter, column: SortColumn): Conditions[] => {
  const limits = limitsOf(filter, column)
  return limits === null
    ? []
    : [{ sql: `${columnOf[column]} BETWEEN ? AND ?`, values: [limits.low, limits.high] }]
}

const among = (column: 'id' | 'facet_id', ids: readonly number[]): Conditions => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(ids)],
})

export const ofFacets = (facets: readonly OrderFacet[]): Conditions =>
  among(
    'facet_id',
    facets.map(({ id }) => id),
  )

const maxIdDigits = 15
const uuidKeyLength = 8

/** The first characters of a uuid as the column has them. */
export const uuidKey = (uuid: string): string => uuid.slice(0, uuidKeyLength).toLowerCase()

/** What a text can mean. Letters are compared here, where all of them have an upper and a lower form. */
export interface TextMeaning {
  /** The beginning of a uuid, in small letters. */
  readonly start: string
  /** The order's own id; null where the text is none. */
  readonly id: number | null
  /** Of orders whose cancel reason has the text. */
  readonly facetIds: readonly number[]
}

export function readText(typed: string, facets: readonly OrderFacet[]): TextMeaning {
  const start = typed.toLowerCase()
  return {
    start,
    id: /^\d+$/.test(start) && start.length <= maxIdDigits ? Number(start) : null,
    facetIds: facets
      .filter(({ cancelReason }) => cancelReason.toLowerCase().includes(start))
      .map(({ id }) => id),
  }
}

/** The text on the row itself. */
export const textOfRow = ({ start, id, facetIds }: TextMeaning): Conditions => {
  const told = among('facet_id', facetIds)
  return {
    sql: `(id = ? OR ${told.sql} OR lower(substr(uuid, 1, ?)) = ?)`,
    values: [id ?? -1, ...told.values, start.length, start],
  }
}

/** The text as an index of lists can answer it: by the ids of a few orders, or by a look at each row. */
export const textOfIndex = (meaning: TextMeaning, ids: readonly number[] | null): Conditions => {
  const { start, id, facetIds } = meaning
  const told = among('facet_id', facetIds)
  if (ids !== null) {
    const listed = among('id', ids)
    if (facetIds.length === 0) return listed
    return { sql: `(${listed.sql} OR ${told.sql})`, values: [...listed.values, ...told.values] }
  }
  return {
    sql: `(id = ? OR ${told.sql} OR EXISTS (SELECT 1 FROM orders AS whole WHERE whole.account_key = orders.account_key
      AND whole.id = orders.id AND lower(substr(whole.uuid, 1, ?)) = ?))`,
    values: [id ?? -1, ...told.values, start.length, start],
  }
}

/** The text as orders_by_uuid answers it alone; null where the text is longer than what the index has. */
export const textOfUuidIndex = ({ start, id, facetIds }: TextMeaning): Conditions | null => {
  if (start.length > uuidKeyLength) return null
  const told = among('facet_id', facetIds)
  return {
    sql: `(id = ? OR ${told.sql} OR (uuid_key >= ? AND uuid_key < ?))`,
    values: [id ?? -1, ...told.values, start, `${start}\u{10ffff}`],
  }
}

export const textIdsSql = `
  SELECT id FROM orders INDEXED BY orders_by_uuid WHERE account_key = ? AND uuid_key >= ? AND uuid_key < ?`
export const longTextIdsSql = `${textIdsSql} AND lower(substr(uuid, 1, ?)) = ?`

/** Finds the orders that a text means by id or uuid; null where they are too many. */
export function prepareTextIds(
  db: Sqlite.Database,
  maxIds: number,
): (accountKey: number, meaning: TextMeaning) => number[] | null {
  const limit = `LIMIT ${maxIds + 1}`
  const select = db.prepare<[number, string, string], number>(`${textIdsSql} ${limit}`).pluck()
  const selectLong = db
    .prepare<[number, string, string, number, string], number>(`${longTextIdsSql} ${limit}`)
    .pluck()
  return (accountKey, { start, id }) => {
    const low = start.slice(0, uuidKeyLength)
    // Above all that begins with the text.
    const high = `${low}\u{10ffff}`
    const found =
      start.length <= uuidKeyLength
        ? select.all(accountKey, low, high)
        : selectLong.all(accountKey, low, high, start.length, start)
    if (found.length > maxIds) return null
    return id === null ? found : [...new Set([id, ...found])]
  }
}

const maxStatements = 64

/** Statements that depend on the filter, each prepared once; only the newest are kept. */
export function createStatements(db: Sqlite.Database): (sql: string) => Sqlite.Statement<Value[]> {
  const cached = new Map<string, Sqlite.Statement<Value[]>>()
  return (sql) => {
    const statement = cached.get(sql) ?? db.prepare<Value[]>(sql)
    cached.delete(sql)
    cached.set(sql, statement)
    for (const oldest of cached.keys()) {
      if (cached.size <= maxStatements) break
      cached.delete(oldest)
    }
    return statement
  }
}
