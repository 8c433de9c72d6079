// The store's call for candles of a range at the resolution that a screen can show.
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'

export interface CandleRangeQuery {
  readonly fromMs: number
  /** Inclusive: starts from `fromMs` to `toMs` are meant. */
  readonly toMs: number
  /** The answer has at most so many candles, whatever is stored. */
  readonly most: number
  /** Not shorter than this one; null: as short as fits. */
  readonly shortest: ChartInterval | null
  /** Periods that ended by then do not change any more. */
  readonly settledMs: number
}

export interface StoredCandleRange {
  /**
   * The shortest period of the interface of which the range has at most `most` starts. Where even the longest has more,
   * the answer is about the newest `most` of them. Months only where these are the shortest that is wanted.
   */
  readonly period: ChartInterval
  readonly candles: CandleColumns
  /**
   * Stretches of starts that no covered range holds, be it the period's own or one of those it is aggregated from;
   * ascending. From the start of the first bucket that is not known to the end of the last, or of the range. Buckets
   * that have not ended are never covered.
   */
  readonly gaps: { readonly fromMs: number; readonly toMs: number }[]
  /**
   * Starts of those candles that are not whole, ascending: they had not ended by `settledMs`, or were told for the last
   * time before they could not change any more. Each is known without a hole from its beginning to when it was told:
   * the service's own, or made of those of a shorter period, whichever is known for longer. Every other candle is
   * final: all of its pieces are here, or the service gave it whole.
   */
  readonly incomplete: number[]
  /** Start of the newest period of the range of which anything is here, be it a part that is left out; null: nothing. */
  readonly newestMs: number | null
  /** The service has none before the first. */
  readonly reachesStart: boolean
  /** When the newest of these candles was last told; null when nothing of the kind ever was. */
  readonly asOfMs: number | null
  /**
   * When the end of the range was last told without a part missing, as one candle or in parts: whether to ask for it
   * again.
   */
  readonly endAsOfMs: number | null
}

export interface CandleRangeMethods {
  /**
   * Reads the service's own candles of the period where they are covered, aggregates of the minute candles where those
   * are, and aggregates of other shorter periods that divide it where only those are. A candle that lacks a piece is
   * left out; the last of all, and those that may still change, are in the answer as far as they are known, and listed
   * as incomplete. Open, max, min and last are those of the parts; the volume is the exact sum of theirs, rounded once.
   * Cost: as many rows as the answer has candles, where these are stored.
   */
  getCandleRange(network: string, market: string, query: CandleRangeQuery): StoredCandleRange
}

export interface DayVwapMethods {
  /**
   * Volume-weighted average price from 00:00 UTC to the end of each candle, worked out from the minute candles: the same
   * value at the same moment for every period. NaN for a day of which a minute is missing (of the running day: up to
   * `settledMs`), before the first trade of a day, and for all but the newest 62 days. Nothing but NaN from one day on.
   *
   * @param period - of the candles, in minutes
   * @param timesMs - their starts, ascending
   */
  getDayVwap(
    network: string,
    market: string,
    period: CandlePeriod,
    timesMs: Float64Array,
    settledMs: number,
  ): Float64Array<ArrayBuffer>
}
