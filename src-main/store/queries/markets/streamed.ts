// The store's call that writes what streams told: trades, and states of running candles.
import type Sqlite from 'better-sqlite3'
import type { MarketTrade } from '../../../../src-preload/contract/orders/entities.ts'
import type { StreamedCandle, StreamedMethods } from '../../api/streamed-rows.ts'
import type { CandleRow } from '../../worker/candle-aggregate.ts'
import { inTransaction } from '../../worker/pragmas.ts'
import { isLaterState } from '../../worker/streamed-candle.ts'
import { prepareCandleCoverage } from './candle-coverage.ts'
import { prepareCandleRuns } from './candle-runs.ts'
import { prepareCandleSeries } from './candle-series.ts'
import { prepareTradeRows } from './trade-rows.ts'

export function prepareStreamed(db: Sqlite.Database): StreamedMethods {
  const series = prepareCandleSeries(db)
  const coverage = prepareCandleCoverage(db)
  const putRun = prepareCandleRuns(db)
  const tradeRows = prepareTradeRows(db)

  /** Answers whether the candle was written. */
  function putCandle(network: string, candle: StreamedCandle, nowMs: number): boolean {
    const { market, period, timeMs, toldAtMs } = candle
    const end = series.findEnd(network, market, period)
    // Without an answer about the end it is not known that nothing is missing before this candle.
    const tail = end?.tail ?? null
    if (end === null || tail === null || timeMs < tail.fromMs) return false
    if (coverage.listWithin(end.id, timeMs, timeMs).length > 0) return false
    const row: CandleRow = [timeMs, candle.open, candle.high, candle.low, candle.close, candle.volume]
    const isWritten = putRun(end.id, period, [row], isLaterState) !== null
    // A time later than now is from a clock that was set back since.
    const isNewer = toldAtMs >= tail.asOfMs || tail.asOfMs > nowMs
    if (isWritten && isNewer) series.noteTail(end.id, tail.fromMs, toldAtMs)
    return isWritten
  }

  function putTrades(network: string, trades: readonly MarketTrade[]): string[] {
    const byMarket = Map.groupBy(trades, ({ market }) => market)
    return [...byMarket]
      .filter(([market, rows]) => tradeRows.add(tradeRows.touchFeed(network, market, null), rows, false) > 0)
      .map(([market]) => market)
  }

  return {
    putStreamed: (network, rows, nowMs) =>
      inTransaction(db, () => {
        const changed = new Map<string, StreamedCandle>()
        for (const candle of rows.candles) {
          if (!putCandle(network, candle, nowMs)) continue
          const key = `${candle.market} ${String(candle.period)}`
          const before = changed.get(key)
          if (before === undefined || candle.timeMs < before.timeMs) changed.set(key, candle)
        }
        return {
          markets: putTrades(network, rows.trades),
          series: [...changed.values()].map(({ market, period, timeMs }) => ({
            market,
            period,
            fromMs: timeMs,
          })),
        }
      }),
  }
}
