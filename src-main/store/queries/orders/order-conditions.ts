// Turns an order filter into SQL conditions on the columns that every index of lists has.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../../src-preload/contract/orders/orders.ts'
import { decimalKey, leastKey, mostKey } from '../../worker/decimal-key.ts'
import type { OrderPlace } from '../../api/order-pages.ts'
import type { OrderFacet } from './order-facets.ts'
import { hasWord } from './search-words.ts'

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

export const isFor = (sql: string, ...values: readonly Value[]): Conditions => ({ sql, values })
export const ownedBy = (accountKey: number): Conditions => isFor('account_key = ?', accountKey)
export const between = (column: SortColumn, low: Value, high: Value): Conditions =>
  isFor(`${columnOf[column]} BETWEEN ? AND ?`, low, high)

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
/** One digit begins one uuid in sixteen: it says nothing, and a letter is the beginning of a name. */
const leastUuidStart = 2

/** The first characters of a uuid as the column has them. */
export const uuidKey = (uuid: string): string => uuid.slice(0, uuidKeyLength).toLowerCase()

/** What a word of a search can mean. */
export interface WordMeaning {
  /** The beginning of a uuid, in small letters. */
  readonly start: string
  /** The order's own id; null where the word is none. */
  readonly id: number | null
  /** The combinations whose orders have the word, whatever their numbers are. */
  readonly facetIds: readonly number[]
}

/** @param word - one of `splitSearch` */
export const readSearchWord = (word: string, facets: readonly OrderFacet[]): WordMeaning => ({
  start: word,
  id: /^\d+$/.test(word) && word.length <= maxIdDigits ? Number(word) : null,
  facetIds: facets.filter((facet) => hasWord(facet, word)).map(({ id }) => id),
})

/** The word on the row itself. */
export const wordOfRow = ({ start, id, facetIds }: WordMeaning): Conditions => {
  const told = among('facet_id', facetIds)
  if (start.length < leastUuidStart)
    return { sql: `(id = ? OR ${told.sql})`, values: [id ?? -1, ...told.values] }
  return {
    sql: `(id = ? OR ${told.sql} OR lower(substr(uuid, 1, ?)) = ?)`,
    values: [id ?? -1, ...told.values, start.length, start],
  }
}

/** The word as an index of lists can answer it: by the ids of a few orders, or by a look at each row. */
export const wordOfIndex = (meaning: WordMeaning, ids: readonly number[] | null): Conditions => {
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

/** The word as orders_by_uuid answers it alone; null where the word is longer than what the index has. */
export const wordOfUuidIndex = ({ start, id, facetIds }: WordMeaning): Conditions | null => {
  if (start.length > uuidKeyLength) return null
  const told = among('facet_id', facetIds)
  return {
    sql: `(id = ? OR ${told.sql} OR (uuid_key >= ? AND uuid_key < ?))`,
    values: [id ?? -1, ...told.values, start, `${start}\u{10ffff}`],
  }
}

export const wordIdsSql = `
  SELECT id FROM orders INDEXED BY orders_by_uuid WHERE account_key = ? AND uuid_key >= ? AND uuid_key < ?`
export const longWordIdsSql = `${wordIdsSql} AND lower(substr(uuid, 1, ?)) = ?`

/** Finds the orders that a word means by id or uuid; null where they are too many. */
export function prepareWordIds(
  db: Sqlite.Database,
  maxIds: number,
): (accountKey: number, meaning: WordMeaning) => number[] | null {
  const limit = `LIMIT ${maxIds + 1}`
  const select = db.prepare<[number, string, string], number>(`${wordIdsSql} ${limit}`).pluck()
  const selectLong = db
    .prepare<[number, string, string, number, string], number>(`${longWordIdsSql} ${limit}`)
    .pluck()
  return (accountKey, { start, id }) => {
    if (start.length < leastUuidStart) return id === null ? [] : [id]
    const low = start.slice(0, uuidKeyLength)
    // Above all that begins with the word.
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
