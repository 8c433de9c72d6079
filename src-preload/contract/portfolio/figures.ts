// Figures that main derives, and the state of the books behind them.
import { z } from 'zod'
import { decimalText, epochMs, marketSymbol } from '../orders/entities.ts'

/** An exact decimal; products and sums can be longer than their inputs. */
export const exactDecimal = z.string().regex(/^-?\d{1,180}(\.\d{1,180})?$/)

/** One market's part in a price: the close of its newest stored candle. Divides if `isInverse`. */
export const priceLink = z.strictObject({
  market: marketSymbol,
  price: decimalText,
  asOfMs: epochMs,
  isInverse: z.boolean(),
})
export type PriceLink = z.infer<typeof priceLink>

/**
 * A derived figure. `estimated`: a check of its inputs failed or was not possible; the book's `state` has the details.
 * `unknown`: an input is missing.
 */
export const figure = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('known'), amount: exactDecimal }),
  z.strictObject({ state: z.literal('estimated'), amount: exactDecimal }),
  z.strictObject({ state: z.literal('unknown') }),
])
export type Figure = z.infer<typeof figure>

/** Why the book of a currency is not known. */
export const bookFault = z.discriminatedUnion('reason', [
  /** Fills, transfers and `pnl` disagree by more than 1e-8: usually a deposit or withdrawal that the API does not report. */
  z.strictObject({
    reason: z.literal('check'),
    /** Amounts: debit, earlierBalance; values in pnlCurrency: debitValue, balanceValue, earlierCost. */
    check: z.enum(['debit', 'debitValue', 'balanceValue', 'earlierBalance', 'earlierCost']),
    /** The exchange's figure, and the one computed from stored fills and movements. */
    expected: exactDecimal,
    found: exactDecimal,
    /** Time of an earlier reading; null for the newest one. */
    atMs: epochMs.nullable(),
  }),
  /**
   * The cost of the balance before the first stored fill was derived from the exchange's cost, and no earlier reading
   * confirms it.
   */
  z.strictObject({ reason: z.literal('notChecked') }),
  /** Orders that have filled more than their stored fills add up to. */
  z.strictObject({ reason: z.literal('fillsMissing'), orders: z.int().min(1) }),
  /** The balance before the first stored fill would be negative. */
  z.strictObject({ reason: z.literal('openingBelowZero'), amount: exactDecimal, cost: exactDecimal }),
  /** More was sold or sent than was held by then: the least that was held, below zero. */
  z.strictObject({ reason: z.literal('heldBelowZero'), amount: exactDecimal }),
  /**
   * A value in pnlCurrency is unknown because no candle to price it is stored. For a fill of `market`; null: for a fee or
   * transfer in the currency itself.
   */
  z.strictObject({ reason: z.literal('noPrice'), market: marketSymbol.nullable(), atMs: epochMs }),
  /** The side of a stored fill is unknown. */
  z.strictObject({ reason: z.literal('noSide') }),
  /** The disposed amount is from before the time since which all fills of the currency are stored. */
  z.strictObject({ reason: z.literal('early'), sinceMs: epochMs }),
  /** Too little of the opening balance remains at the end to determine its cost. */
  z.strictObject({ reason: z.literal('openingSold') }),
  /** No reading of `pnl` matches the stored fills yet. */
  z.strictObject({ reason: z.literal('noReading') }),
])
export type BookFault = z.infer<typeof bookFault>

/** The moving-average book of one currency; in a report as far as its results are known. */
export const book = z.strictObject({
  currency: z.string(),
  state: z.enum(['known', 'estimated', 'unknown']),
  /** Null if and only if it is known. */
  fault: bookFault.nullable(),
})
export type BookState = z.infer<typeof book>
