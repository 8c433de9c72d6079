// Lots: what of a currency came in at one time, by a chosen method of cost basis. Computed in main.
import { z } from 'zod'
import { epochMs } from '../orders/entities.ts'
import { book, exactDecimal, figure } from './figures.ts'
import { openingSplit } from './opening.ts'

/**
 * Which lots leave first: the oldest (`fifo`), the newest (`lifo`), or the oldest at the average cost of all (`average`).
 * The method holds for lots and disposals alone: portfolio, report and calendar use the moving average.
 */
export const costMethods = ['fifo', 'lifo', 'average'] as const
export const costMethod = z.enum(costMethods)
export type CostMethod = z.infer<typeof costMethod>

/** Costs and values are in pnlCurrency, rounded at 18 decimals, half to even. */
const lot = z.strictObject({
  /** Null for an opening that the user did not date: it came in before the first stored fill, at an unknown time. */
  openedMs: epochMs.nullable(),
  /** The opening or a part of it; `openedMs` is then the start of a UTC day. */
  isOpening: z.boolean(),
  /** What is left of it. */
  amount: exactDecimal,
  /** With the fee of the buy: value of what was given + fee. */
  cost: figure,
  /** Without the fee. */
  grossCost: figure,
  /** cost ÷ amount. */
  unitCost: figure,
  /** amount × last price; null without a price. */
  marketValue: exactDecimal.nullable(),
  /** marketValue − cost. */
  unrealized: figure,
})
export type Lot = z.infer<typeof lot>

export const lotsRequest = z.strictObject({
  method: costMethod,
  /** Null: the first one with lots. */
  currency: z.string().max(30).nullable(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
})

export const lotsAnswer = z.strictObject({
  method: costMethod,
  pnlCurrency: z.string(),
  /** Currencies with open lots or an opening, by name, with the state of their books. */
  currencies: z.array(book.extend({ lots: z.int().min(0) })),
  /** The currency of `lots`; null if there are none. */
  currency: z.string().nullable(),
  /** Oldest first. */
  lots: z.array(lot).max(500),
  /** Of all lots of the currency; null if there are none. */
  total: lot.omit({ openedMs: true, isOpening: true }).nullable(),
  /** The user's split of the currency's opening; null if there is no opening. */
  split: openingSplit.nullable(),
  /** Fills up to then are in the lots; null if no reading of `pnl` matches them. */
  readingMs: epochMs.nullable(),
})
export type LotsAnswer = z.infer<typeof lotsAnswer>
