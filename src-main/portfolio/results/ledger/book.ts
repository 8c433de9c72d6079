// The moving-average book of one currency: amount held and cost. Pure and exact to 30 decimals.
//
// The cost of the opening (everything held before the first event) is known only after the last event, so the book is linear
// in it: cost = own + share × opening cost. A sale or a fee takes its share of both (figures.md, "Realized P&L of a period").
import { divideHalfEven } from '../../../../src-preload/domain/numbers/exact-decimal.ts'

/** Decimals of amounts and values in books. */
export const BOOK_DECIMALS = 30
/** Decimals of a share of the opening: it is multiplied by a cost, and may be small. */
const SHARE_DECIMALS = 40
/** A full share, 1, in 10^-40. */
export const wholeShare = 10n ** BigInt(SHARE_DECIMALS)

/** The cost of an amount that left the book: own + share × opening cost. */
export interface TakenCost {
  /** In 10^-30 of the value currency. */
  readonly own: bigint
  /** Share of the opening, in 10^-40. */
  readonly share: bigint
}

/** The state of a book. */
export interface Book {
  /** In 10^-30 of the currency. */
  readonly held: bigint
  readonly own: bigint
  /** The part of the opening that is still held, in 10^-40. */
  readonly share: bigint
  /** Sums of all received and released amounts and of their values, in 10^-30. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly valueIn: bigint
  readonly valueOut: bigint
  /** Value of the fees taken from received amounts: `valueIn` plus this is the value before fees. */
  readonly feesIn: bigint
  /** The largest amount held below zero so far, in 10^-30: a positive value means that something received is missing. */
  readonly shortage: bigint
}

/** A book that accepts events. */
export interface OpenBook {
  readonly now: () => Book
  /** The part of the opening that is still held, in 10^-40. */
  readonly heldShare: () => bigint
  /**
   * Adds an amount at a value.
   * @param fee - the value of the fee already taken from it
   */
  receive(amount: bigint, value: bigint, fee?: bigint): void
  /** Removes an amount at a value together with its share of the cost. */
  release(amount: bigint, value: bigint): TakenCost
}

/** @param opening - the amount held before the first event, in 10^-30 of the currency */
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
