// Owns: lists whose filter no index answers alone: found row by row in pieces, kept until the orders change.
// Must not: do more than a few milliseconds of work in one step.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../src-preload/contract/orders.ts'
import type { OrderPlace } from '../order-pages.ts'
import { mergeKeys } from './merge-keys.ts'
import type { OrderFacet } from './order-facets.ts'
import { amongSql, betweenSql, createStatements, describeConditions, stretchSql } from './order-match.ts'
import type { Conditions } from './order-match.ts'
import { columnOf, comparePlaces, limitsOf, mostId, spanOf, startOf } from './sort-lanes.ts'
import type { LaneSource, SortColumn } from './sort-lanes.ts'

/** Rows that one step looks at: through an index and by id; one after the other in the table. */
const indexedRows = 1_024
const tableRows = 8_192
/** As many rows are found whole and sorted; of more, the first are soon found by reading in the order of the list. */
const mostSorted = 20_000
const mostLists = 4

export interface OrderScan {
  /** Ids in the order of the list, as far as they are found. */
  readonly ids: readonly number[]
  readonly isDone: boolean
}

interface Running {
  ids: number[]
  isDone: boolean
  /** Does a step; replaced when another way is better. */
  step: () => void
}

export interface ScanAsk {
  readonly accountKey: number
  readonly filter: OrderFilter
  readonly sort: OrderSort
  readonly facets: readonly OrderFacet[]
  readonly reasons: readonly string[]
  readonly version: number
}

export interface OrderScans {
  /** Takes the list of this ask a step further, if it is not done. */
  advance(ask: ScanAsk): OrderScan
  /** Which of some orders fit, by id. */
  match(ask: ScanAsk, ids: readonly number[]): Set<number>
}

export const countUpToSql = (column: SortColumn) => `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM orders WHERE facet_id = ? AND ${columnOf[column]} BETWEEN ? AND ? LIMIT ?)`
export const reasonIdsSql =
  'SELECT id FROM orders WHERE account_key = ? AND cancel_reason = ? AND id < ? ORDER BY id DESC LIMIT ?'

export function prepareOrderScans(
  db: Sqlite.Database,
  lanes: Readonly<Record<SortColumn, LaneSource>>,
): OrderScans {
  const statementOf = createStatements(db)
  const stretch = db.prepare<[number, number, number], { id: number }>(stretchSql)
  const reasonIds = db.prepare<[number, string, number, number], { id: number }>(reasonIdsSql)
  const kept = new Map<string, Running>()

  const among = <Row>(fields: string, accountKey: number, ids: readonly number[], conditions: Conditions) =>
    // The fields are those of Row.
    statementOf(amongSql(fields, conditions)).all(
      accountKey,
      JSON.stringify(ids),
      ...conditions.values,
    ) as Row[]

  /** Ids of the narrowest index that holds all that fits, in pieces; null where all are wide. */
  function narrowPieces({ accountKey, filter, facets }: ScanAsk): Generator<number[]> | null {
    for (const column of ['price', 'volume', 'created'] as const) {
      const limits = limitsOf(filter, column)
      if (limits === null) continue
      const count = db.prepare<[number, number | string, number | string, number], { count: number }>(
        countUpToSql(column),
      )
      let sum = 0
      for (const { id } of facets) {
        sum += count.get(id, limits.low, limits.high, mostSorted + 1 - sum)?.count ?? 0
        if (sum > mostSorted) break
      }
      if (sum > mostSorted) continue
      return (function* () {
        for (const { id } of facets) {
          const read = lanes[column](id, limits, true)
          let after: OrderPlace = startOf(limits, true)
          for (;;) {
            const places = read(after, indexedRows)
            yield places.map((place) => place.id)
            const last = places.at(-1)
            if (last === undefined || places.length < indexedRows) break
            after = last
          }
        }
      })()
    }
    if (filter.cancelReasons.length === 0) return null
    let sum = 0
    const found: number[] = []
    for (const reason of new Set(filter.cancelReasons)) {
      const ids = reasonIds.all(accountKey, reason, mostId, mostSorted + 1 - sum)
      sum += ids.length
      if (sum > mostSorted) return null
      found.push(...ids.map(({ id }) => id))
    }
    return (function* () {
      for (let at = 0; at < found.length; at += indexedRows) yield found.slice(at, at + indexedRows)
    })()
  }

  function start(ask: ScanAsk): Running {
    const { accountKey, filter, sort, facets } = ask
    const compare = comparePlaces(sort.isDescending)
    const conditions = describeConditions(filter, facets, ask.reasons)
    const fields = `${columnOf[sort.column]} AS key, id`
    const found: OrderPlace[] = []
    const running: Running = { ids: [], isDone: false, step: () => undefined }
    const finish = (): void => {
      running.ids = found.sort(compare).map(({ id }) => id)
      running.isDone = true
    }
    if (facets.length === 0) {
      finish()
      return running
    }

    const pieces = narrowPieces(ask)
    if (pieces !== null) {
      running.step = () => {
        // Pieces of many small combinations are small themselves.
        for (let looked = 0; looked < indexedRows;) {
          const piece = pieces.next()
          if (piece.done === true) {
            finish()
            return
          }
          looked += Math.max(32, piece.value.length)
          found.push(...among<OrderPlace>(fields, accountKey, piece.value, conditions))
        }
      }
      return running
    }

    const span = spanOf(filter, sort.column)
    const sources = facets.map(({ id }) => lanes[sort.column](id, span, sort.isDescending))
    let after = startOf(span, sort.isDescending)
    const walk = (): void => {
      const places = mergeKeys(sources, after, indexedRows, compare)
      const ids = places.map(({ id }) => id)
      const fitting = new Set(among<{ id: number }>('id', accountKey, ids, conditions).map(({ id }) => id))
      for (const id of ids) if (fitting.has(id)) running.ids.push(id)
      after = places.at(-1) ?? after
      if (places.length < indexedRows) running.isDone = true
    }
    let belowId = mostId
    const scan = (): void => {
      const fromId = stretch.get(accountKey, belowId, tableRows - 1)?.id ?? 0
      const rows = statementOf(betweenSql(fields, conditions)).all(
        accountKey,
        fromId,
        belowId,
        ...conditions.values,
      ) as OrderPlace[]
      found.push(...rows)
      belowId = fromId
    }
    running.step = () => {
      walk()
      if (running.isDone || found.length > mostSorted) return
      scan()
      if (belowId === 0 && found.length <= mostSorted) finish()
    }
    return running
  }

  return {
    advance(ask) {
      const name = JSON.stringify([ask.accountKey, ask.version, ask.filter, ask.sort])
      let running = kept.get(name)
      if (running === undefined) {
        running = start(ask)
        for (const oldest of kept.keys()) {
          if (kept.size < mostLists) break
          kept.delete(oldest)
        }
      }
      kept.delete(name)
      kept.set(name, running)
      if (!running.isDone) running.step()
      return running
    },
    match({ accountKey, filter, facets, reasons }, ids) {
      const conditions = describeConditions(filter, facets, reasons)
      return new Set(among<{ id: number }>('id', accountKey, ids, conditions).map(({ id }) => id))
    },
  }
}
