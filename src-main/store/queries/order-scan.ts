// Owns: lists whose filter no index answers alone: found in pieces by two ways at once, kept until the orders change.
// Must not: do more than a few milliseconds of work in one step.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../src-preload/contract/orders.ts'
import type { OrderPlace } from '../order-pages.ts'
import { startMerge } from './merge-keys.ts'
import type { OrderFacet } from './order-facets.ts'
import { createGather, type Gather, mostOfLittle, type PieceSizes } from './order-gather.ts'
import { amongSql, createStatements, describeConditions } from './order-match.ts'
import type { Conditions, Value } from './order-match.ts'
import { comparePlaces, createLanes, readDownSql, readUpSql, spanOf, startOf } from './sort-lanes.ts'
import type { LaneSource, SortColumn } from './sort-lanes.ts'

/** Sizes of what is done, in rows; tests take smaller ones. */
export interface ScanSizes {
  /** That one step of the walk looks at. */
  readonly walked: number
  /** Where no more is to be looked at for all that fits, nothing else is tried; in rows of an index. */
  readonly little: number
  /** So many of the first are kept at first of what is found in no order; of what follows them, four times as many, and so on. */
  readonly kept: number
  readonly pieces?: PieceSizes
}

const usualSizes: ScanSizes = { walked: 512, little: mostOfLittle, kept: 2_000 }
/** The walk finds what there is much of, soon; what it has not found by then, the other way finds sooner. */
const stepsBoth = 2
const stepsPerWalk = 8
const mostLists = 4

export interface OrderScan {
  /** Places in the order of the list, as far as they are found. */
  readonly found: readonly OrderPlace[]
  /** How many fit; null while that is not known. */
  readonly total: number | null
}

interface Running extends OrderScan {
  /** Does a step towards so many ids, or else towards the total. */
  step: (wanted: number) => void
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
  /** Takes the list of this ask a step further, if its first `wanted` ids or its total are not known. */
  advance(ask: ScanAsk, wanted: number): OrderScan
  /** Which of some orders fit, by id. */
  match(ask: ScanAsk, ids: readonly number[]): Set<number>
}

/** A place of the list, and whether what stands there fits. */
interface Tried extends OrderPlace {
  readonly fits: 0 | 1
}

/** A column that says whether a row fits. */
export const fitsSql = ({ sql }: Conditions) => `, (${sql}) AS fits`

export function prepareOrderScans(db: Sqlite.Database, sizes: ScanSizes = usualSizes): OrderScans {
  const statementOf = createStatements(db)
  const kept = new Map<string, Running>()

  function triedLanes(column: SortColumn, conditions: Conditions): LaneSource<Tried> {
    const all = (sql: string, ...values: Value[]): Tried[] =>
      // The columns are those of Tried.
      statementOf(sql).all(...conditions.values, ...values) as Tried[]
    const down = readDownSql(column, fitsSql(conditions))
    const up = readUpSql(column, fitsSql(conditions))
    return createLanes({
      down: (facetId, low, key, id, count) => all(down, facetId, low, key, id, count),
      up: (facetId, above, high, count) => all(up, facetId, above, high, count),
    })
  }

  /** Steps through the list in its order; each answers the places that fit, null after the last. */
  function createWalk({ filter, sort, facets }: ScanAsk, conditions: Conditions, from: OrderPlace | null) {
    const span = spanOf(filter, sort.column)
    const lanes = triedLanes(sort.column, conditions)
    const sources = facets.map(({ id }) => lanes(id, span, sort.isDescending))
    const after: Tried = { ...(from ?? startOf(span, sort.isDescending)), fits: 0 }
    let merge: ((limit: number) => Tried[]) | null = null
    let isOver = false
    return (): OrderPlace[] | null => {
      if (isOver) return null
      merge ??= startMerge(sources, after, sizes.walked, comparePlaces(sort.isDescending))
      const places = merge(sizes.walked)
      isOver = places.length < sizes.walked
      return places.filter(({ fits }) => fits === 1)
    }
  }

  function start(ask: ScanAsk): Running {
    const { filter, sort, facets, reasons } = ask
    const compare = comparePlaces(sort.isDescending)
    const conditions = describeConditions(filter, facets, reasons)
    const found: OrderPlace[] = []
    let total = facets.length === 0 ? 0 : null
    let gather: Gather | null = null
    let counts: Iterator<number, void> | null = null
    let counted = 0
    let steps = 0

    /** What follows a place (null: the start), found by walking, and by looking at all that fits for the first of it. */
    function createPhase(from: OrderPlace | null, most: number) {
      const walk = createWalk(ask, conditions, from)
      const start = found.length
      let first: OrderPlace[] = []
      let pieces: Iterator<OrderPlace[], void> | null = null
      /** What stands behind it is left out. */
      let bound: OrderPlace | null = null
      const isWanted = (place: OrderPlace): boolean =>
        (from === null || compare(from, place) < 0) && (bound === null || compare(place, bound) < 0)
      function keepFirst(): void {
        first.sort(compare)
        if (first.length <= most) return
        first.length = most
        bound = first.at(-1) ?? null
      }
      return {
        /** True when all is found. */
        walk(): boolean {
          const places = walk()
          found.push(...(places ?? []))
          return places === null
        },
        /** True when all that is looked for is found. */
        gather(by: Gather): boolean {
          pieces ??= by.pieces(sort, most, () => bound)
          const piece = pieces.next()
          if (piece.done !== true) {
            first = first.concat(piece.value.filter(isWanted))
            if (first.length > 2 * most) keepFirst()
            return false
          }
          keepFirst()
          if (start + first.length > found.length) {
            found.length = start
            for (const place of first) found.push(place)
          }
          return true
        },
        isWhole: () => bound === null,
      }
    }

    let most = sizes.kept
    let phase = createPhase(null, most)

    function findOn(): void {
      steps += 1
      // What there is much of is found at once, and then nothing else is needed for a first answer.
      if (steps === 1) {
        if (phase.walk()) total = found.length
        return
      }
      gather ??= createGather(statementOf, ask, conditions, sizes.pieces)
      if (gather.cost >= sizes.little && (steps <= stepsBoth || steps % stepsPerWalk === 0) && phase.walk()) {
        total = found.length
        return
      }
      if (!phase.gather(gather)) return
      if (phase.isWhole()) {
        total = found.length
        return
      }
      most *= 4
      phase = createPhase(found.at(-1) ?? null, most)
    }

    function countOn(): void {
      gather ??= createGather(statementOf, ask, conditions, sizes.pieces)
      counts ??= gather.counts()
      const piece = counts.next()
      if (piece.done === true) total = counted
      else counted += piece.value
    }

    return {
      found,
      get total() {
        return total
      },
      step(wanted) {
        if (found.length < Math.min(wanted, total ?? Infinity)) findOn()
        else if (total === null) countOn()
      },
    }
  }

  return {
    advance(ask, wanted) {
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
      running.step(wanted)
      return running
    },
    match({ accountKey, filter, facets, reasons }, ids) {
      const conditions = describeConditions(filter, facets, reasons)
      const found = statementOf(amongSql('id', conditions)).all(
        accountKey,
        JSON.stringify(ids),
        ...conditions.values,
      ) as { id: number }[]
      return new Set(found.map(({ id }) => id))
    },
  }
}
