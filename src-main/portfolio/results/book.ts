// Keeps the moving-average book of one currency: how much is held and what it cost. Pure and exact to 30 decimals.
//
// What the opening (all that was held before the first event) had cost is known only after the last event, so the book is linear in it:
// cost = own + share × opening cost. A sale or a fee takes its share of both with it (figures.md, "Realized P&L of a period").
import { divideHalfEven } from '../../../src-preload/domain/exact.ts'

/** Decimals of amounts and values here. */
export const BOOK_DECIMALS = 30
/** Decimals of a share of the opening: it is multiplied by a cost, and may be small. */
const SHARE_DECIMALS = 40
export const wholeShare = 10n ** BigInt(SHARE_DECIMALS)

/** The cost of what left the book: own + share × opening cost. */
export interface TakenCost {
  /** In 10^-30 of the value currency. */
  readonly own: bigint
  /** Of the opening, in 10^-40. */
  readonly share: bigint
}

export interface Book {
  /** In 10^-30 of the currency. */
  readonly held: bigint
  readonly own: bigint
  /** The part of the opening that is still held, in 10^-40. */
  readonly share: bigint
  /** Sums of all that came in and went out, and of their values, in 10^-30. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly valueIn: bigint
  readonly valueOut: bigint
  /** Value of the fees that were taken from what came in: with them, `valueIn` is the value before fees. */
  readonly feesIn: bigint
  /** How far below zero it ever was held, in 10^-30: above zero means that something that came in is missing. */
  readonly shortage: bigint
}

export interface OpenBook {
  readonly now: () => Book
  /** The part of the opening that is still held, in 10^-40. */
  readonly heldShare: () => bigint
  /**
   * Something comes in at a value.
   * @param fee - the value of the fee that was taken from it before
   */
  receive(amount: bigint, value: bigint, fee?: bigint): void
  /** Something leaves at a value and takes its share of the cost with it. */
  release(amount: bigint, value: bigint): TakenCost
}

/** @param opening - what was held before the first event, in 10^-30 of the currency */
export function openBook(opening: bigint): OpenBook {
  let held = opening
  let own = 0n
  let share = wholeShare
  let amountIn = 0n
  let amountOut = 0n
  let valueIn = 0n
  let valueOut = 0n
  let feesIn = 0n
  let shortage = opening < 0n ? -opening : 0n

  return {
    heldShare: () => share,
    now: () => ({ held, own, share, amountIn, amountOut, valueIn, valueOut, feesIn, shortage }),
    receive(amount, value, fee = 0n) {
      feesIn += fee
      held += amount
      own += value
      amountIn += amount
      valueIn += value
    },
    release(amount, value) {
      amountOut += amount
      valueOut += value
      const isAll = amount >= held
      const taken =
        isAll || held <= 0n
          ? { own, share }
          : { own: divideHalfEven(own * amount, held), share: divideHalfEven(share * amount, held) }
      held -= amount
      own -= taken.own
      share -= taken.share
      if (-held > shortage) shortage = -held
      return taken
    },
  }
}
