// The store's calls for what is read backwards in the background: fills of orders, public trades.
import type { OwnTrade } from '../../../src-preload/contract/trading/trading-entities.ts'
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

/** Where the reading of pages of own trades goes on, newest first. */
export interface FillCursor {
  /** The next page, from 1. */
  readonly page: number
  /** Rows that are asked for per page. */
  readonly rows: number
}

/** What a page of own trades brought. */
export interface PagedFills {
  /** How many of its fills are of orders that wanted theirs. */
  readonly useful: number
  /** Orders of which all fills are here now. */
  readonly settledIds: readonly number[]
}

export interface HistoryMethods {
  /**
   * Stores fills of a page of own trades, with where the reading goes on (null: nowhere), in one transaction. An order's
   * fills replace what is here of them once they are as many as the order counts and add up to what it has filled; until
   * then they wait apart. What contradicts fills that are here is a conflict: from then on only the order's own answer
   * counts, and its fills are wanted again. Fills of unknown orders and of orders from before `keptFromMs` are left out.
   * `notFound` as in putOrders.
   */
  putOwnTrades(
    accountId: string,
    trades: readonly OwnTrade[],
    keptFromMs: number,
    next: FillCursor | null,
  ): PagedFills
  /** Null where no reading of pages is under way. */
  getFillCursor(accountId: string): FillCursor | null
  /** Orders whose fills were listed otherwise than in their own answers. */
  countFillConflicts(accountId: string): number
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
