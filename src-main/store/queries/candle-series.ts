// Owns: SQL on `candle_series`: the numbers of series and how fresh they are. Must not: touch candles.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/shared/errors.ts'
import type { AnswerTimes } from '../store-api.ts'

export interface CandleSeries {
  readonly id: number
  readonly asOfMs: number
}

export interface CandleSeriesRows {
  find(network: string, market: string, period: number): CandleSeries | null
  /**
   * Makes the series when it is new, and notes the age of an answer that was told no earlier than all before
   * (`isNewest`). An age that lies later than now is from a clock that was set back since, and counts as older.
   */
  touch(
    network: string,
    market: string,
    period: number,
    times: Pick<AnswerTimes, 'asOfMs' | 'nowMs'>,
  ): CandleSeries & { readonly isNewest: boolean }
}

export function prepareCandleSeries(db: Sqlite.Database): CandleSeriesRows {
  const select = db.prepare<[string, string, number], CandleSeries>(
    'SELECT id, as_of_ms AS asOfMs FROM candle_series WHERE network = ? AND market = ? AND period_minutes = ?',
  )
  const insert = db.prepare<[string, string, number, number], CandleSeries>(`
    INSERT INTO candle_series (network, market, period_minutes, as_of_ms) VALUES (?, ?, ?, ?)
    RETURNING id, as_of_ms AS asOfMs`)
  const update = db.prepare<[number, number]>('UPDATE candle_series SET as_of_ms = ? WHERE id = ?')
  const find = (network: string, market: string, period: number) =>
    select.get(network, market, period) ?? null

  return {
    find,
    touch(network, market, period, { asOfMs, nowMs }) {
      const known = find(network, market, period)
      if (known === null) {
        const made = insert.get(network, market, period, asOfMs)
        if (!made) throw new AppError('internal', { what: 'insert without series' })
        return { ...made, isNewest: true }
      }
      const isNewest = asOfMs >= known.asOfMs || known.asOfMs > nowMs
      if (isNewest) update.run(asOfMs, known.id)
      return { id: known.id, asOfMs: isNewest ? asOfMs : known.asOfMs, isNewest }
    },
  }
}
