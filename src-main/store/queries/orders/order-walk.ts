// Owns: walking through a list in its own order, and keeping what fits. Each combination's index is looked at piece by piece, and
// always the one whose rest stands first in the list. Must not: look at more in a step than it is told.
import type { OrderPlace } from '../../order-pages.ts'
import { noKey } from '../../decimal-key.ts'
import { describeConditions, noWords, readText, withoutLimits } from './order-match.ts'
import { pieceEndSql, pieceSql } from './order-gather.ts'
import type { Value } from './order-match.ts'
import { type Statements, tableCost } from './order-plan.ts'
import type { OrderSample, SampledOrder } from './order-sample.ts'
import type { ScanAsk } from './order-scan.ts'
import { columnOf, comparePlaces, limitsOf, mostId, spanOf, startOf } from './sort-lanes.ts'
import type { SortColumn } from './sort-lanes.ts'

/**
 * A list by time goes through all orders of the account at once where at least so many of them are of fitting combinations: one
 * index with all that is asked for, instead of one of each combination with nothing but the time.
 */
const leastShare = 1 / 16
/** Rows of the first piece of a combination; of each that follows, so many times as many. */
const firstRows = 16
const growth = 4
/** More of one combination at once would mostly stand far behind what the others have. */
const mostRows = 1_024

const indexOf: Readonly<Record<SortColumn, string>> = {
  created: 'orders_by_facet',
  updated: 'orders_by_change',
  price: 'orders_by_price',
  volume: 'orders_by_volume',
}

const sampledAs = {
  created: 'createdAtMs',
  updated: 'updatedAtMs',
  price: 'priceKey',
  volume: 'volumeKey',
} as const
/** A guess is off by so many rows at least. */
const leastLooked = 4_096

/** The key of the row after so many, upwards from above a key. */
export const keyAboveSql = (index: string, owner: string, key: string) => `
  SELECT ${key} AS key FROM orders INDEXED BY ${index}
  WHERE ${owner} AND ${key} > ? AND ${key} <= ? ORDER BY ${key}, id LIMIT 1 OFFSET ?`

/** One index of the list: what stands before `at`, and at it, was looked at. */
interface Lane {
  readonly ownerId: number
  at: OrderPlace
  rows: number
  isOver: boolean
}

export interface Walk {
  /** Looks at about so many rows, and answers what fits and no row can come before any more; null where nothing is left. */
  next(rows: number): OrderPlace[] | null
  /**
   * About as many rows of an index as have to be looked at to find so many more: at the rate until now, or, where there is none
   * yet, as a sample has it. Infinity where neither tells.
   */
  costOf(more: number, sample: OrderSample): number
}

/** @param from - where it begins; null: with the first of the list */
export function createWalk(statementOf: Statements, ask: ScanAsk, from: OrderPlace | null): Walk {
  const { accountKey, filter, sort, facets, reasons, ordersCount } = ask
  const { column, isDescending } = sort
  const compare = comparePlaces(isDescending)
  const span = spanOf(filter, column)
  const fitting = facets.reduce((sum, facet) => sum + facet.ordersCount, 0)
  const isAtOnce = column === 'created' && fitting >= leastShare * ordersCount
  const [index, owner, key] = isAtOnce
    ? (['orders_by_time', 'account_key = ?', columnOf.created] as const)
    : ([indexOf[column], 'facet_id = ?', columnOf[column]] as const)
  const rest = withoutLimits(isAtOnce ? filter : { ...filter, ...noWords }, column)
  const conditions = describeConditions(rest, facets, reasons)
  const isCovered =
    filter.text === '' &&
    filter.cancelReasons.length === 0 &&
    (isAtOnce || column === 'price' || column === 'volume')
  const limited = (['created', 'price', 'volume'] as const).flatMap((name) => {
    const limits = limitsOf(filter, name)
    return limits === null ? [] : [[name, limits] as const]
  })
  const costOfRow = isCovered ? 1 : tableCost

  const endSql = pieceEndSql(index, owner, key)
  const fitSql = pieceSql(`${key} AS key, id`, index, owner, key, conditions)
  const aboveSql = keyAboveSql(index, owner, key)
  // What the statements answer is what their columns say.
  const endOf = (ownerId: number, low: Value, before: OrderPlace, rows: number) =>
    statementOf(endSql).get(ownerId, low, before.key, before.id, rows - 1) as OrderPlace | undefined
  const keyAbove = (ownerId: number, low: Value, rows: number) =>
    (statementOf(aboveSql).get(ownerId, low, span.high, rows) as { key: OrderPlace['key'] } | undefined)?.key
  const fitsWithin = (ownerId: number, low: OrderPlace, before: OrderPlace) =>
    statementOf(fitSql).all(
      ownerId,
      low.key,
      low.id,
      before.key,
      before.id,
      ...conditions.values,
    ) as OrderPlace[]

  /** Downwards an index has the order of the list. */
  function lookDown(lane: Lane): OrderPlace[] {
    const end = endOf(lane.ownerId, span.low, lane.at, lane.rows)
    const fits = fitsWithin(lane.ownerId, end ?? { key: span.low, id: -1 }, lane.at)
    if (end === undefined) lane.isOver = true
    else lane.at = end
    return fits
  }

  /** Upwards the orders of each key stand the other way round, and those without one after all others. */
  function lookUp(lane: Lane): OrderPlace[] {
    const { ownerId, at, rows } = lane
    if (at.id >= 0) {
      const end = endOf(ownerId, at.key, at, rows) ?? { key: at.key, id: -1 }
      const fits = fitsWithin(ownerId, end, at)
      lane.at = end
      if (at.key === noKey && end.id < 0) lane.isOver = true
      return fits
    }
    const above = keyAbove(ownerId, at.key, rows)
    const fits = fitsWithin(
      ownerId,
      { key: at.key, id: mostId },
      above === undefined ? { key: span.high, id: mostId } : { key: above, id: -1 },
    )
    beginKey(lane, above)
    return fits
  }

  function beginKey(lane: Lane, above: OrderPlace['key'] | undefined): void {
    if (above !== undefined) lane.at = { key: above, id: mostId }
    else if (span.low === noKey) lane.at = { key: noKey, id: mostId }
    else lane.isOver = true
  }

  /** Finds where a lane begins, so that those that begin far down are not looked at before their turn. */
  function open(ownerId: number): Lane {
    const lane = { ownerId, at: from ?? startOf(span, isDescending), rows: firstRows, isOver: false }
    if (span.low > span.high) return { ...lane, isOver: true }
    const first = endOf(ownerId, isDescending ? span.low : lane.at.key, lane.at, 1)
    if (first !== undefined) lane.at = { key: first.key, id: first.id + 1 }
    else if (isDescending || lane.at.key === noKey) lane.isOver = true
    else beginKey(lane, keyAbove(ownerId, lane.at.key, 0))
    return lane
  }

  /** Rows before the first that fits; null where the sample has none, and behind the beginning of the list. */
  function guessDepth(sample: OrderSample): number | null {
    if (from !== null) return null
    const placeOf = (order: SampledOrder): OrderPlace => ({ key: order[sampledAs[column]], id: 0 })
    const ids = new Set(facets.map(({ id }) => id))
    const told = new Set(filter.text === '' ? [] : readText(filter.text, reasons).told)
    const isLike = (order: SampledOrder): boolean =>
      ids.has(order.facetId) &&
      limited.every(
        ([name, { low, high }]) => order[sampledAs[name]] >= low && order[sampledAs[name]] <= high,
      ) &&
      (filter.cancelReasons.length === 0 || filter.cancelReasons.includes(order.cancelReason ?? '')) &&
      (filter.text === '' || told.has(order.cancelReason ?? ''))
    const depth = sample.depth(isAtOnce ? null : ids, (a, b) => compare(placeOf(a), placeOf(b)), isLike)
    return depth === null ? null : depth * (isAtOnce ? ordersCount : fitting)
  }

  let depth: number | null | undefined
  let lanes: Lane[] | null = null
  let pending: OrderPlace[] = []
  let looked = 0
  let found = 0
  return {
    next(rows) {
      lanes ??= (isAtOnce ? [accountKey] : facets.map(({ id }) => id)).map(open)
      const firstOpen = (): Lane | undefined => {
        let first: Lane | undefined
        for (const lane of lanes ?? []) {
          if (!lane.isOver && (first === undefined || compare(lane.at, first.at) < 0)) first = lane
        }
        return first
      }
      let lane = firstOpen()
      if (lane === undefined && pending.length === 0) return null
      const most = Math.max(1, Math.floor(rows / (isCovered ? 1 : tableCost)))
      for (let left = most; lane !== undefined && left > 0; lane = firstOpen()) {
        lane.rows = Math.min(lane.rows, left)
        const fits = isDescending ? lookDown(lane) : lookUp(lane)
        left -= lane.rows
        looked += lane.rows
        found += fits.length
        pending.push(...fits)
        lane.rows = lanes.length === 1 ? most : Math.min(growth * lane.rows, mostRows)
      }
      pending.sort(compare)
      const end = lane
      const ready = end === undefined ? pending : pending.filter((place) => compare(place, end.at) <= 0)
      pending = end === undefined ? [] : pending.slice(ready.length)
      return ready
    },
    costOf(more, sample) {
      if (found > 0) return (more / found) * looked * costOfRow
      depth = depth === undefined ? guessDepth(sample) : depth
      // What was to be found by now is not where it was guessed to be.
      if (depth === null || looked > leastLooked + 2 * depth) return Infinity
      return (leastLooked + depth) * costOfRow
    },
  }
}
