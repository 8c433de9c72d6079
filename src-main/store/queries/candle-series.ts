// Owns: SQL on `candle_series`: the numbers of series, how fresh they are, and which candle is still forming.
// Must not: touch candles.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/shared/errors.ts'

export interface CandleSeries {
  readonly id: number
  readonly asOfMs: number
  /** The newest candle that was not finished when it was told, and when that was. */
  readonly formingTimeMs: number | null
  readonly formingAsOfMs: number | null
}

export interface CandleSeriesRows {
  find(network: string, market: string, period: number): CandleSeries | null
  /** Makes the series when it is new; raises its age when the answer is newer than all before. */
  touch(network: string, market: string, period: number, asOfMs: number): CandleSeries
  setForming(seriesId: number, timeMs: number | null, asOfMs: number | null): void
}

const fields = 'id, as_of_ms AS asOfMs, forming_time_ms AS formingTimeMs, forming_as_of_ms AS formingAsOfMs'

export function prepareCandleSeries(db: Sqlite.Database): CandleSeriesRows {
  const select = db.prepare<[string, string, number], CandleSeries>(
    `SELECT ${fields} FROM candle_series WHERE network = ? AND market = ? AND period_minutes = ?`,
  )
  const upsert = db.prepare<[string, string, number, number], CandleSeries>(`
    INSERT INTO candle_series (network, market, period_minutes, as_of_ms) VALUES (?, ?, ?, ?)
    ON CONFLICT (network, market, period_minutes) DO UPDATE SET as_of_ms = max(as_of_ms, excluded.as_of_ms)
    RETURNING ${fields}`)
  const update = db.prepare<[number | null, number | null, number]>(
    'UPDATE candle_series SET forming_time_ms = ?, forming_as_of_ms = ? WHERE id = ?',
  )
  return {
    find: (network, market, period) => select.get(network, market, period) ?? null,
    touch(network, market, period, asOfMs) {
      const series = upsert.get(network, market, period, asOfMs)
      if (!series) throw new AppError('internal', { what: 'upsert without series' })
      return series
    },
    setForming: (seriesId, timeMs, asOfMs) => {
      update.run(timeMs, asOfMs, seriesId)
    },
  }
}
