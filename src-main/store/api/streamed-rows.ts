// What streams tell of markets, as the store takes it.
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'

/** The candle of a running or just ended period, as a message told it. */
export interface StreamedCandle {
  readonly market: string
  readonly period: CandlePeriod
  /** Start of the period. */
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** When the message came, by our clock. */
  readonly toldAtMs: number
}

export interface StreamedRows {
  readonly trades: readonly MarketTrade[]
  /** In the order of their messages. */
  readonly candles: readonly StreamedCandle[]
}

/** What is not here as it was before. */
export interface StreamedChanges {
  /** Markets with new trades. */
  readonly markets: readonly string[]
  /** Series with their first changed start. */
  readonly series: readonly {
    readonly market: string
    readonly period: CandlePeriod
    readonly fromMs: number
  }[]
}

export interface StreamedMethods {
  /**
   * Adds streamed trades that are new, and candles that are later states of what is here, in one transaction. Nothing of it
   * counts as covered, for a message that was lost leaves no trace: answers by REST cover, and correct. A candle is left out
   * where it is settled, not newer, or of a series whose end no answer has told.
   *
   * @param nowMs - by our clock
   */
  putStreamed(network: string, rows: StreamedRows, nowMs: number): StreamedChanges
}
