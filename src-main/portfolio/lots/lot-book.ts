// The lots of one currency by one method of cost basis. Pure; amounts in 10^-30, costs in 10^-18.
//
// One rule for all methods: the cost that is left is rounded to 18 decimals, half to even, and what leaves costs the
// difference. So nothing is lost: the costs of what has left and of what is left add up to the costs of what came in.
import type { CostMethod } from '../../../src-preload/contract/portfolio/lots.ts'
import { createCostPool } from './cost-pool.ts'
import { addCosts, type Cost, lessCosts, partOfCost } from './cost.ts'

/** An amount that came in at one time. */
export interface Lot extends Cost {
  /** Counts up in the order in which lots came in. */
  readonly id: number
  /** Null for an opening without a date: it came in before the first stored fill. */
  readonly openedMs: number | null
  /** The opening or a part of it. */
  readonly isOpening: boolean
  /** What is left of it. */
  readonly amount: bigint
}

/** What was taken from a lot. */
export type LotPart = Lot

/** What left a book. */
export interface Release {
  /** In the order in which they were taken. */
  readonly parts: readonly LotPart[]
  /** Cost of all parts. */
  readonly cost: Cost
  /** What left beyond the lots: its cost is not known. */
  readonly uncovered: bigint
}

export interface LotBook {
  /** Adds a lot; an amount of zero or less adds none. */
  acquire(openedMs: number | null, amount: bigint, cost: Cost, isOpening?: boolean): void
  release(amount: bigint): Release
  /** The open lots, oldest first. */
  list(): Lot[]
}

/** In 10^-30: the exchange's figures agree to 1e-8 of a unit (figures.md, "The opening"); less than that is not missing. */
export const DUST = 10n ** 22n
/** Lots at the front of the list that are used up, before they are dropped. */
const MAX_USED = 1_000

interface StoredLot {
  readonly id: number
  readonly openedMs: number | null
  readonly isOpening: boolean
  readonly amount: bigint
  readonly cost: Cost
  left: bigint
}

interface Taken {
  readonly lot: StoredLot
  readonly leftBefore: bigint
  readonly amount: bigint
}

/** Cost of what was taken from a lot that keeps its own cost. */
const ownCost = ({ lot, leftBefore, amount }: Taken): Cost =>
  lessCosts(
    partOfCost(lot.cost, leftBefore, lot.amount),
    partOfCost(lot.cost, leftBefore - amount, lot.amount),
  )

/** @param method - by `average` all units cost the same, and the oldest lots leave first */
export function createLotBook(method: CostMethod): LotBook {
  const isNewestFirst = method === 'lifo'
  const pool = method === 'average' ? createCostPool() : null
  /** Oldest first; those before `first` are used up. */
  const lots: StoredLot[] = []
  let first = 0
  let ids = 0

  function takeOne(wanted: bigint): Taken | null {
    const lot = isNewestFirst ? lots.at(-1) : lots[first]
    if (lot === undefined) return null
    const amount = lot.left < wanted ? lot.left : wanted
    const leftBefore = lot.left
    lot.left -= amount
    if (lot.left === 0n) {
      if (isNewestFirst) lots.pop()
      else first += 1
    }
    if (first > MAX_USED && first > lots.length / 2) {
      lots.splice(0, first)
      first = 0
    }
    return { lot, leftBefore, amount }
  }

  function take(amount: bigint): Taken[] {
    const taken: Taken[] = []
    let wanted = amount
    while (wanted > 0n) {
      const one = takeOne(wanted)
      if (one === null) break
      taken.push(one)
      wanted -= one.amount
    }
    return taken
  }

  return {
    acquire(openedMs, amount, cost, isOpening = false) {
      if (amount <= 0n) return
      ids += 1
      pool?.add(amount, cost)
      lots.push({ id: ids, openedMs, isOpening, amount, cost, left: amount })
    },

    release(amount) {
      const taken = take(amount)
      const amounts = taken.map((one) => one.amount)
      const covered = amounts.reduce((sum, one) => sum + one, 0n)
      const costs = pool === null ? taken.map(ownCost) : pool.remove(amounts)
      const parts = taken.map(({ lot: { id, openedMs, isOpening }, amount: part }, at): LotPart => ({
        id,
        openedMs,
        isOpening,
        amount: part,
        ...(costs[at] ?? { cost: 0n, gross: 0n }),
      }))
      const uncovered = amount - covered
      return { parts, cost: addCosts(parts), uncovered: uncovered > DUST ? uncovered : 0n }
    },

    list() {
      const open = lots.slice(first)
      const costs =
        pool === null
          ? open.map((lot) => partOfCost(lot.cost, lot.left, lot.amount))
          : pool.split(open.map(({ left }) => left))
      return open.map(({ id, openedMs, isOpening, left }, at): Lot => ({
        id,
        openedMs,
        isOpening,
        amount: left,
        ...(costs[at] ?? { cost: 0n, gross: 0n }),
      }))
    },
  }
}
