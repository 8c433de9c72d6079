// Folds an account's fills and movements, in the order of time, into one book per currency and into sums per market and day. Pure.
//
// A ledger is of one moment and one zone. It takes more fills as time goes on; what the opening had cost, and whether the books can be
// trusted, is judged from its state by book-state.ts.
import { add, type Exact, parseExact, zero } from '../../../src-preload/domain/exact.ts'
import type { PriceLink } from '../../../src-preload/contract/portfolio.ts'
import { splitMarket } from '../../../src-preload/domain/markets.ts'
import type { Zone } from '../../../src-preload/domain/zone.ts'
import type { TimedFill } from '../../store/result-rows.ts'
import { type Book, openBook, type OpenBook, wholeShare } from './book.ts'
import { readAmounts, toUnits, valueFill, type ValuedFill } from './fill-value.ts'
import { currenciesOf } from './market-currencies.ts'
import type { TimedMovement } from './movements.ts'
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
  readonly momentMs: number
  readonly books: ReadonlyMap<string, Book>
}

/** What one withdrawal or sent transfer came to. */
export interface MovedOut {
  readonly currency: string
  readonly atMs: number
  readonly result: LinearResult
}

export interface LedgerFill extends TimedFill {
  readonly market: string
  /** The price of the quote in the currency of profit and loss at the fill's minute; null where it is not known, and is needed. */
  readonly quotePrice: readonly PriceLink[] | null
  /** The same of the fee's currency, where it is neither one of the fill's nor that of profit and loss. */
  readonly feePrice: readonly PriceLink[] | null
}

export interface Ledger {
  /** A fill that is not earlier than those before. */
  add(fill: LedgerFill): void
  /** Fills of a market of which nobody tells the side: nothing is known of what they moved. */
  skip(market: string, fills: number): void
  /** A deposit or withdrawal, or a transfer. */
  move(movement: TimedMovement): void
  /** Keeps the books as they are now, for the check against the reading of that moment. */
  mark(readingId: number, momentMs: number): void
  readonly state: LedgerState
}

export interface LedgerState {
  readonly books: ReadonlyMap<string, OpenBook>
  /** By market, then by the beginning of the day. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<number, Cell>>
  readonly marks: readonly BooksAt[]
  /** What left without being sold, in the order of time: its result stands apart from the realized one. */
  readonly movedOut: readonly MovedOut[]
  /** By currency, the first fill or movement whose value is not known; without a market it is of the currency itself. */
  readonly unpriced: ReadonlyMap<string, { readonly market: string | null; readonly atMs: number }>
  /** Currencies of fills that were skipped. */
  readonly skipped: ReadonlySet<string>
  /** Of all fills, those that were skipped among them. */
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

/** Of something that a book does not have: its cost is not known. */
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

/** The sum of two figures of which each may not be known. */
const plus = (sum: bigint | null, value: bigint | null): bigint | null =>
  sum === null || value === null ? null : sum + value

/**
 * @param openings - by currency, what was held before the first event, in 10^-30
 * @param unit - the currency of profit and loss
 * @param sinceOf - since when all fills of a currency are here; those of before count in sums, and are not in its book
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

  /** Something leaves at a value; what it comes to with the cost that it takes along. */
  function give(currency: string, amount: bigint, value: bigint): LinearResult {
    const book = bookOf(currency)
    const largestShare = book.heldShare()
    const taken = book.release(amount, value)
    return { base: value - taken.own, share: taken.share, largestShare, isEarly: false }
  }

  const isEarly = (currency: string, atMs: number): boolean => atMs < sinceOf(currency)

  /** What a fill moved, without the values that are not known. */
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
      cell.trades += 1
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
        cell.feeValue = cell.boughtUnits = cell.soldUnits = null
        const names = units === null ? [market] : [units.base, units.quote]
        for (const currency of fee === null ? names : new Set([...names, fee.currency])) {
          noteUnpriced(currency, market, atMs)
          addResult(cell.results, currency, earlyResult)
        }
        // The amounts are known: with them, the next fills are added without a new walk.
        if (units !== null) moveAmounts(valueFill(fill.side, amounts, units, unit, []), atMs)
        return
      }
      const valued = valueFill(fill.side, amounts, units, unit, fill.quotePrice ?? [], fill.feePrice)
      const { out, in: received, feeOut } = valued
      addResult(
        cell.results,
        out.currency,
        isEarly(out.currency, atMs) ? earlyResult : give(out.currency, out.amount, valued.value),
      )
      if (!isEarly(received.currency, atMs)) {
        const taken = feeOut === null ? (valued.fee ?? 0n) : 0n
        bookOf(received.currency).receive(received.amount, received.value, taken)
      }
      if (feeOut !== null && !isEarly(feeOut.currency, atMs)) {
        addResult(cell.results, feeOut.currency, give(feeOut.currency, feeOut.amount, valued.fee ?? 0n))
        if (valued.fee === null) noteUnpriced(feeOut.currency, null, atMs)
      }
      cell.feeValue = plus(cell.feeValue, valued.fee)
      if (fill.side === 'buy') cell.boughtUnits = plus(cell.boughtUnits, valued.value)
      else cell.soldUnits = plus(cell.soldUnits, valued.value)
    },

    skip(market, count) {
      fills += count
      for (const currency of currenciesOf(market)) skipped.add(currency)
    },

    move({ currency, direction, amount, value, atMs }) {
      if (isEarly(currency, atMs)) {
        if (direction === 'out') movedOut.push({ currency, atMs, result: earlyResult })
        return
      }
      const units = toUnits(parseExact(amount))
      const worth = value === null ? 0n : toUnits(parseExact(value))
      if (value === null) noteUnpriced(currency, null, atMs)
      if (direction === 'in') bookOf(currency).receive(units, worth)
      else movedOut.push({ currency, atMs, result: give(currency, units, worth) })
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

/** A currency's book that nothing came to yet. */
export const untouchedBook = (opening: bigint): Book => ({ ...openBook(opening).now(), share: wholeShare })
