// The report of a period.
import { z } from 'zod'
import { epochMs, marketSymbol } from '../orders/entities.ts'
import { book, exactDecimal, figure } from './figures.ts'

export const amountOf = z.strictObject({ currency: z.string(), amount: exactDecimal })

export const reportRange = z.strictObject({
  /** Start of this day, in the display time zone; inclusive. */
  fromMs: epochMs,
  /** Exclusive end. */
  toMs: epochMs,
})

/**
 * Results of one market's fills in the period. Amounts and values in the market's own currencies are exact. Results, fees and
 * values "in pnlCurrency" follow figures.md: the result of a fill is the value of what it disposed of minus that part's
 * moving-average cost, rounded once, half to even, at 18 decimals; before fees.
 */
const marketResult = z.strictObject({
  market: marketSymbol,
  quote: z.string(),
  trades: z.int().min(0),
  boughtAmount: exactDecimal,
  boughtValue: exactDecimal,
  soldAmount: exactDecimal,
  soldValue: exactDecimal,
  /** Fees in pnlCurrency, each at its own fill's price; null if a fill has no such price. */
  fees: exactDecimal.nullable(),
  /** Realized P&L in pnlCurrency. */
  realized: figure,
  /** True if fills of the period are missing: counts, amounts and fees cover the stored ones only. */
  isPartial: z.boolean(),
})

const dayResult = z.strictObject({
  /** Start of the day in the display time zone. */
  dayMs: epochMs,
  trades: z.int().min(0),
  /** By quote currency. */
  volumes: z.array(amountOf),
  /** Same as for a market. */
  fees: exactDecimal.nullable(),
  realized: figure,
  /** Same as for a market. */
  isPartial: z.boolean(),
})

/** A best or worst day. */
const extremeDay = z.strictObject({
  dayMs: epochMs,
  amount: exactDecimal,
  state: z.enum(['known', 'estimated']),
})

export const periodReport = z.strictObject({
  fromMs: epochMs,
  toMs: epochMs,
  /** The name selected by the user. */
  timeZone: z.string(),
  /** Currency of `sum`, results and fees. */
  pnlCurrency: z.string(),
  /** Orders created within the range, with the number filled and canceled so far. */
  orders: z.strictObject({
    created: z.int().min(0),
    filled: z.int().min(0),
    cancelled: z.int().min(0),
  }),
  trades: z.int().min(0),
  markets: z.array(marketResult),
  /** By quote currency: bought and sold combined. */
  volumes: z.array(amountOf),
  /** By the currency they were charged in; a fill without a known fee adds none. */
  fees: z.array(amountOf),
  /** Whole period in pnlCurrency. Equal to the sum of its markets, and of its days. */
  sum: z.strictObject({
    /** Null if a fill has no price in pnlCurrency. */
    bought: exactDecimal.nullable(),
    sold: exactDecimal.nullable(),
    fees: exactDecimal.nullable(),
    /** Before fees. */
    realized: figure,
    /** realized − fees. */
    net: figure,
    /** True if fills of the period are missing: all counts and sums cover the stored ones only. */
    isPartial: z.boolean(),
  }),
  /**
   * Days with the highest and lowest realized P&L, estimated if the result of any day is. Null unless all days of the period
   * so far are stored, at least two days have results, and none is unknown.
   */
  best: extremeDay.nullable(),
  worst: extremeDay.nullable(),
  /** Number of days with a positive result among those with results; null if there is no best day. */
  winningDays: z.strictObject({ won: z.int().min(0), of: z.int().min(2) }).nullable(),
  /** Days with fills. */
  days: z.array(dayResult).max(4_000),
  /** The books of all currencies that the period's fills disposed of, by name; unknown if a result of the period is. */
  books: z.array(book),
  /** Orders created within the range with missing fills; they are not counted. */
  ordersWithoutFills: z.int().min(0),
  /** The same for orders created earlier. */
  earlierOrdersWithoutFills: z.int().min(0),
  /** Orders and fills are stored from this time on; null: completely. */
  knownFromMs: epochMs.nullable(),
  /** Orders and fills are stored up to this time; null if none were ever read. */
  knownUntilMs: epochMs.nullable(),
  /** The reading of `pnl` that the books are checked against; null if none matches. */
  readingMs: epochMs.nullable(),
})
export type PeriodReport = z.infer<typeof periodReport>
