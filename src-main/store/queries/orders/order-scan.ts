// Owns: lists whose filter no index answers alone: found in pieces by two ways at once, kept until the orders change.
// Must not: do more than a few milliseconds of work in one step.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../../src-preload/contract/orders.ts'
import type { OrderPlace } from '../../order-pages.ts'
import type { OrderFacet } from './order-facets.ts'
import { createGather, type Gather, type PartOf, usualPieces } from './order-gather.ts'
import { amongSql, createStatements, describeConditions } from './order-match.ts'
import type { PieceSizes } from './order-plan.ts'
import { type OrderSample, prepareOrderSamples } from './order-sample.ts'
import { createWalk } from './order-walk.ts'
import { comparePlaces } from './sort-lanes.ts'

/** Sizes of what is done, in rows; tests take smaller ones. */
export interface ScanSizes {
  /** That the first step of a walk looks at; each that follows twice as many, up to eight times as many. */
  readonly walked: number
  /** Where no more is to be looked at for all that fits, nothing else is tried; in rows of an index. */
  readonly little: number
  /** So many of the first are kept at first of what is found in no order; of what follows them, four times as many, and so on. */
  readonly kept: number
  readonly pieces?: PieceSizes
}

const usualSizes: ScanSizes = { walked: 2_048, little: 24_576, kept: 512 }
const mostTimesWalked = 8
/** Which way is the shorter one is a guess: the other one has a turn now and then. */
const stepsPerTurn = 6
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
  /** Of the account, whether they fit or not. */
  readonly ordersCount: number
  readonly reasons: readonly string[]
  readonly version: number
}

export interface OrderScans {
  /** Takes the list of this ask a step further, if its first `wanted` ids or its total are not known. */
  advance(ask: ScanAsk, wanted: number): OrderScan
  /** Which of some orders fit, by id. */
  match(ask: ScanAsk, ids: readonly number[]): Set<number>
}

export function prepareOrderScans(db: Sqlite.Database, sizes: ScanSizes = usualSizes): OrderScans {
  const statementOf = createStatements(db)
  const samples = prepareOrderSamples(db)
  const kept = new Map<string, Running>()

  function start(ask: ScanAsk): Running {
    const { accountKey, sort, facets, ordersCount } = ask
    const compare = comparePlaces(sort.isDescending)
    const found: OrderPlace[] = []
    let total = facets.length === 0 ? 0 : null
    let gathering: Gather | null = null
    let counts: Iterator<number, void> | null = null
    let counted = 0
    let steps = 0

    const getSample = (): OrderSample => samples(accountKey, ordersCount)
    const openGather = (): Gather =>
      (gathering ??= createGather(statementOf, ask, getSample(), sizes.pieces ?? usualPieces))

    /** What follows a place (null: the start), found by walking, and by looking at all that fits for the first of it. */
    function createPhase(from: OrderPlace | null, most: number) {
      const walk = createWalk(statementOf, ask, from)
      let rowsOfStep = sizes.walked
      const start = found.length
      let first: OrderPlace[] = []
      let pieces: Iterator<PartOf<OrderPlace>, void> | null = null
      /** What stands behind it is left out. */
      let bound: OrderPlace | null = null
      const isWanted = (place: OrderPlace): boolean => bound === null || compare(place, bound) < 0
      function keepFirst(): void {
        first.sort(compare)
        if (first.length <= most) return
        first.length = most
        bound = first.at(-1) ?? null
      }
      return {
        /** True when all is found. */
        walk(): boolean {
          const places = walk.next(rowsOfStep)
          rowsOfStep = Math.min(2 * rowsOfStep, mostTimesWalked * sizes.walked)
          found.push(...(places ?? []))
          return places === null
        },
        /** True when all that is looked for is found. */
        gather(by: Gather): boolean {
          pieces ??= by.pieces(sort, most, from, () => bound)
          for (;;) {
            const part = pieces.next()
            if (part.done === true) break
            first = first.concat(part.value.rows.filter(isWanted))
            // Soon: of what is still to be looked at, what stands behind it is left where it is.
            if (first.length > 2 * most || part.value.isEnd) keepFirst()
            if (part.value.isEnd) return false
          }
          keepFirst()
          if (start + first.length > found.length) {
            found.length = start
            for (const place of first) found.push(place)
          }
          return true
        },
        /** Whether walking on finds so many more before all is looked at. */
        isWalkSooner: (more: number, by: Gather) => walk.costOf(more, getSample()) < by.cost,
        isWhole: () => bound === null,
      }
    }

    let most = sizes.kept
    let phase = createPhase(null, most)

    function findOn(wanted: number): void {
      steps += 1
      // What there is much of is found at once, and then nothing else is needed for a first answer.
      if (steps === 1) {
        if (phase.walk()) total = found.length
        return
      }
      const gather = openGather()
      const isMuch = gather.cost >= sizes.little
      const isSooner = phase.isWalkSooner(wanted - found.length, gather)
      const isWalked = steps % stepsPerTurn === 0 ? !isSooner : isSooner
      if (isMuch && isWalked && phase.walk()) {
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
      counts ??= openGather().counts()
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
        if (found.length < Math.min(wanted, total ?? Infinity)) findOn(wanted)
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
