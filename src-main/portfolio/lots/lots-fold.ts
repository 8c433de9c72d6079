// Folds an account's fills and movements, in chronological order, into lots and disposals by one method. Pure.
//
// The cost of what is bought includes the fee of the buy; the proceeds of what is sold are after the fee of the sale. A fill
// between two currencies has one fee, which counts once: for what is bought on a buy, for what is sold on a sale.
import type { CostMethod } from '../../../src-preload/contract/portfolio/lots.ts'
import { parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { splitMarket } from '../../../src-preload/domain/markets/markets.ts'
import type { TimeRange } from '../../store/api/result-rows.ts'
import { readAmounts, toUnits, valueFill } from '../results/ledger/fill-value.ts'
import type { EventSink } from '../results/ledger/fold-events.ts'
import type { LedgerFill } from '../results/ledger/ledger.ts'
import { toCost } from './cost.ts'
import { createLotBook, type LotBook, type Release } from './lot-book.ts'
import { type OpeningLot, partsOf } from './opening-split.ts'

/** Something that left the account's lots. */
export interface Disposal extends Release {
  /** `fee`: taken from a currency that the fill did not bring in. `movedOut`: a withdrawal or sent transfer, without proceeds. */
  readonly kind: 'sale' | 'fee' | 'movedOut'
  readonly currency: string
  readonly atMs: number
  /** The fill; null for a movement. */
  readonly fill: { readonly id: number; readonly orderId: number; readonly market: string } | null
  /** In 10^-30. */
  readonly amount: bigint
  /** After the fee of the sale, in 10^-18; null if unknown, or moved out. */
  readonly proceeds: bigint | null
  /** Before it. */
  readonly grossProceeds: bigint | null
  /** From before the time since which all fills of the currency are stored: its lots are not known. */
  readonly isEarly: boolean
}

export interface LotsOptions {
  readonly method: CostMethod
  /** By currency. */
  readonly openings: ReadonlyMap<string, OpeningLot>
  /** The currency of profit and loss. */
  readonly unit: string
  /** The time from which all fills of a currency are here: what came in before is in its opening. */
  readonly sinceOf: (currency: string) => number
  /** False for the unit of account: a unit is always worth one, so its lots would say nothing. */
  readonly hasLots: (currency: string) => boolean
  /** Disposals outside are not kept; null for none at all. */
  readonly keep: TimeRange | null
  /** The time after the last event: an opening without later fills is dated before it. */
  readonly endMs: number
}

export interface LotsFold extends EventSink {
  /** By currency, also those with nothing left; those without events only after `finish`. */
  readonly books: ReadonlyMap<string, LotBook>
  /** The time of the first fill or movement of each book. */
  readonly firstMs: ReadonlyMap<string, number>
  /** In chronological order. */
  readonly disposals: readonly Disposal[]
  /** Opens the books of currencies that only have an opening; call it after the last event. */
  finish(): void
}

const notKnown: Release = { parts: [], cost: { cost: null, gross: null }, uncovered: 0n }

const plus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b)

export function createLotsFold(options: LotsOptions): LotsFold {
  const { method, openings, unit, sinceOf, hasLots, keep, endMs } = options
  const books = new Map<string, LotBook>()
  const firstMs = new Map<string, number>()
  const disposals: Disposal[] = []

  /** A book opens with its first event, which the dates of its opening precede. */
  function openBook(currency: string, beforeMs: number): LotBook {
    const book = createLotBook(method)
    const opening = openings.get(currency)
    if (opening !== undefined)
      for (const { openedMs, amount, cost } of partsOf(opening, beforeMs))
        book.acquire(openedMs, amount, cost, true)
    books.set(currency, book)
    return book
  }

  function bookOf(currency: string, atMs: number): LotBook {
    const book = books.get(currency)
    if (book !== undefined) return book
    firstMs.set(currency, atMs)
    return openBook(currency, atMs)
  }

  /**
   * @param gross - value without the fee, in 10^-18
   * @param fee - of the buy
   */
  function acquire(
    currency: string,
    atMs: number,
    amount: bigint,
    gross: bigint | null,
    fee: bigint | null,
  ): void {
    if (!hasLots(currency) || atMs < sinceOf(currency)) return
    bookOf(currency, atMs).acquire(atMs, amount, { gross, cost: plus(gross, fee) })
  }

  function dispose(
    sold: Pick<Disposal, 'kind' | 'currency' | 'atMs' | 'fill' | 'amount'>,
    grossProceeds: bigint | null,
    fee: bigint | null,
  ): void {
    const { currency, atMs, amount } = sold
    if (!hasLots(currency)) return
    const isEarly = atMs < sinceOf(currency)
    const release = isEarly ? notKnown : bookOf(currency, atMs).release(amount)
    if (keep === null || atMs < keep.fromMs || atMs >= keep.toMs) return
    const proceeds = grossProceeds === null || fee === null ? null : grossProceeds - fee
    disposals.push({ ...sold, ...release, grossProceeds, proceeds, isEarly })
  }

  function addFill(row: LedgerFill): void {
    const { id, orderId, market, atMs, side } = row
    const units = splitMarket(market)
    // Nobody knows which currencies moved; the state of the books says so.
    if (units === null) return
    const amounts = readAmounts(row)
    const isPriced = units.base === unit || units.quote === unit || row.quotePrice !== null
    const valued = valueFill(side, amounts, units, unit, row.quotePrice ?? [], row.feePrice)
    const { out, in: received, feeOut } = valued
    const cost = (value: bigint | null): bigint | null => (isPriced && value !== null ? toCost(value) : null)
    const fee = amounts.fee === null ? null : cost(valued.fee)
    const fill = { id, orderId, market }
    dispose(
      { kind: 'sale', currency: out.currency, atMs, fill, amount: out.amount },
      cost(valued.value),
      side === 'sell' ? fee : 0n,
    )
    // Taken in kind, the fee is part of what was given for the rest.
    const gross = feeOut === null ? plus(cost(valued.value), fee === null ? 0n : -fee) : cost(valued.value)
    acquire(received.currency, atMs, received.amount, gross, side === 'buy' ? fee : 0n)
    if (feeOut !== null && feeOut.amount > 0n)
      dispose({ kind: 'fee', currency: feeOut.currency, atMs, fill, amount: feeOut.amount }, fee, 0n)
  }

  return {
    books,
    firstMs,
    disposals,
    finish() {
      for (const currency of openings.keys())
        if (hasLots(currency) && !books.has(currency)) openBook(currency, endMs)
    },
    add: addFill,
    skip: () => undefined,
    move({ currency, direction, amount, value, atMs }) {
      const units = toUnits(parseExact(amount))
      const worth = value === null ? null : toCost(toUnits(parseExact(value)))
      if (direction === 'in') acquire(currency, atMs, units, worth, 0n)
      else dispose({ kind: 'movedOut', currency, atMs, fill: null, amount: units }, null, 0n)
    },
    mark: () => undefined,
  }
}
