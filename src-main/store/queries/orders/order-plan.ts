// Owns: by which index all orders that a filter lets through are looked for, so that the least has to be looked at: a guess by a
// sample, for counting would take as long as looking. Must not: look for them.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter } from '../../../../src-preload/contract/orders.ts'
import {
  describeConditions,
  noWords,
  readText,
  uuidStartLength,
  uuidStartSql,
  withoutLimits,
} from './order-match.ts'
import type { Conditions, Value } from './order-match.ts'
import type { OrderSample, SampledOrder } from './order-sample.ts'
import type { ScanAsk } from './order-scan.ts'
import { columnOf, limitsOf, mostId, spanOf } from './sort-lanes.ts'
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

/** What a row costs against one that the index alone tells all of. */
export const tableCost = 16
/** What it costs to find the beginning of a way. */
const wayCost = 100
/** Of more rows than this, the beginning of a uuid says too little. */
const mostOfUuid = 8_192

/** A way through an index: the rows of an owner from one place down to another. */
export interface Way {
  readonly index: string
  /** Condition that all its rows meet, with its values. */
  readonly owner: string
  readonly values: readonly Value[]
  /** What the index is sorted by, before the id; null where that is the id alone. */
  readonly key: string | null
  readonly span: Span
  /** About how many it has. */
  readonly rows: number
}

/** Ways that together have all that fits, and orders that are looked at by their ids before. */
export interface Plan {
  readonly ids: readonly number[]
  readonly ways: readonly Way[]
  /** What a row of the ways has to meet besides. */
  readonly conditions: Conditions
  /** About as much as looking at so many rows which the index alone tells all of. */
  readonly cost: number
  readonly rowsPerPiece: number
}

export const uuidIdsSql = `
  SELECT id FROM orders WHERE account_key = ? AND ${uuidStartSql} >= ? AND ${uuidStartSql} < ? LIMIT ?`

export type Statements = (sql: string) => Sqlite.Statement<Value[]>

const isWithin = (key: number | string, { low, high }: Span): boolean => key >= low && key <= high

/** The plan with the least to look at. */
export function choosePlan(
  statementOf: Statements,
  { accountKey, filter, facets, reasons, ordersCount }: ScanAsk,
  sample: OrderSample,
  sizes: PieceSizes,
): Plan {
  /** The indexes have all but the texts of an order. */
  const isCovered = filter.text === '' && filter.cancelReasons.length === 0

  /** @param rest - what is left to be asked of the rows of the ways */
  const planOf = (
    ways: readonly Way[],
    rest: OrderFilter,
    isByIndexAlone = isCovered,
    ids: readonly number[] = [],
  ): Plan => {
    const rows = ways.reduce((sum, way) => sum + way.rows, 0)
    return {
      ids,
      ways,
      conditions: describeConditions(rest, facets, reasons),
      cost: (isByIndexAlone ? rows : tableCost * rows) + tableCost * ids.length + wayCost * ways.length,
      rowsPerPiece: isByIndexAlone ? sizes.index : sizes.table,
    }
  }

  /** Of all orders of the account. */
  const guess = (isLike: (order: SampledOrder) => boolean): number =>
    Math.ceil((sample.share(null, isLike) ?? 1) * ordersCount)

  /** The index by reason has all that remains to be known of its orders, which have what is looked for in their reason. */
  function byReasons(wanted: readonly string[], rest: OrderFilter, ids: readonly number[]): Plan {
    const ways = [...new Set(wanted)].map((reason) => ({
      index: 'orders_by_reason',
      owner: 'account_key = ? AND cancel_reason = ?',
      values: [accountKey, reason],
      key: null,
      span: { low: 0, high: mostId },
      rows: guess(({ cancelReason }) => cancelReason === reason),
    }))
    return planOf(ways, rest, rest.text === '', ids)
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
    return byReasons(told, { ...filter, text: '' }, [...ids])
  }

  /** Prices and volumes are much the same within a market, and not from one to another. */
  function byLimits(column: 'price' | 'volume'): Plan | null {
    const span = limitsOf(filter, column)
    if (span === null) return null
    const isLike = ({ priceKey, volumeKey }: SampledOrder): boolean =>
      isWithin(column === 'price' ? priceKey : volumeKey, span)
    const overall = sample.share(null, isLike) ?? 1
    const facetsOf = Map.groupBy(facets, ({ market }) => market)
    const ways = [...facetsOf.values()].flatMap((ofMarket) => {
      const share = sample.share(new Set(ofMarket.map(({ id }) => id)), isLike) ?? overall
      return ofMarket.map(({ id, ordersCount: count }): Way => ({
        index: `orders_by_${column}`,
        owner: 'facet_id = ?',
        values: [id],
        key: columnOf[column],
        span,
        rows: Math.ceil(share * count),
      }))
    })
    return planOf(ways, withoutLimits({ ...filter, ...noWords }, column))
  }

  function byTime(): Plan {
    const span = spanOf(filter, 'created')
    const way = {
      index: 'orders_by_time',
      owner: 'account_key = ?',
      values: [accountKey],
      key: 'created_at_ms',
      span,
      rows: guess(({ createdAtMs }) => isWithin(createdAtMs, span)),
    }
    return planOf([way], withoutLimits(filter, 'created'))
  }

  const { cancelReasons } = filter
  const plans = [
    byText(),
    cancelReasons.length > 0 ? byReasons(cancelReasons, { ...filter, cancelReasons: [] }, []) : null,
    byLimits('price'),
    byLimits('volume'),
  ]
  return plans.reduce<Plan>((best, plan) => (plan !== null && plan.cost < best.cost ? plan : best), byTime())
}
