// The store's calls for what is read backwards in the background: fills of orders, public trades.
import type { CoveredRange } from './coverage.ts'

export interface FillProgress {
  /** Orders that have fills. */
  readonly orders: number
  /** Of these, those whose fills of their present version are not here. */
  readonly wanted: number
}

/** An order whose fills of its present version are not here. */
export interface OrderWantingFills {
  readonly id: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface HistoryMethods {
  /** Newest first, below `belowId` (null: from the newest). */
  listOrdersWantingFills(accountId: string, belowId: number | null, limit: number): OrderWantingFills[]
  getFillProgress(accountId: string): FillProgress
  /** Orders that have fills, all of which are here. Reads one row per order whose fills are here. */
  countOrdersWithFills(accountId: string): number
  /**
   * When the oldest order was created from which on no order lacks its fills; null where no order has them here. Orders that
   * are newer than all whose fills are here are no gap: their turn is next.
   */
  getFillsFromMs(accountId: string): number | null
  /** Ranges of time whose public trades are known without gaps, ascending. */
  getTradeCoverage(network: string, market: string): CoveredRange[]
  /** How many public trades of a market are here. */
  countMarketTrades(network: string, market: string): number
}
