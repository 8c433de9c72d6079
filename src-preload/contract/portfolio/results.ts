// Profit and loss by currency: the exchange's own figures, and those derived from them.
import { z } from 'zod'
import { errorReport } from '../channel.ts'
import { epochMs, pnlEntry } from '../orders/entities.ts'
import { exactDecimal, figure, priceLink } from './figures.ts'

export const pnlSnapshot = z.strictObject({
  entries: z.array(pnlEntry),
  /** When the exchange reported these figures; null for never. */
  asOfMs: epochMs.nullable(),
  /** Why the last update failed; null if it succeeded. Connection loss is reported by the connection channels. */
  lastError: errorReport.nullable(),
})
export type PnlSnapshot = z.infer<typeof pnlSnapshot>

/** Last price of a currency in another one, in figures.md's order: its own market, the inverse one, the shortest chain. */
export const lastPrice = z.strictObject({
  /** The markets between the two currencies; empty for a currency in itself. */
  links: z.array(priceLink).max(8),
  /** Exact without an inverse link; otherwise rounded once, half to even, at 18 decimals. */
  price: exactDecimal,
  /** Time of the oldest link; for a currency in itself, the time of the balance. */
  asOfMs: epochMs,
})
export type LastPrice = z.infer<typeof lastPrice>

/**
 * The figures of one currency, in `pnlCurrency` unless stated otherwise. Exactly: realized + movedOut + unrealized = value
 * sold + market value − value received.
 */
export const pnlResult = z.strictObject({
  currency: z.string(),
  pnlCurrency: z.string(),
  /** total_credit − total_debit, in the currency itself. */
  balance: exactDecimal,
  /** total_balance_value: moving average cost of the balance, as reported by the exchange. */
  costBasis: exactDecimal,
  /** total_debit_value − total_credit_value + total_balance_value − movedOut. */
  realized: figure,
  /**
   * What `realized` is a percent of: total_credit_value − total_balance_value − the cost of what was moved out. 0 of the
   * currency of profit and loss itself, whose sales have no result.
   */
  costOfSold: figure,
  /**
   * Known withdrawals and sent transfers: their value − their share of the cost, with the state of their book. 0 if none is
   * known.
   */
  movedOut: figure,
  /** The share of the cost that left with it. */
  movedOutCost: figure,
  /** Null if no price is stored. */
  lastPrice: lastPrice.nullable(),
  /** balance × last price; with an inverse link rounded once, half to even, at 18 decimals. 0 if the balance is 0. */
  marketValue: exactDecimal.nullable(),
  /** marketValue − costBasis. */
  unrealized: exactDecimal.nullable(),
  /** realized + unrealized; null without a last price. */
  total: figure.nullable(),
})
export type PnlResult = z.infer<typeof pnlResult>

/** Totals over the currencies with a last price, the same ones in each figure; estimated or unknown if a part is. */
export const pnlTotals = z.strictObject({
  pnlCurrency: z.string(),
  marketValue: exactDecimal,
  costBasis: exactDecimal,
  realized: figure,
  costOfSold: figure,
  movedOut: figure,
  unrealized: exactDecimal,
  total: figure,
  /** Currencies without a last price; they are in none of these figures. */
  leftOut: z.array(z.string()),
})
export type PnlTotals = z.infer<typeof pnlTotals>

/**
 * Whether the exchange's values are before fees: proven by the account's own data (figures.md, "Before or after fees"), or
 * not.
 */
export const feeBasis = z.enum(['beforeFees', 'asTheExchangeCounts'])
export type FeeBasis = z.infer<typeof feeBasis>
