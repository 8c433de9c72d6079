// Owns: SQL that counts the candles of a series. Must not: be asked often: the cost is that of reading all their keys.
import type Sqlite from 'better-sqlite3'
import type { HistoryMethods } from '../history-rows.ts'
import { prepareCandleSeries } from './candle-series.ts'

export const countCandlesSql = 'SELECT COUNT(*) FROM candles WHERE series_id = ?'

export function prepareCandleCount(db: Sqlite.Database): Pick<HistoryMethods, 'countCandles'> {
  const series = prepareCandleSeries(db)
  const count = db.prepare<[number], number>(countCandlesSql).pluck()
  return {
    countCandles(network, market, period) {
      const known = series.find(network, market, period)
      return known === null ? 0 : (count.get(known.id) ?? 0)
    },
  }
}
