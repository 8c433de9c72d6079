// SQL on `candle_series`: the numbers of series and how fresh they are.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import type { AnswerTimes } from '../../api/store-api.ts'

export interface CandleSeries {
  readonly id: number
  readonly asOfMs: number
}

/** A series with what was told last of its end: every candle that starts from `fromMs` on, as it was at `asOfMs`. */
export interface CandleSeriesEnd extends CandleSeries {
  readonly period: CandlePeriod
  readonly tail: { readonly fromMs: number; readonly asOfMs: number } | null
}

interface EndRow extends CandleSeries {
  readonly period: CandlePeriod
  readonly tailFromMs: number | null
  readonly tailAsOfMs: number | null
}

export const seriesEndsSql = `
  SELECT id, as_of_ms AS asOfMs, period_minutes AS period, tail_from_ms AS tailFromMs, tail_as_of_ms AS tailAsOfMs
  FROM candle_series WHERE network = ? AND market = ?`

export const seriesEndSql = `${seriesEndsSql} AND period_minutes = ?`

const endOf = ({ tailFromMs, tailAsOfMs, ...rest }: EndRow): CandleSeriesEnd => ({
  ...rest,
  tail: tailFromMs === null || tailAsOfMs === null ? null : { fromMs: tailFromMs, asOfMs: tailAsOfMs },
})

export function prepareCandleSeries(db: Sqlite.Database) {
  const select = db.prepare<[string, string, number], CandleSeries>(
    'SELECT id, as_of_ms AS asOfMs FROM candle_series WHERE network = ? AND market = ? AND period_minutes = ?',
  )
  const insert = db.prepare<[string, string, number, number], CandleSeries>(`
    INSERT INTO candle_series (network, market, period_minutes, as_of_ms) VALUES (?, ?, ?, ?)
    RETURNING id, as_of_ms AS asOfMs`)
  const update = db.prepare<[number, number]>('UPDATE candle_series SET as_of_ms = ? WHERE id = ?')
  const updateTail = db.prepare<[number, number, number]>(
    'UPDATE candle_series SET tail_from_ms = ?, tail_as_of_ms = ? WHERE id = ?',
  )
  const selectEnds = db.prepare<[string, string], EndRow>(seriesEndsSql)
  const selectEnd = db.prepare<[string, string, number], EndRow>(seriesEndSql)
  const find = (network: string, market: string, period: number) =>
    select.get(network, market, period) ?? null

  return {
    find,
    /** The same with its end. */
    findEnd(network: string, market: string, period: number): CandleSeriesEnd | null {
      const row = selectEnd.get(network, market, period)
      return row === undefined ? null : endOf(row)
    },
    /**
     * Makes the series when it is new, and notes the age of an answer that was told no earlier than all before
     * (`isNewest`). An age that lies later than now is from a clock that was set back since, and counts as older.
     */
    touch(
      network: string,
      market: string,
      period: number,
      { asOfMs, nowMs }: Pick<AnswerTimes, 'asOfMs' | 'nowMs'>,
    ): CandleSeries & { readonly isNewest: boolean } {
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
    /** Notes that an answer of `asOfMs` told the end of the series from `fromMs` on, candles that may still change. */
    noteTail(id: number, fromMs: number, asOfMs: number): void {
      updateTail.run(fromMs, asOfMs, id)
    },
    /** All series of a market. */
    listEnds: (network: string, market: string): CandleSeriesEnd[] =>
      selectEnds.all(network, market).map(endOf),
  }
}
