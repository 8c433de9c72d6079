// Owns: the store's calls for results and reports: fills in the order of time, orders of a range, earlier profit and loss.
// Must not: know SQL, or add up money.
import type { OrderTrade, PnlEntry } from '../../src-preload/contract/entities.ts'
import type { OrderSide } from '../../src-preload/shared/markets.ts'
import type { FillPlace } from './order-pages.ts'

/** A fill of an order whose fills are all here. */
export interface TimedFill extends Pick<
  OrderTrade,
  'price' | 'amount' | 'total' | 'feeCurrency' | 'feeAmount'
> {
  readonly side: OrderSide
  readonly atMs: number
}

export interface TimeRange {
  readonly fromMs: number
  /** Not included. */
  readonly toMs: number
}

/** How many orders there are. */
export interface RangeOrders {
  /** Created within the range; of these, the ones that are filled by now, and cancelled. */
  readonly created: number
  readonly filled: number
  readonly cancelled: number
  /** Created within the range, with fills that are not all here. */
  readonly withoutFills: number
  /** The same of those created before it. */
  readonly earlierWithoutFills: number
}

/** A snapshot with what its currencies were worth, those that are valued as the first one is. */
export interface PnlValues {
  readonly id: number
  readonly firstAsOfMs: number
  readonly asOfMs: number
  readonly values: readonly string[]
}

export interface StoredPnl {
  readonly id: number
  readonly firstAsOfMs: number
  readonly asOfMs: number
  readonly entries: PnlEntry[]
}

/** The close of the last candle that had ended by some time. */
export interface StoredClose {
  readonly market: string
  /** As the service's JSON number. */
  readonly price: number
  /** When that candle had ended, or was told for the last time. */
  readonly asOfMs: number
}

export interface ResultMethods {
  /** Markets with fills here, by name. */
  listFillMarkets(accountId: string): string[]
  /**
   * Fills of a market before a time, oldest first, those of one time by their order, then as it lists them. In pieces of at most
   * `limit`: next is where to go on after, null at the end.
   * Fills of an order that are not all here, and those of which neither they nor their order tells the side, are left out.
   */
  readFillsByTime(
    accountId: string,
    market: string,
    after: FillPlace | null,
    toMs: number,
    limit: number,
  ): { fills: TimedFill[]; next: FillPlace | null }
  /** Counts the next `limit` orders below an id (null: from the newest on); belowId is where to go on, null at the end. */
  countRangeOrders(
    accountId: string,
    range: TimeRange,
    belowId: number | null,
    limit: number,
  ): { counts: RangeOrders; belowId: number | null }
  /** The earliest and the latest asOfMs of listPnlValues; null where there is none. */
  getPnlSpan(accountId: string, range: TimeRange): { firstMs: number; lastMs: number } | null
  /**
   * Snapshots that were told at some time within the range, in the order in which they came, after one of them; fewer than
   * `limit` only at the end.
   */
  listPnlValues(
    accountId: string,
    range: TimeRange,
    after: Pick<PnlValues, 'id'> | null,
    limit: number,
  ): PnlValues[]
  /** Snapshots of the account by their ids, in the order in which they came. */
  getPnlSnapshots(accountId: string, ids: readonly number[]): StoredPnl[]
  /** Markets of which candles were ever told on the network, by name. */
  listCandleMarkets(network: string): string[]
  /**
   * For each time the newest close that had been made by then, of whichever of the markets and periods; null where none is here.
   * Of equally new ones that of the market that is named first.
   */
  listClosesAt(
    network: string,
    markets: readonly string[],
    timesMs: readonly number[],
  ): (StoredClose | null)[]
}
