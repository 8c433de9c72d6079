// Owns: SQL that finds the price of a market at earlier times, from the candles here. Must not: guess one between two candles.
import type Sqlite from 'better-sqlite3'
import type { ResultMethods, StoredClose } from '../result-rows.ts'
import { prepareCandleCoverage } from './candle-coverage.ts'
import { type CandleSeriesEnd, prepareCandleSeries } from './candle-series.ts'

const minuteMs = 60_000

export const candleMarketsSql = 'SELECT DISTINCT market FROM candle_series WHERE network = ? ORDER BY market'
export const closeBeforeSql = `
  SELECT time_ms AS timeMs, close FROM candles
  WHERE series_id = ? AND time_ms <= ? ORDER BY time_ms DESC LIMIT 1`

interface CloseRow {
  readonly timeMs: number
  readonly close: number
}

export function prepareCloses(
  db: Sqlite.Database,
): Pick<ResultMethods, 'listCandleMarkets' | 'listClosesAt'> {
  const series = prepareCandleSeries(db)
  const coverage = prepareCandleCoverage(db)
  const selectMarkets = db.prepare<[string], string>(candleMarketsSql).pluck()
  const selectBefore = db.prepare<[number, number], CloseRow>(closeBeforeSql)

  /** From when the close of a candle that has ended is: it may have been told for the last time while it was forming. */
  function closeMs(known: CandleSeriesEnd, startMs: number, endMs: number): number {
    if (known.tail === null || startMs < known.tail.fromMs) return endMs
    if (coverage.listWithin(known.id, startMs, startMs).length > 0) return endMs
    return Math.min(endMs, Math.max(startMs, known.tail.asOfMs))
  }

  function findClose(markets: readonly MarketSeries[], atMs: number): StoredClose | null {
    let best: StoredClose | null = null
    for (const { market, ends } of markets) {
      for (const known of ends) {
        const periodMs = known.period * minuteMs
        const row = selectBefore.get(known.id, atMs - periodMs)
        if (row === undefined) continue
        const asOfMs = closeMs(known, row.timeMs, row.timeMs + periodMs)
        if (best === null || asOfMs > best.asOfMs) best = { market, price: row.close, asOfMs }
      }
    }
    return best
  }

  return {
    listCandleMarkets: (network) => selectMarkets.all(network),
    listClosesAt(network, markets, timesMs) {
      const known = markets.map((market) => ({
        market,
        // Of equally new closes that of the shortest period.
        ends: series.listEnds(network, market).sort((a, b) => a.period - b.period),
      }))
      return timesMs.map((atMs) => findClose(known, atMs))
    },
  }
}

interface MarketSeries {
  readonly market: string
  readonly ends: readonly CandleSeriesEnd[]
}
