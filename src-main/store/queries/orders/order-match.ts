// Owns: SQL that says which of some orders a filter lets through, whatever it asks for. Must not: find the orders, or sort them.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter } from '../../../../src-preload/contract/orders.ts'
import type { OrderFacet } from './order-facets.ts'
import { hasFacetFilter } from './order-list.ts'
import { columnOf, limitsOf } from './sort-lanes.ts'
import type { SortColumn } from './sort-lanes.ts'

export type Value = string | number

/** Conditions on a row of `orders`, with their values. */
export interface Conditions {
  readonly sql: string
  readonly values: readonly Value[]
}

const mostIdDigits = 15
/** As the index orders_by_uuid has them. */
export const uuidStartSql = 'lower(substr(uuid, 1, 8))'
export const uuidStartLength = 8
export const nextReasonSql = `
  SELECT min(cancel_reason) AS reason FROM orders WHERE account_key = ? AND cancel_reason > ?`

/** The cancel reasons that occur: few, so that each is looked for by itself. */
export function prepareReasons(db: Sqlite.Database): (accountKey: number) => string[] {
  const next = db.prepare<[number, string], { reason: string | null }>(nextReasonSql)
  return (accountKey) => {
    const reasons: string[] = []
    let last = ''
    for (;;) {
      const reason = next.get(accountKey, last)?.reason ?? null
      if (reason === null) return reasons
      reasons.push(reason)
      last = reason
    }
  }
}

/** What a filter asks for besides, where only orders of fitting combinations are looked at. */
export const noWords = {
  markets: [],
  bases: [],
  quotes: [],
  sides: [],
  types: [],
  states: [],
} satisfies Partial<OrderFilter>

/** What a filter asks for besides, where only orders within its limits of a column are looked at. */
export function withoutLimits(filter: OrderFilter, column: SortColumn): OrderFilter {
  switch (column) {
    case 'created':
      return { ...filter, fromMs: null, toMs: null }
    case 'updated':
      return filter
    case 'price':
      return { ...filter, leastPrice: null, mostPrice: null }
    case 'volume':
      return { ...filter, leastVolume: null, mostVolume: null }
  }
}

/** Whether a list sorted by this column has to look at each row to know whether it fits. */
export function needsRows(filter: OrderFilter, column: SortColumn): boolean {
  const others = (['created', 'price', 'volume'] as const).filter((each) => each !== column)
  return (
    filter.text !== '' ||
    filter.cancelReasons.length > 0 ||
    others.some((each) => limitsOf(filter, each) !== null)
  )
}

/**
 * All of the filter as conditions. Columns carry a plus, so that SQLite does not leave the rows that it is given for an index.
 * @param facets - the combinations that the filter lets through
 * @param reasons - the cancel reasons that occur: letters are compared here, where all of them have an upper and a lower form
 */
export function describeConditions(
  filter: OrderFilter,
  facets: readonly OrderFacet[],
  reasons: readonly string[],
): Conditions {
  const parts: string[] = []
  const values: Value[] = []
  const add = (part: string, ...its: readonly Value[]): void => {
    parts.push(part)
    values.push(...its)
  }
  for (const column of ['created', 'price', 'volume'] as const) {
    const limits = limitsOf(filter, column)
    if (limits !== null) add(`+${columnOf[column]} BETWEEN ? AND ?`, limits.low, limits.high)
  }
  // After what is compared faster.
  if (hasFacetFilter(filter)) {
    add('+facet_id IN (SELECT value FROM json_each(?))', JSON.stringify(facets.map(({ id }) => id)))
  }
  if (filter.cancelReasons.length > 0) {
    add('+cancel_reason IN (SELECT value FROM json_each(?))', JSON.stringify(filter.cancelReasons))
  }
  if (filter.text !== '') {
    const { text, id, told } = readText(filter.text, reasons)
    add(
      '(+id = ? OR lower(substr(+uuid, 1, ?)) = ? OR +cancel_reason IN (SELECT value FROM json_each(?)))',
      id ?? -1,
      text.length,
      text,
      JSON.stringify(told),
    )
  }
  return { sql: parts.length === 0 ? 'TRUE' : parts.join(' AND '), values }
}

/** What a text can mean: the beginning of a uuid in small letters, an id (null where it is none), reasons that have it. */
export interface TextMeaning {
  readonly text: string
  readonly id: number | null
  readonly told: readonly string[]
}

export function readText(typed: string, reasons: readonly string[]): TextMeaning {
  const text = typed.toLowerCase()
  return {
    text,
    id: /^\d+$/.test(text) && text.length <= mostIdDigits ? Number(text) : null,
    told: reasons.filter((reason) => reason.toLowerCase().includes(text)),
  }
}

/** Rows by id, whichever of these fit. */
export const amongSql = (fields: string, { sql }: Conditions) => `
  SELECT ${fields} FROM orders WHERE account_key = ? AND id IN (SELECT value FROM json_each(?)) AND ${sql}`
/** Rows of a stretch of ids: from the first on, before the second. */
export const betweenSql = (fields: string, { sql }: Conditions) => `
  SELECT ${fields} FROM orders WHERE account_key = ? AND id >= ? AND id < ? AND ${sql} ORDER BY id DESC`
/** Where a stretch of so many rows begins. */
export const stretchSql =
  'SELECT id FROM orders WHERE account_key = ? AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?'

const mostStatements = 64

/** Statements that depend on the filter, each prepared once; only the newest are kept. */
export function createStatements(db: Sqlite.Database): (sql: string) => Sqlite.Statement<Value[]> {
  const kept = new Map<string, Sqlite.Statement<Value[]>>()
  return (sql) => {
    const statement = kept.get(sql) ?? db.prepare<Value[]>(sql)
    kept.delete(sql)
    kept.set(sql, statement)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostStatements) break
      kept.delete(oldest)
    }
    return statement
  }
}
