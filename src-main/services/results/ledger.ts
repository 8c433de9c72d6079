// Folds an account's fills and movements, in the order of time, into one book per currency and into sums per market and day. Pure.
//
// A ledger is of one moment and one zone. It takes more fills as time goes on; what the opening had cost, and whether the books can be
// trusted, is judged from its state by book-state.ts.
import type { MovementInput } from '../../../src-preload/contract/portfolio.ts'
import { add, type Exact, parseExact, zero } from '../../../src-preload/shared/exact.ts'
import type { PriceLink } from '../../../src-preload/contract/portfolio.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import type { Zone } from '../../../src-preload/shared/zone.ts'
import type { TimedFill } from '../../store/result-rows.ts'
import { type Book, openBook, type OpenBook, wholeShare } from './book.ts'
import { readAmounts, toUnits, valueFill } from './fill-value.ts'
import { addTo } from './sums.ts'

/** The results of what one currency gave up: their values − (own cost + share × opening cost). */
export interface LinearResult {
  /** Σ (value − own cost), in 10^-30. */
  base: bigint
  /** Σ share of the opening cost, in 10^-40. */
  share: bigint
  /** The largest part of the opening that was held just before one of the sales, in 10^-40. */
  largestShare: bigint
  /** One of the sales is from before the ledger's books begin: its cost is not known. */
  isEarly: boolean
}

/** Sums of one market on one day. */
export interface Cell {
  trades: number
  boughtAmount: Exact
  boughtValue: Exact
  soldAmount: Exact
  soldValue: Exact
  /** By the currency they were taken in. */
  readonly fees: Map<string, Exact>
  /** The same in the currency of profit and loss, in 10^-30; null where a fill has no price. */
  feeValue: bigint | null
  /** Values of buys and of sells in the currency of profit and loss, in 10^-30; null where a fill has no price. */
  boughtUnits: bigint | null
  soldUnits: bigint | null
  /** By the currency that was given up. */
  readonly results: Map<string, LinearResult>
}

/** What the fills had come to at an earlier reading of `pnl`. */
export interface BooksAt {
  readonly readingId: number
  readonly books: ReadonlyMap<string, Book>
  readonly fills: number
}

export interface LedgerFill extends TimedFill {
  readonly market: string
  /** The price of the quote in the currency of profit and loss at the fill's minute; null where it is not known, and is needed. */
  readonly quotePrice: readonly PriceLink[] | null
}

export interface Ledger {
  /** A fill that is not earlier than those before. */
  add(fill: LedgerFill): void
  /** A deposit or withdrawal, or a transfer. */
  move(movement: MovementInput): void
  /** Keeps the books as they are now, for the check against an earlier reading. */
  mark(readingId: number): void
  readonly state: LedgerState
}

export interface LedgerState {
  readonly books: ReadonlyMap<string, OpenBook>
  /** By market, then by the beginning of the day. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<number, Cell>>
  readonly marks: readonly BooksAt[]
  /** By currency, what left without being sold: its result stands apart from the realized one. */
  readonly movedOut: ReadonlyMap<string, LinearResult>
  /** By currency, the first fill whose value is not known. */
  readonly unpriced: ReadonlyMap<string, { readonly market: string; readonly atMs: number }>
  /** By order: its executed volume less its fills so far, where that is not zero. Only orders that `sinceMs` has wholly. */
  readonly unfilled: ReadonlyMap<number, { readonly market: string; readonly left: Exact }>
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
})

function addResult(
  results: Map<string, LinearResult>,
  currency: string,
  base: bigint,
  share: bigint,
  heldShare: bigint,
  isEarly = false,
): void {
  const sum = results.get(currency)
  if (sum === undefined) results.set(currency, { base, share, largestShare: heldShare, isEarly })
  else {
    sum.isEarly ||= isEarly
    sum.base += base
    sum.share += share
    if (heldShare > sum.largestShare) sum.largestShare = heldShare
  }
}

/** The sum of two figures of which each may not be known. */
const plus = (sum: bigint | null, value: bigint | null): bigint | null =>
  sum === null || value === null ? null : sum + value

/**
 * @param openings - by currency, what was held before the first event, in 10^-30
 * @param unit - the currency of profit and loss
 * @param sinceMs - all fills are here from then on; those of before count in sums, and are in no book
 */
export function createLedger(
  openings: ReadonlyMap<string, bigint>,
  unit: string,
  zone: Zone,
  sinceMs: number,
): Ledger {
  const books = new Map<string, OpenBook>()
  const cells = new Map<string, Map<number, Cell>>()
  const marks: BooksAt[] = []
  const movedOut = new Map<string, LinearResult>()
  const unpriced = new Map<string, { market: string; atMs: number }>()
  const unfilled = new Map<number, { market: string; left: Exact }>()
  let fills = 0
  /** Most fills are of the day of the one before. */
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
      // The day may begin before 1970, where no time is.
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

  function give(results: Map<string, LinearResult>, currency: string, amount: bigint, value: bigint): void {
    const book = bookOf(currency)
    const heldShare = book.heldShare()
    const taken = book.release(amount, value)
    addResult(results, currency, value - taken.own, taken.share, heldShare)
  }

  function followOrder({ orderId, orderFilled, orderCreatedMs, market }: LedgerFill, amount: Exact): void {
    if (orderFilled === null || orderCreatedMs === null || orderCreatedMs < sinceMs) return
    const before = unfilled.get(orderId)?.left ?? parseExact(orderFilled)
    const left = add(before, { ...amount, units: -amount.units })
    if (left.units === 0n) unfilled.delete(orderId)
    else unfilled.set(orderId, { market, left })
  }

  return {
    add(fill) {
      fills += 1
      const amounts = readAmounts(fill)
      const { amount, total, fee } = amounts
      const cell = cellOf(fill.market, fill.atMs)
      followOrder(fill, amount)
      cell.trades += 1
      if (fill.side === 'buy') {
        cell.boughtAmount = add(cell.boughtAmount, amount)
        cell.boughtValue = add(cell.boughtValue, total)
      } else {
        cell.soldAmount = add(cell.soldAmount, amount)
        cell.soldValue = add(cell.soldValue, total)
      }
      if (fee !== null) addTo(cell.fees, fee.currency, fee.amount)

      const units = splitMarket(fill.market)
      const isPriced = units !== null && (units.base === unit || units.quote === unit)
      if (units === null || (!isPriced && fill.quotePrice === null)) {
        cell.feeValue = cell.boughtUnits = cell.soldUnits = null
        const moved = units === null ? [fill.market] : [units.base, units.quote]
        for (const currency of fee === null ? moved : new Set([...moved, fee.currency])) {
          if (fill.atMs >= sinceMs && !unpriced.has(currency))
            unpriced.set(currency, { market: fill.market, atMs: fill.atMs })
          addResult(cell.results, currency, 0n, 0n, 0n, true)
        }
        return
      }
      const valued = valueFill(fill.side, amounts, units, unit, fill.quotePrice ?? [])
      if (fill.atMs < sinceMs) {
        addResult(cell.results, valued.out.currency, 0n, 0n, 0n, true)
      } else {
        give(cell.results, valued.out.currency, valued.out.amount, valued.value)
        bookOf(valued.in.currency).receive(valued.in.amount, valued.in.value)
      }
      if (valued.feeOut !== null && fill.atMs >= sinceMs) {
        const { currency } = valued.feeOut
        give(cell.results, currency, valued.feeOut.amount, valued.fee ?? 0n)
        if (valued.fee === null && !unpriced.has(currency))
          unpriced.set(currency, { market: fill.market, atMs: fill.atMs })
      }
      cell.feeValue = plus(cell.feeValue, valued.fee)
      if (fill.side === 'buy') cell.boughtUnits = plus(cell.boughtUnits, valued.value)
      else cell.soldUnits = plus(cell.soldUnits, valued.value)
    },

    move({ currency, direction, amount, value }) {
      const units = toUnits(parseExact(amount))
      const worth = toUnits(parseExact(value))
      if (direction === 'in') bookOf(currency).receive(units, worth)
      else give(movedOut, currency, units, worth)
    },

    mark(readingId) {
      const now = [...books].map(([currency, book]): [string, Book] => [currency, book.now()])
      marks.push({ readingId, books: new Map(now), fills })
    },

    state: {
      books,
      cells,
      marks,
      movedOut,
      unpriced,
      unfilled,
      get fills() {
        return fills
      },
    },
  }
}

/** A currency's book that nothing came to yet. */
export const untouchedBook = (opening: bigint): Book => ({ ...openBook(opening).now(), share: wholeShare })
