// SQL that finds the price of a market at earlier times, from the candles here.
import type Sqlite from 'better-sqlite3'
import type { CoveredRange } from '../../api/coverage.ts'
import type { ResultMethods, StoredClose } from '../../api/result-rows.ts'
import { prepareCandleCoverage } from './candle-coverage.ts'
import { type CandleSeriesEnd, prepareCandleSeries } from './candle-series.ts'

const minuteMs = 60_000

export const candleMarketsSql = 'SELECT DISTINCT market FROM candle_series WHERE network = ? ORDER BY market'
export const closeBeforeSql = `
  SELECT time_ms AS timeMs, close FROM candles
  WHERE series_id = ? AND time_ms <= ? ORDER BY time_ms DESC LIMIT 1`

/** Newest candle of each series of a network. */
export const lastClosesSql = `
  SELECT s.market, s.period_minutes AS period, s.as_of_ms AS toldMs, c.time_ms AS timeMs, c.close
  FROM candle_series AS s JOIN candles AS c ON c.series_id = s.id
    AND c.time_ms = (SELECT max(time_ms) FROM candles WHERE series_id = s.id)
  WHERE s.network = ? ORDER BY s.market, s.period_minutes`

interface LastRow extends CloseRow {
  readonly market: string
  readonly period: number
  readonly toldMs: number
}

interface CloseRow {
  readonly timeMs: number
  readonly close: number
}

export function prepareCloses(
  db: Sqlite.Database,
): Pick<ResultMethods, 'listCandleMarkets' | 'listClosesAt' | 'listLastCloses'> {
  const series = prepareCandleSeries(db)
  const coverage = prepareCandleCoverage(db)
  const selectLast = db.prepare<[string], LastRow>(lastClosesSql)
  const selectMarkets = db.prepare<[string], string>(candleMarketsSql).pluck()
  const selectBefore = db.prepare<[number, number], CloseRow>(closeBeforeSql)

  /**
   * From when the close of a candle that has ended is: it may have been told for the last time while it was forming. Of one
   * that is older than what was told last and was never told whole, no more is known than that it had begun.
   */
  function closeMs({ known, covered }: SeriesEnd, startMs: number, endMs: number): number {
    if (known.tail === null) return endMs
    if (covered().some(({ fromMs, toMs }) => fromMs <= startMs && startMs <= toMs)) return endMs
    if (startMs < known.tail.fromMs) return startMs
    return Math.min(endMs, Math.max(startMs, known.tail.asOfMs))
  }

  function findClose(markets: readonly MarketSeries[], atMs: number): StoredClose | null {
    let best: StoredClose | null = null
    for (const { market, ends } of markets) {
      for (const end of ends) {
        const periodMs = end.known.period * minuteMs
        const row = selectBefore.get(end.known.id, atMs - periodMs)
        if (row === undefined) continue
        const asOfMs = closeMs(end, row.timeMs, row.timeMs + periodMs)
        if (best === null || asOfMs > best.asOfMs) best = { market, price: row.close, asOfMs }
        // None can be newer.
        if (best.asOfMs === atMs) return best
      }
    }
    return best
  }

  return {
    listLastCloses(network) {
      const newest = new Map<string, StoredClose>()
      for (const { market, period, toldMs, timeMs, close } of selectLast.iterate(network)) {
        // A candle that was still forming is as old as the answer; one that had ended is as old as its end.
        const asOfMs = Math.min(timeMs + period * minuteMs, Math.max(timeMs, toldMs))
        const before = newest.get(market)
        if (before === undefined || asOfMs > before.asOfMs)
          newest.set(market, { market, price: close, asOfMs })
      }
      return [...newest.values()]
    },
    listCandleMarkets: (network) => selectMarkets.all(network),
    listClosesAt(network, markets, timesMs) {
      const latestMs = timesMs.reduce((latest, atMs) => Math.max(latest, atMs), 0)
      const known = markets.map((market) => ({
        market,
        // Of equally new closes that of the shortest period.
        ends: series
          .listEnds(network, market)
          .sort((a, b) => a.period - b.period)
          .map((end): SeriesEnd => {
            let covered: CoveredRange[] | null = null
            return { known: end, covered: () => (covered ??= coverage.listWithin(end.id, 0, latestMs)) }
          }),
      }))
      return timesMs.map((atMs) => findClose(known, atMs))
    },
  }
}

interface SeriesEnd {
  readonly known: CandleSeriesEnd
  /** Starts that are covered, up to the latest time that is asked about; read when it is first asked for. */
  readonly covered: () => readonly CoveredRange[]
}

interface MarketSeries {
  readonly market: string
  readonly ends: readonly SeriesEnd[]
}
