// Collects streamed rows until they are written, within a bound. Pure.
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { StreamedCandle, StreamedRows } from '../../store/api/streamed-rows.ts'

/** More trades than this wait only while the store cannot be written: an answer tells them later. */
export const MAX_WAITING_TRADES = 5_000

export class LiveQueue {
  #trades: MarketTrade[] = []
  /** The newest state by series and start. */
  #candles = new Map<string, StreamedCandle>()

  get isEmpty(): boolean {
    return this.#trades.length === 0 && this.#candles.size === 0
  }

  /** False where it is full: then the trade is dropped. */
  addTrade(trade: MarketTrade): boolean {
    if (this.#trades.length >= MAX_WAITING_TRADES) return false
    this.#trades.push(trade)
    return true
  }

  /** Of one candle's states the one with more volume is the later: a late message does not take the place of a newer one. */
  addCandle(candle: StreamedCandle): void {
    const key = `${candle.market} ${String(candle.period)} ${String(candle.timeMs)}`
    const before = this.#candles.get(key)
    if (before === undefined || candle.volume >= before.volume) this.#candles.set(key, candle)
  }

  /** All that waits, which waits no more. */
  take(): StreamedRows {
    const rows = { trades: this.#trades, candles: [...this.#candles.values()] }
    this.#trades = []
    this.#candles = new Map()
    return rows
  }
}
