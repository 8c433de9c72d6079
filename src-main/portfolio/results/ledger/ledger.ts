// Folds an account's fills and movements, in chronological order, into one book per currency and into sums per market and
// day. Pure.
//
// A ledger has one moment and one zone. It accepts later fills; book-state.ts judges the cost of the openings and the trust
// in the books from its state.
import { add, type Exact, parseExact, zero } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { PriceLink } from '../../../../src-preload/contract/portfolio/figures.ts'
import { type OrderSide, splitMarket } from '../../../../src-preload/domain/markets/markets.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import type { TimedFill } from '../../../store/api/result-rows.ts'
import { type Book, openBook, type OpenBook, wholeShare } from './book.ts'
import { readAmounts, toUnits, valueFill, type ValuedFill } from './fill-value.ts'
import { currenciesOf } from '../market-currencies.ts'
import type { TimedMovement } from './movements.ts'
import { addTo } from '../sums.ts'

/** The results of one currency's sales: their values − (own cost + share × opening cost). */
export interface LinearResult {
  /** Σ (value − own cost), in 10^-30. */
  base: bigint
  /** Σ share of the opening cost, in 10^-40. */
  share: bigint
  /** The largest part of the opening held just before one of the sales, in 10^-40. */
  largestShare: bigint
  /** True if one of the sales is from before the ledger's books start: its cost is unknown. */
  isEarly: boolean
}

/** Sums of one side in one hour of a cell. */
export interface Slot {
  readonly side: OrderSide
  /** Of the day in the ledger's zone, 0 to 23. */
  readonly hour: number
  trades: number
  /** As in a cell: value and fees in the currency of profit and loss, in 10^-30; null if a fill has no price. */
  valueUnits: bigint | null
  feeValue: bigint | null
  readonly results: Map<string, LinearResult>
}

/** Sums of one market on one day. */
export interface Cell {
  trades: number
  boughtAmount: Exact
  boughtValue: Exact
  soldAmount: Exact
  soldValue: Exact
  /** By the currency that they were taken in. */
  readonly fees: Map<string, Exact>
  /** The same in the currency of profit and loss, in 10^-30; null if a fill has no price. */
  feeValue: bigint | null
  /** Values of buys and of sells in the currency of profit and loss, in 10^-30; null if a fill has no price. */
  boughtUnits: bigint | null
  soldUnits: bigint | null
  /** By the currency that was given. */
  readonly results: Map<string, LinearResult>
  /** By hour and side. */
  readonly slots: Map<number, Slot>
}

/** The books at an earlier reading of `pnl`. */
export interface BooksAt {
  readonly readingId: number
  readonly momentMs: number
  readonly books: ReadonlyMap<string, Book>
}

/** The result of one withdrawal or sent transfer. */
export interface MovedOut {
  readonly currency: string
  readonly atMs: number
  /** Its value when it left, in 10^-30. */
  readonly value: bigint
  readonly result: LinearResult
}

export interface LedgerFill extends TimedFill {
  readonly market: string
  /** The price of the quote in the currency of profit and loss at the fill's minute; null if unknown or not needed. */
  readonly quotePrice: readonly PriceLink[] | null
  /** The same for the fee's currency, if it is neither one of the fill's nor that of profit and loss. */
  readonly feePrice: readonly PriceLink[] | null
}

/** A ledger. Events must be added in chronological order. */
export interface Ledger {
  /** Adds a fill that is not earlier than those before. */
  add(fill: LedgerFill): void
  /** Counts fills of a market whose side is unknown, and with it what they moved. */
  skip(market: string, fills: number): void
  /** Adds a deposit, a withdrawal or a transfer. */
  move(movement: TimedMovement): void
  /** Stores the current books for the check against the reading of that moment. */
  mark(readingId: number, momentMs: number): void
  readonly state: LedgerState
}

export interface LedgerState {
  readonly books: ReadonlyMap<string, OpenBook>
  /** By market, then by start of the day. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<number, Cell>>
  readonly marks: readonly BooksAt[]
  /** What left without a sale, in chronological order: its result is separate from the realized one. */
  readonly movedOut: readonly MovedOut[]
  /**
   * By currency, the first fill or movement with an unknown value; null market for a movement or a fee of the currency
   * itself.
   */
  readonly unpriced: ReadonlyMap<string, { readonly market: string | null; readonly atMs: number }>
  /** Currencies of fills that were skipped. */
  readonly skipped: ReadonlySet<string>
  /** Number of all fills, including skipped ones. */
  readonly fills: number
}

const newCell = (): Cell => ({
  trades: 0,
  boughtAmount: zero,
  boughtValue: zero,
  soldAmount: zero,
  soldValue: zero,
  fees: new Map(),
  feeValue: 0n,
  boughtUnits: 0n,
  soldUnits: 0n,
  results: new Map(),
  slots: new Map(),
})

function slotOf({ slots }: Cell, side: OrderSide, hour: number): Slot {
  const key = hour * 2 + (side === 'buy' ? 0 : 1)
  let slot = slots.get(key)
  if (slot === undefined) {
    slot = { side, hour, trades: 0, valueUnits: 0n, feeValue: 0n, results: new Map() }
    slots.set(key, slot)
  }
  return slot
}

/** The result of something that a book does not contain: its cost is unknown. */
const earlyResult: LinearResult = { base: 0n, share: 0n, largestShare: 0n, isEarly: true }

function addResult(results: Map<string, LinearResult>, currency: string, added: LinearResult): void {
  const sum = results.get(currency)
  if (sum === undefined) results.set(currency, { ...added })
  else {
    sum.isEarly ||= added.isEarly
    sum.base += added.base
    sum.share += added.share
    if (added.largestShare > sum.largestShare) sum.largestShare = added.largestShare
  }
}

/** The sum of two values; null if one is unknown. */
const plus = (sum: bigint | null, value: bigint | null): bigint | null =>
  sum === null || value === null ? null : sum + value

/**
 * @param openings - by currency, the amount held before the first event, in 10^-30
 * @param unit - the currency of profit and loss
 * @param sinceOf - the time from which all fills of a currency are here; earlier ones count in sums, but not in its book
 */
export function createLedger(
  openings: ReadonlyMap<string, bigint>,
  unit: string,
  zone: Zone,
  sinceOf: (currency: string) => number,
): Ledger {
  const books = new Map<string, OpenBook>()
  const cells = new Map<string, Map<number, Cell>>()
  const marks: BooksAt[] = []
  const movedOut: MovedOut[] = []
  const unpriced = new Map<string, { market: string | null; atMs: number }>()
  const skipped = new Set<string>()
  let fills = 0
  /** Cached: most fills are on the same day as the one before. */
  let day = { startMs: 0, endMs: -1 }

  function bookOf(currency: string): OpenBook {
    let book = books.get(currency)
    if (book === undefined) {
      book = openBook(openings.get(currency) ?? 0n)
      books.set(currency, book)
    }
    return book
  }

  function dayOf(atMs: number): number {
    if (atMs < day.startMs || atMs >= day.endMs) {
      // The day may start before 1970, where no times exist.
      const startMs = Math.max(0, zone.startOfDay(atMs))
      const { year, month, day: date } = zone.parts(atMs)
      day = { startMs, endMs: zone.timeOf(year, month, date + 1) }
    }
    return day.startMs
  }

  function cellOf(market: string, atMs: number): Cell {
    let days = cells.get(market)
    if (days === undefined) cells.set(market, (days = new Map<number, Cell>()))
    const dayMs = dayOf(atMs)
    let cell = days.get(dayMs)
    if (cell === undefined) days.set(dayMs, (cell = newCell()))
    return cell
  }

  /** Releases an amount at a value; returns its result with the cost it takes along. */
  function give(currency: string, amount: bigint, value: bigint): LinearResult {
    const book = bookOf(currency)
    const largestShare = book.heldShare()
    const taken = book.release(amount, value)
    return { base: value - taken.own, share: taken.share, largestShare, isEarly: false }
  }

  const isEarly = (currency: string, atMs: number): boolean => atMs < sinceOf(currency)

  /** Moves a fill's amounts without the unknown values. */
  function moveAmounts({ out, in: received, feeOut }: ValuedFill, atMs: number): void {
    if (!isEarly(out.currency, atMs)) give(out.currency, out.amount, 0n)
    if (!isEarly(received.currency, atMs)) bookOf(received.currency).receive(received.amount, 0n)
    if (feeOut !== null && !isEarly(feeOut.currency, atMs)) give(feeOut.currency, feeOut.amount, 0n)
  }

  function noteUnpriced(currency: string, market: string | null, atMs: number): void {
    if (!isEarly(currency, atMs) && !unpriced.has(currency)) unpriced.set(currency, { market, atMs })
  }

  return {
    add(fill) {
      fills += 1
      const { market, atMs } = fill
      const amounts = readAmounts(fill)
      const { amount, total, fee } = amounts
      const cell = cellOf(market, atMs)
      const slot = slotOf(cell, fill.side, zone.parts(atMs).hour)
      const note = (currency: string, result: LinearResult): void => {
        addResult(cell.results, currency, result)
        addResult(slot.results, currency, result)
      }
      cell.trades += 1
      slot.trades += 1
      if (fill.side === 'buy') {
        cell.boughtAmount = add(cell.boughtAmount, amount)
        cell.boughtValue = add(cell.boughtValue, total)
      } else {
        cell.soldAmount = add(cell.soldAmount, amount)
        cell.soldValue = add(cell.soldValue, total)
      }
      if (fee !== null) addTo(cell.fees, fee.currency, fee.amount)

      const units = splitMarket(market)
      const isPriced = units !== null && (units.base === unit || units.quote === unit)
      if (units === null || (!isPriced && fill.quotePrice === null)) {
        cell.feeValue = cell.boughtUnits = cell.soldUnits = slot.feeValue = slot.valueUnits = null
        const names = units === null ? [market] : [units.base, units.quote]
        for (const currency of fee === null ? names : new Set([...names, fee.currency])) {
          noteUnpriced(currency, market, atMs)
          note(currency, earlyResult)
        }
        // The amounts are known: moving them allows later fills to be added without a new walk.
        if (units !== null) moveAmounts(valueFill(fill.side, amounts, units, unit, []), atMs)
        return
      }
      const valued = valueFill(fill.side, amounts, units, unit, fill.quotePrice ?? [], fill.feePrice)
      const { out, in: received, feeOut } = valued
      note(
        out.currency,
        isEarly(out.currency, atMs) ? earlyResult : give(out.currency, out.amount, valued.value),
      )
      if (!isEarly(received.currency, atMs)) {
        const taken = feeOut === null ? (valued.fee ?? 0n) : 0n
        bookOf(received.currency).receive(received.amount, received.value, taken)
      }
      if (feeOut !== null && !isEarly(feeOut.currency, atMs)) {
        note(feeOut.currency, give(feeOut.currency, feeOut.amount, valued.fee ?? 0n))
        if (valued.fee === null) noteUnpriced(feeOut.currency, null, atMs)
      }
      cell.feeValue = plus(cell.feeValue, valued.fee)
      slot.feeValue = plus(slot.feeValue, valued.fee)
      slot.valueUnits = plus(slot.valueUnits, valued.value)
      if (fill.side === 'buy') cell.boughtUnits = plus(cell.boughtUnits, valued.value)
      else cell.soldUnits = plus(cell.soldUnits, valued.value)
    },

    skip(market, count) {
      fills += count
      for (const currency of currenciesOf(market)) skipped.add(currency)
    },

    move({ currency, direction, amount, value, atMs }) {
      if (isEarly(currency, atMs)) {
        if (direction === 'out') movedOut.push({ currency, atMs, value: 0n, result: earlyResult })
        return
      }
      const units = toUnits(parseExact(amount))
      const worth = value === null ? 0n : toUnits(parseExact(value))
      if (value === null) noteUnpriced(currency, null, atMs)
      if (direction === 'in') bookOf(currency).receive(units, worth)
      else movedOut.push({ currency, atMs, value: worth, result: give(currency, units, worth) })
    },

    mark(readingId, momentMs) {
      const now = [...books].map(([currency, book]): [string, Book] => [currency, book.now()])
      marks.push({ readingId, momentMs, books: new Map(now) })
    },

    state: {
      books,
      cells,
      marks,
      movedOut,
      unpriced,
      skipped,
      get fills() {
        return fills
      },
    },
  }
}

/** A currency's book without events. */
export const untouchedBook = (opening: bigint): Book => ({ ...openBook(opening).now(), share: wholeShare })
