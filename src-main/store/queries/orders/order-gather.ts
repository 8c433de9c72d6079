// Owns: reading all orders that a filter lets through, piece by piece, by whichever index leaves the least to look at.
// Must not: sort them, or look at more than a few milliseconds' worth in one piece.
import type { OrderSort } from '../../../../src-preload/contract/orders.ts'
import { noKey } from '../../decimal-key.ts'
import type { OrderPlace } from '../../order-pages.ts'
import { amongSql, describeConditions } from './order-match.ts'
import type { Conditions, Value } from './order-match.ts'
import { choosePlan } from './order-plan.ts'
import type { PieceSizes, Statements } from './order-plan.ts'
import type { OrderSample } from './order-sample.ts'
import type { ScanAsk } from './order-scan.ts'
import { columnOf, mostId, spanOf, startOf } from './sort-lanes.ts'

export const usualPieces: PieceSizes = { index: 24_576, table: 2_048, listed: 1_024 }

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

/** What stands behind a place of the list. */
function behindOf({ column, isDescending }: OrderSort, { key, id }: OrderPlace): Conditions {
  const name = `+${columnOf[column]}`
  if (key === noKey) return { sql: `${name} = ? AND +id < ?`, values: [key, id] }
  const further = isDescending ? `${name} < ?` : `(${name} > ? OR ${name} = '')`
  return { sql: `(${further} OR ${name} = ? AND +id < ?)`, values: [key, key, id] }
}

/** What stands before a place of the list, and some of what does not. Null: all of it may. */
function beforeOf(
  { column, isDescending }: OrderSort,
  least: OrderPlace,
  bound: OrderPlace,
): Conditions | null {
  const name = `+${columnOf[column]}`
  if (isDescending) return { sql: `${name} >= ?`, values: [bound.key] }
  // Of what has no key all stands behind what has one.
  return bound.key === noKey ? null : { sql: `${name} BETWEEN ? AND ?`, values: [least.key, bound.key] }
}

function join(all: readonly (Conditions | null)[]): Conditions | null {
  const known = all.filter((each) => each !== null)
  if (known.length === 0) return null
  return { sql: known.map(({ sql }) => sql).join(' AND '), values: known.flatMap(({ values }) => values) }
}

/** What was found in a part of a piece, and whether the piece ends with it. */
export interface PartOf<Row> {
  readonly rows: readonly Row[]
  readonly isEnd: boolean
}

export interface Gather {
  /** About what is to be looked at, in rows of an index. */
  readonly cost: number
  /**
   * Places of what fits, piece by piece, in no order. Of a part with more than `most` only those that stand first, and one more.
   * @param after - only what stands behind it is looked for; null: all
   * @param getBound - asked before each part: nothing that stands behind it needs to be among them, though some may be
   */
  pieces(
    sort: OrderSort,
    most: number,
    after: OrderPlace | null,
    getBound: () => OrderPlace | null,
  ): Generator<PartOf<OrderPlace>, void>
  /** How many fit, piece by piece; numbers to be added up. */
  counts(): Generator<number, void>
}

export function createGather(
  statementOf: Statements,
  ask: ScanAsk,
  sample: OrderSample,
  sizes: PieceSizes,
): Gather {
  const { accountKey, filter, facets, reasons } = ask
  const conditions = describeConditions(filter, facets, reasons)
  const plan = choosePlan(statementOf, ask, sample, sizes)

  /** Runs a statement over every piece: fields of what fits and meets one more condition, which may be another one each time. */
  function* run(
    fields: string,
    getMore: () => Conditions | null,
    tail = '',
  ): Generator<PartOf<unknown>, void> {
    const withMore = ({ sql, values }: Conditions): Conditions => {
      const more = getMore()
      return more === null
        ? { sql, values }
        : { sql: `${more.sql} AND ${sql}`, values: [...more.values, ...values] }
    }
    for (let at = 0; at < plan.ids.length; at += sizes.listed) {
      const ids = JSON.stringify(plan.ids.slice(at, at + sizes.listed))
      const all = withMore(conditions)
      yield {
        rows: statementOf(amongSql(fields, all) + tail).all(accountKey, ids, ...all.values),
        isEnd: true,
      }
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
        const rows = statementOf(pieceSql(fields, index, owner, key, all) + tail).all(
          ...values,
          ...placeValues(key, lower),
          ...placeValues(key, upper),
          ...all.values,
        )
        looked += isLast ? Math.min(way.rows, plan.rowsPerPiece) + 32 : plan.rowsPerPiece
        upper = lower
        const isEnd = looked >= plan.rowsPerPiece
        yield { rows, isEnd }
        if (isEnd) looked = 0
      }
    }
  }

  return {
    cost: plan.cost,
    pieces(sort, most, after, getBound) {
      const column = columnOf[sort.column]
      const behind = after === null ? null : behindOf(sort, after)
      const getMore = (): Conditions | null => {
        const bound = getBound()
        const before =
          bound === null ? null : beforeOf(sort, startOf(spanOf(filter, sort.column), false), bound)
        return join([behind, before])
      }
      // The fields are those of a place.
      return run(`${column} AS key, id`, getMore, firstSql(sort, most)) as Generator<PartOf<OrderPlace>, void>
    },
    *counts() {
      let sum = 0
      for (const { rows, isEnd } of run('count(*) AS count', () => null) as Generator<
        PartOf<{ count: number }>,
        void
      >) {
        sum += rows.reduce((all, { count }) => all + count, 0)
        if (!isEnd) continue
        yield sum
        sum = 0
      }
      yield sum
    },
  }
}
