// Owns: reading all orders that a filter lets through, piece by piece, by whichever index leaves the least to look at.
// Must not: sort them, or look at more than a few milliseconds' worth in one piece.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../src-preload/contract/orders.ts'
import { noKey } from '../decimal-key.ts'
import type { OrderPlace } from '../order-pages.ts'
import { amongSql, describeConditions, readText, uuidStartLength, uuidStartSql } from './order-match.ts'
import type { Conditions, Value } from './order-match.ts'
import type { ScanAsk } from './order-scan.ts'
import { columnOf, limitsOf, mostId, spanOf, startOf } from './sort-lanes.ts'
import type { Span } from './sort-lanes.ts'

/** How many rows one piece looks at; tests take smaller ones. */
export interface PieceSizes {
  /** By the index alone. */
  readonly index: number
  /** In the table as well. */
  readonly table: number
  /** By their ids. */
  readonly listed: number
}

const usualPieces: PieceSizes = { index: 24_576, table: 2_048, listed: 1_024 }
/** What a row costs against one that the index alone tells all of. */
const tableCost = 16
/** Of more rows than this it is not worth knowing how many there are: all that the index by time has is looked at sooner. */
const mostCounted = 150_000
/** Where there is no other way, it is only of interest whether there is little. */
export const mostOfLittle = 50_000
/** Of more rows than this, the beginning of a uuid says too little. */
const mostOfUuid = 8_192

/** A way through an index: the rows of an owner from one place down to another. */
interface Way {
  readonly index: string
  /** Condition that all its rows meet, with its values. */
  readonly owner: string
  readonly values: readonly Value[]
  /** What the index is sorted by, before the id; null where that is the id alone. */
  readonly key: string | null
  readonly span: Span
  readonly rows: number
}

const placeSql = (key: string | null): string => (key === null ? 'id' : `(${key}, id)`)
const marksOf = (key: string | null): string => (key === null ? '?' : '(?, ?)')
const placeValues = (key: string | null, place: OrderPlace): Value[] =>
  key === null ? [place.id] : [place.key, place.id]

/** Where a piece of a way ends. */
export const pieceEndSql = (index: string, owner: string, key: string | null) => `
  SELECT ${key ?? 'id'} AS key, id FROM orders INDEXED BY ${index}
  WHERE ${owner}${key === null ? '' : ` AND ${key} >= ?`} AND ${placeSql(key)} < ${marksOf(key)}
  ORDER BY ${key === null ? '' : `${key} DESC, `}id DESC LIMIT 1 OFFSET ?`

/** What fits of a piece. */
export const pieceSql = (
  fields: string,
  index: string,
  owner: string,
  key: string | null,
  { sql }: Conditions,
) => `
  SELECT ${fields} FROM orders INDEXED BY ${index}
  WHERE ${owner} AND ${placeSql(key)} >= ${marksOf(key)} AND ${placeSql(key)} < ${marksOf(key)} AND ${sql}`

/** The first of a piece, in the order of the list. */
export function firstSql({ column, isDescending }: OrderSort, most: number): string {
  const key = columnOf[column]
  const keys = isDescending ? `+${key} DESC` : `+${key} = '', +${key}`
  return ` ORDER BY ${keys}, +id DESC LIMIT ${most + 1}`
}

export const countWithinSql = (index: string, owner: string, key: string) => `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM orders INDEXED BY ${index} WHERE ${owner} AND ${key} BETWEEN ? AND ? LIMIT ?)`
export const countReasonSql = `
  SELECT count(*) AS count FROM (SELECT 1 FROM orders WHERE account_key = ? AND cancel_reason = ? LIMIT ?)`
export const uuidIdsSql = `
  SELECT id FROM orders WHERE account_key = ? AND ${uuidStartSql} >= ? AND ${uuidStartSql} < ? LIMIT ?`

/** Ways that together have all that fits, and orders that are looked at by their ids before. */
interface Plan {
  readonly ids: readonly number[]
  readonly ways: readonly Way[]
  /** What a row of the ways has to meet besides. */
  readonly conditions: Conditions
  /** Against that of one row which the index alone tells all of. */
  readonly cost: number
  readonly rowsPerPiece: number
}

export interface Gather {
  /** What is to be looked at, in rows of an index; not exact where it is much. */
  readonly cost: number
  /**
   * Places of what fits, piece by piece, in no order. Of a piece with more than `most` only those that stand first, and one more.
   * @param getBound - asked before each piece: nothing that stands behind it needs to be among them, though some may be
   */
  pieces(sort: OrderSort, most: number, getBound: () => OrderPlace | null): Generator<OrderPlace[], void>
  /** How many fit, piece by piece; numbers to be added up. */
  counts(): Generator<number, void>
}

type Statements = (sql: string) => Sqlite.Statement<Value[]>

export function createGather(
  statementOf: Statements,
  ask: ScanAsk,
  conditions: Conditions,
  sizes = usualPieces,
): Gather {
  const { accountKey, filter, facets, reasons } = ask

  const effortOf = (rows: number, isByIndexAlone: boolean): Pick<Plan, 'cost' | 'rowsPerPiece'> =>
    isByIndexAlone
      ? { cost: rows, rowsPerPiece: sizes.index }
      : { cost: tableCost * rows, rowsPerPiece: sizes.table }

  // Counts have one column of that name, and ids too.
  const countOf = (sql: string, ...values: Value[]): number =>
    (statementOf(sql).get(...values) as { count: number } | undefined)?.count ?? 0

  /** The indexes have all but the texts of an order. */
  const isCovered = filter.text === '' && filter.cancelReasons.length === 0
  const rowsOf = (ways: readonly Way[]): number => ways.reduce((sum, { rows }) => sum + rows, 0)

  /** The index by reason has all that remains to be known of its orders, which have what is looked for in their reason. */
  const ofReasons = (
    wanted: readonly string[],
    known: Partial<OrderFilter>,
    ids: readonly number[],
  ): Plan => {
    const ways = byReasons(wanted)
    return {
      ids,
      ways,
      conditions: describeConditions({ ...filter, ...known }, facets, reasons),
      ...effortOf(rowsOf(ways) + tableCost * ids.length, filter.text === '' || known.text === ''),
    }
  }

  /** Counts on in one way after another, while there are not too many: what costs as much as a plan that is known is no better. */
  function createCounter(most: number): (sql: string, ...values: Value[]) => number {
    let left = most
    return (sql, ...values) => {
      if (left === 0) return most
      const count = countOf(sql, ...values, left)
      left -= count
      return count
    }
  }

  function byReasons(wanted: Iterable<string>): Way[] {
    const count = createCounter(mostCounted)
    return [...new Set(wanted)].map((reason) => ({
      index: 'orders_by_reason',
      owner: 'account_key = ? AND cancel_reason = ?',
      values: [accountKey, reason],
      key: null,
      span: { low: 0, high: mostId },
      rows: count(countReasonSql, accountKey, reason),
    }))
  }

  function byLimits(column: 'price' | 'volume', most: number): Plan | null {
    const span = limitsOf(filter, column)
    if (span === null) return null
    const [index, key, owner] = [`orders_by_${column}`, columnOf[column], 'facet_id = ?']
    const sql = countWithinSql(index, owner, key)
    const count = createCounter(most)
    const ways = facets.map(({ id }): Way => ({
      index,
      owner,
      values: [id],
      key,
      span,
      rows: count(sql, id, span.low, span.high),
    }))
    const found = ways.filter(({ rows }) => rows > 0)
    return { ids: [], ways: found, conditions, ...effortOf(rowsOf(found), isCovered) }
  }

  function byText(): Plan | null {
    if (filter.text === '') return null
    const { text, id, told } = readText(filter.text, reasons)
    const start = text.slice(0, uuidStartLength)
    // Above all that begins with the text, and below whatever comes then.
    const values = [accountKey, start, `${start}\u{10ffff}`, mostOfUuid + 1]
    const found = statementOf(uuidIdsSql).all(...values) as { id: number }[]
    if (found.length > mostOfUuid) return null
    const ids = new Set(found.map((row) => row.id))
    if (id !== null) ids.add(id)
    return ofReasons(told, { text: '' }, [...ids])
  }

  function byTime(most: number): Plan {
    const span = spanOf(filter, 'created')
    const [index, owner, key] = ['orders_by_time', 'account_key = ?', 'created_at_ms']
    const rows = countOf(countWithinSql(index, owner, key), accountKey, span.low, span.high, most)
    return {
      ids: [],
      ways: [{ index, owner, values: [accountKey], key, span, rows }],
      conditions,
      ...effortOf(rows, isCovered),
    }
  }

  function choose(): Plan {
    let best = byText()
    const consider = (plan: Plan | null): void => {
      if (plan !== null && (best === null || plan.cost < best.cost)) best = plan
    }
    if (filter.cancelReasons.length > 0) consider(ofReasons(filter.cancelReasons, { cancelReasons: [] }, []))
    for (const column of ['price', 'volume'] as const) {
      consider(byLimits(column, Math.min(mostCounted, best?.cost ?? mostCounted)))
    }
    const time = byTime(Math.min(mostCounted, best?.cost ?? mostOfLittle))
    consider(time)
    return best ?? time
  }

  const plan = choose()

  /** Runs a statement over every piece: fields of what fits and meets one more condition, which may be another one each time. */
  function* run(fields: string, getMore: () => Conditions | null, tail = ''): Generator<unknown[], void> {
    const withMore = ({ sql, values }: Conditions): Conditions => {
      const more = getMore()
      return more === null
        ? { sql, values }
        : { sql: `${more.sql} AND ${sql}`, values: [...more.values, ...values] }
    }
    for (let at = 0; at < plan.ids.length; at += sizes.listed) {
      const ids = JSON.stringify(plan.ids.slice(at, at + sizes.listed))
      const all = withMore(conditions)
      yield statementOf(amongSql(fields, all) + tail).all(accountKey, ids, ...all.values)
    }
    // What was found by its id is not found once more.
    const others: Conditions =
      plan.ids.length === 0
        ? plan.conditions
        : {
            sql: `+id NOT IN (SELECT value FROM json_each(?)) AND ${plan.conditions.sql}`,
            values: [JSON.stringify(plan.ids), ...plan.conditions.values],
          }
    // Pieces of many small combinations are small themselves: several make one.
    let looked = 0
    let rows: unknown[] = []
    for (const { index, owner, values, key, span, ...way } of plan.ways) {
      const low = key === null ? [] : [span.low]
      let upper: OrderPlace = { key: span.high, id: mostId }
      for (let isLast = false; !isLast;) {
        const end = statementOf(pieceEndSql(index, owner, key)).get(
          ...values,
          ...low,
          ...placeValues(key, upper),
          plan.rowsPerPiece - 1,
        ) as OrderPlace | undefined
        isLast = end === undefined
        const lower = end ?? { key: span.low, id: -1 }
        const all = withMore(others)
        const found = statementOf(pieceSql(fields, index, owner, key, all) + tail).all(
          ...values,
          ...placeValues(key, lower),
          ...placeValues(key, upper),
          ...all.values,
        )
        rows = rows.length === 0 ? found : [...rows, ...found]
        looked += isLast ? Math.min(way.rows, plan.rowsPerPiece) + 32 : plan.rowsPerPiece
        upper = lower
        if (looked < plan.rowsPerPiece) continue
        yield rows
        looked = 0
        rows = []
      }
    }
    if (looked > 0) yield rows
  }

  return {
    cost: plan.cost,
    pieces(sort, most, getBound) {
      const column = columnOf[sort.column]
      const getMore = (): Conditions | null => {
        const bound = getBound()
        if (bound === null) return null
        if (sort.isDescending) return { sql: `+${column} >= ?`, values: [bound.key] }
        // Of what has no key all stands behind what has one.
        return bound.key === noKey
          ? null
          : {
              sql: `+${column} BETWEEN ? AND ?`,
              values: [startOf(spanOf(filter, sort.column), false).key, bound.key],
            }
      }
      // The fields are those of a place.
      return run(`${column} AS key, id`, getMore, firstSql(sort, most)) as Generator<OrderPlace[], void>
    },
    *counts() {
      for (const rows of run('count(*) AS count', () => null) as Generator<{ count: number }[], void>) {
        yield rows.reduce((sum, { count }) => sum + count, 0)
      }
    },
  }
}
