// Aggregates of minutes are always those of the minutes that are here.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type Sqlite from 'better-sqlite3'
import { soakRounds } from '../../fixtures/soak.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { prepareCandleRollups } from '../../../src-main/store/queries/markets/candle-rollups.ts'
import { expectedRollups, history, openStoreMethods, tell } from './candle-history.ts'
import { combine, minuteMs, sumUnits, toUnits } from './candle-oracle.ts'
import type { Row } from './candle-oracle.ts'
import { sampleCandles, seed, toldAt } from './support.ts'

const longer = candlePeriods.filter((period) => period > 1)

function reader(db: Sqlite.Database, market: string) {
  const ofSeries = `series_id = (SELECT id FROM candle_series WHERE market = ? AND period_minutes = 1)`
  const columns = 'time_ms, open, high, low, close, volume'
  const minutes = db
    .prepare<[string], Row>(`SELECT ${columns} FROM candles WHERE ${ofSeries} ORDER BY time_ms`)
    .raw()
  const rollups = db
    .prepare<[string, number], Row>(
      `SELECT ${columns} FROM candle_rollups WHERE ${ofSeries} AND period_minutes = ? ORDER BY time_ms`,
    )
    .raw()
  const rests = db
    .prepare<[string], [timeMs: number, period: number, volume: number, rest: number | null]>(
      `SELECT time_ms, period_minutes, volume, volume_rest FROM candle_rollups WHERE ${ofSeries}`,
    )
    .raw()
  return {
    minutes: () => minutes.all(market),
    rollups: (period: number) => rollups.all(market, period),
    rests: () => rests.all(market),
  }
}

test(`after every page, aggregates of every period are those of all minutes that are here (seed ${seed})`, () => {
  const { db, store } = openStoreMethods()
  let run = 0
  fc.assert(
    fc.property(history, (told) => {
      const market = `m${String(run++)}`
      const service = tell(store, market, told)
      const read = reader(db, market)
      for (const page of told.pages) {
        service.put(page)
        const minutes = read.minutes()
        const noted =
          service
            .known()
            .find(({ period }) => period === 1)
            ?.rows.values() ?? []
        expect(minutes).toEqual([...noted].sort((a, b) => a[0] - b[0]))
        for (const period of longer) expect(read.rollups(period)).toEqual(expectedRollups(minutes, period))
      }
      for (const [timeMs, period, volume, rest] of read.rests()) {
        const within = read.minutes().filter(([at]) => at >= timeMs && at < timeMs + period * minuteMs)
        const exact = sumUnits(within.map((row) => row[5]))
        if (rest === 0) expect(toUnits(volume)).toBe(exact)
        else expect(String(exact).replace(/0+$/, '').length > 15 || volume < 2 ** -1022).toBe(true)
      }
    }),
    { seed, numRuns: soakRounds(15) },
  )
})

test(`where minutes are taken away, what is made anew is that of the rest (seed ${seed})`, () => {
  const { db, store } = openStoreMethods()
  const rollups = prepareCandleRollups(db)
  let run = 0
  fc.assert(
    fc.property(
      history,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (told, a, b) => {
        const market = `m${String(run++)}`
        const service = tell(store, market, told)
        for (const page of told.pages) service.put(page)
        const read = reader(db, market)
        const times = read.minutes().map(([timeMs]) => timeMs)
        const [fromMs = 0, toMs = 0] = [a, b]
          .map((at) => times[Math.floor(at * (times.length - 1))] ?? 0)
          .sort((x, y) => x - y)
        const id = db
          .prepare<[string], number>('SELECT id FROM candle_series WHERE market = ? AND period_minutes = 1')
          .pluck()
          .get(market)
        if (id === undefined) return
        db.prepare('DELETE FROM candles WHERE series_id = ? AND time_ms BETWEEN ? AND ?').run(
          id,
          fromMs,
          toMs,
        )
        rollups.remake(id, fromMs, toMs)
        for (const period of longer)
          expect(read.rollups(period)).toEqual(expectedRollups(read.minutes(), period))
      },
    ),
    { seed, numRuns: soakRounds(15) },
  )
})

test('minutes that have not changed write nothing, and one that has writes one candle of each period', () => {
  const { db, store } = openStoreMethods()
  const put = (count: number, close: number) =>
    store.putCandles(
      'n',
      'm',
      1,
      sampleCandles(
        Array.from({ length: count }, (_, at) => at * minuteMs),
        close,
      ),
      null,
      toldAt(1e12),
    )
  put(3000, 100)
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const count = (write: () => void) => {
    const before = changes.get() ?? 0
    write()
    return (changes.get() ?? 0) - before
  }
  // The age of the series is written each time.
  expect(count(() => put(3000, 100))).toBe(1)
  expect(count(() => put(1, 101))).toBe(1 + 1 + longer.length)
})

test('only minutes are aggregated', () => {
  const { db, store } = openStoreMethods()
  for (const period of longer) store.putCandles('n', 'm', period, sampleCandles([0]), null, toldAt(1e12))
  expect(db.prepare('SELECT * FROM candle_rollups').all()).toEqual([])
})

test('minutes years apart in one answer do not have what lies between them read', () => {
  const { db, store } = openStoreMethods()
  const times = [0, 60, 62, 5e6, 5e6 + 1].map((minute) => minute * minuteMs)
  store.putCandles('n', 'm', 1, sampleCandles(times), null, toldAt(1e15))
  const read = reader(db, 'm')
  for (const period of longer) expect(read.rollups(period)).toEqual(expectedRollups(read.minutes(), period))
})

test('the last of several versions in one answer counts, also in the aggregates', () => {
  const { db, store } = openStoreMethods()
  const candles = sampleCandles([minuteMs, 0, minuteMs], 100)
  candles.close.set([1, 2, 3])
  store.putCandles('n', 'm', 1, candles, null, toldAt(1e12))
  const read = reader(db, 'm')
  expect(read.minutes().map((row) => row[4])).toEqual([2, 3])
  expect(read.rollups(5)).toEqual([combine(read.minutes(), 0)])
})
