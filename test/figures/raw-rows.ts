// The shape of what an exchange told of one account: rows as they came, amounts as exact fractions.
import type { Rational } from './rational.ts'

export type Side = 'buy' | 'sell'

export interface RawFill {
  readonly id: number
  readonly orderId: number
  readonly market: string
  readonly side: Side
  readonly price: Rational
  readonly amount: Rational
  readonly total: Rational
  readonly feeCurrency: string
  readonly feeAmount: Rational
  /** Whole seconds, in milliseconds. */
  readonly timeMs: number
}

export interface RawOrder {
  readonly id: number
  readonly market: string
  readonly side: Side
  readonly type: string
  readonly state: string
  /** null for a market order. */
  readonly price: Rational | null
  readonly averagePrice: Rational
  readonly originVolume: Rational
  readonly executedVolume: Rational
  readonly createdMs: number
  readonly updatedMs: number
  readonly fills: readonly RawFill[]
}

export interface PnlRow {
  readonly currency: string
  readonly pnlCurrency: string
  readonly credit: Rational
  readonly debit: Rational
  readonly creditValue: Rational
  readonly debitValue: Rational
  readonly averageBuyPrice: Rational
  readonly averageSellPrice: Rational
  readonly averageBalancePrice: Rational
  readonly balanceValue: Rational
}

/** One answer of `pnl` with its moment: the answer's Date header, to the second. */
export interface PnlReading {
  readonly momentMs: number
  readonly rows: ReadonlyMap<string, PnlRow>
}

export interface RawTransfer {
  readonly reference: string
  readonly currency: string
  readonly amount: Rational
  readonly direction: 'in' | 'out'
  readonly status: string
  /** When it was processed (`updated_at`). */
  readonly timeMs: number
}

/** A deposit or withdrawal that a person entered because the interface does not tell it. `cost` is in the pnl currency. */
export interface EnteredMove {
  readonly currency: string
  readonly direction: 'in' | 'out'
  readonly amount: Rational
  readonly cost: Rational
  readonly timeMs: number
}

export interface RawCandle {
  readonly startMs: number
  readonly open: Rational
  readonly high: Rational
  readonly low: Rational
  readonly close: Rational
  readonly volume: Rational
}

export interface RawTrade {
  readonly id: number
  readonly price: Rational
  readonly timeMs: number
}

export interface RawRows {
  readonly address: string
  /** The clock of the exchange when it was read. */
  readonly nowMs: number
  /** Market symbols that the exchange knows. */
  readonly markets: readonly string[]
  readonly orders: readonly RawOrder[]
  readonly pnl: PnlReading
  /** Readings before `pnl`, oldest first. */
  readonly earlierPnl: readonly PnlReading[]
  readonly transfers: readonly RawTransfer[]
  readonly entered: readonly EnteredMove[]
  /** Minute candles by market, oldest first, each minute at most once. */
  readonly candles: ReadonlyMap<string, readonly RawCandle[]>
  /** The newest public trade of each market. */
  readonly lastTrades: ReadonlyMap<string, RawTrade>
  /** T0: every fill and transfer from here on is here; null where nothing is older than what is here. */
  readonly sinceMs: number | null
}

/** The same rows as if every fill and transfer before `sinceMs` were missing: the orders stay, as they do in a listing. */
export function withoutFillsBefore(rows: RawRows, sinceMs: number): RawRows {
  return {
    ...rows,
    sinceMs,
    orders: rows.orders.map((order) => ({
      ...order,
      fills: order.fills.filter(({ timeMs }) => timeMs >= sinceMs),
    })),
    transfers: rows.transfers.filter(({ timeMs }) => timeMs >= sinceMs),
    entered: rows.entered.filter(({ timeMs }) => timeMs >= sinceMs),
  }
}

/** Currencies of a market symbol: base, then quote. `currencies` are all that the account knows. Null if none fits. */
export function splitMarket(
  symbol: string,
  currencies: ReadonlySet<string>,
): { readonly base: string; readonly quote: string } | null {
  for (let at = 1; at < symbol.length; at += 1) {
    const [base, quote] = [symbol.slice(0, at), symbol.slice(at)]
    if (currencies.has(base) && currencies.has(quote)) return { base, quote }
  }
  return null
}
