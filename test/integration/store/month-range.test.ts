// What the store answers about calendar months, which it makes of days and of what days are made of.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import type { CandleRangeQuery } from '../../../src-main/store/api/candle-range.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { type History, openStoreMethods, type Page, settleMs, tell, toColumns } from './candle-history.ts'
import { answerRange, fromUnits, minuteMs, type Row, sumUnits } from './candle-oracle.ts'
import { seed, toldAt } from './support.ts'

const dayMs = 1440 * minuteMs

interface MonthHistory {
  readonly told: History
  readonly beginsMs: number
}

/** Pages are as long as their period is: days of months, minutes of hours. */
const page: fc.Arbitrary<Page> = fc
  .tuple(
    fc.constantFrom(1, 1, 15, 60, 240, 720, 1440, 1440, 1440, 4320, 10080),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 })),
    fc.integer({ min: 1, max: 130 }),
    fc.integer({ min: 0, max: 60 }),
  )
  .map(([period, back, count, waits]) => ({
    period,
    back: Math.floor((back * 1440) / Math.max(period, 240)),
    count: Math.min(1_000, Math.ceil((count * 1440) / Math.max(period, 60))),
    waits,
  }))

const history: fc.Arbitrary<MonthHistory> = fc
  .record({
    /** The moment from which it is told: about the end of a month, in a leap year or not. */
    year: fc.constantFrom(2023, 2024),
    month: fc.integer({ min: 0, max: 11 }),
    minute: fc.integer({ min: -3 * 1440, max: 5 * 1440 }),
    /** Days of the market before that. */
    age: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 150 })),
    volumes: fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: 1e9 }).map((units) => units / 1e8),
        fc.double({ min: 0, max: 1e12, noNaN: true }),
      ),
      {
        minLength: 1,
        maxLength: 7,
      },
    ),
    holes: fc.constantFrom(0, 1, 5),
    pages: fc.array(page, { minLength: 1, maxLength: 8 }),
  })
  .map(({ year, month, minute, age, ...rest }) => {
    const beginsMs = Date.UTC(year, month, 1) + minute * minuteMs
    return { beginsMs, told: { ...rest, bornAt: beginsMs / minuteMs - age * 1440 - 17 } }
  })

const question = fc.record({
  /** In days. */
  back: fc.integer({ min: -40, max: 90 }),
  days: fc.integer({ min: 0, max: 200 }),
  most: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 500 })),
})

test(`of any history, months are what first principles say (seed ${seed})`, () => {
  const { store } = openStoreMethods()
  let run = 0
  const seen = { incomplete: 0, gaps: 0, whole: 0 }
  fc.assert(
    fc.property(
      history,
      fc.array(question, { minLength: 2, maxLength: 4 }),
      ({ told, beginsMs }, questions) => {
        const market = `m${String(run++)}`
        const service = tell(store, market, told, beginsMs)
        for (const [at, each] of told.pages.entries()) {
          service.put(each)
          const { back, days, most } = questions[at % questions.length] ?? { back: 0, days: 90, most: 100 }
          const toMs = service.nowMs() - back * dayMs
          const query = {
            fromMs: toMs - days * dayMs,
            toMs,
            most,
            shortest: 'month',
            settledMs: service.settledMs(),
          } as const
          const { period, candles, gaps, incomplete } = store.getCandleRange('n', market, query)
          const expected = answerRange(service.known(), query)
          expect({ period, candles, gaps, incomplete }).toEqual({
            period: 'month',
            candles: toColumns(expected.rows),
            gaps: expected.gaps,
            incomplete: expected.incomplete,
          })
          seen.incomplete += incomplete.length
          seen.gaps += gaps.length
          seen.whole += candles.timesMs.length - incomplete.length
        }
      },
    ),
    { seed, numRuns: soakRounds(25) },
  )
  // The histories are such that all of it happens, in few of them too: seed 231801572 has 8 of one.
  expect(Math.min(seen.incomplete, seen.gaps, seen.whole)).toBeGreaterThan(0)
})

/** Days of a market, each another: as many as from one day to before another. */
function daysOf(fromMs: number, endMs: number): Row[] {
  const rows: Row[] = []
  for (let timeMs = fromMs; timeMs < endMs; timeMs += dayMs) {
    const day = timeMs / dayMs
    const open = 100 + ((day * 37) % 50)
    rows.push([
      timeMs,
      open,
      open + ((day * 7) % 11),
      open - ((day * 5) % 13),
      open + 1,
      ((day * 29) % 101) / 10,
    ])
  }
  return rows
}

function openDays() {
  const { store } = openStoreMethods()
  const put = (rows: readonly Row[], asOfMs: number, period: CandlePeriod = 1440, reachesStart = false) =>
    store.putCandles(
      'n',
      'm',
      period,
      toColumns(rows),
      { fromMs: rows[0]?.[0] ?? 0, toMs: rows.at(-1)?.[0] ?? 0, reachesStart },
      { ...toldAt(asOfMs), settledMs: asOfMs - settleMs },
    )
  const ask = (changes: Partial<CandleRangeQuery>) =>
    store.getCandleRange('n', 'm', {
      fromMs: 0,
      toMs: 0,
      most: 100,
      shortest: 'month',
      settledMs: 0,
      ...changes,
    })
  return { put, ask }
}

describe('a month', () => {
  const bornMs = Date.UTC(2024, 0, 19)
  const nowMs = Date.UTC(2024, 3, 9, 15)
  const range = { fromMs: Date.UTC(2023, 11, 1), toMs: nowMs, settledMs: nowMs - settleMs }

  test('is the sum of its days: of the first those that there were, of the last those that have been', () => {
    const { put, ask } = openDays()
    const days = daysOf(bornMs, nowMs)
    put(days, nowMs, 1440, true)
    const { period, candles, gaps, incomplete, reachesStart } = ask(range)
    expect(period).toBe('month')
    const starts = [0, 1, 2, 3].map((month) => Date.UTC(2024, month, 1))
    expect([...candles.timesMs]).toEqual(starts)
    expect(reachesStart).toBe(true)
    for (const [at, startMs] of starts.entries()) {
      const endMs = starts[at + 1] ?? Infinity
      const own = days.filter(([timeMs]) => timeMs >= startMs && timeMs < endMs)
      expect(own).toHaveLength([13, 29, 31, 9][at] ?? 0)
      expect(candles.open[at]).toBe(own[0]?.[1])
      expect(candles.high[at]).toBe(Math.max(...own.map((row) => row[2])))
      expect(candles.low[at]).toBe(Math.min(...own.map((row) => row[3])))
      expect(candles.close[at]).toBe(own.at(-1)?.[4])
      expect(candles.volume[at]).toBe(fromUnits(sumUnits(own.map((row) => row[5]))))
    }
    // April is still forming.
    expect(incomplete).toEqual([Date.UTC(2024, 3, 1)])
    expect(gaps).toEqual([{ fromMs: Date.UTC(2024, 3, 1), toMs: nowMs }])
  })

  test('of which days are missing is left out, and said to be missing', () => {
    const { put, ask } = openDays()
    put(daysOf(bornMs, Date.UTC(2024, 1, 10)), nowMs, 1440, true)
    put(daysOf(Date.UTC(2024, 1, 20), nowMs), nowMs)
    const { candles, gaps, incomplete } = ask(range)
    expect([...candles.timesMs]).toEqual([0, 2, 3].map((month) => Date.UTC(2024, month, 1)))
    expect(gaps).toEqual([
      { fromMs: Date.UTC(2024, 1, 1), toMs: Date.UTC(2024, 2, 1) - 1 },
      { fromMs: Date.UTC(2024, 3, 1), toMs: nowMs },
    ])
    expect(incomplete).toEqual([Date.UTC(2024, 3, 1)])
  })

  test('is never made of weeks, which go over its ends', () => {
    const { put, ask } = openDays()
    put(
      daysOf(bornMs, nowMs).filter((_, at) => at % 7 === 0),
      nowMs,
      10080,
    )
    const { candles, gaps } = ask(range)
    expect(candles.timesMs).toHaveLength(0)
    expect(gaps).toHaveLength(1)
  })

  test('is not chosen because a range is long: only where it is asked for', () => {
    const { put, ask } = openDays()
    put(daysOf(bornMs, nowMs), nowMs)
    expect(ask({ ...range, shortest: 1440, most: 2 }).period).toBe(10080)
    expect(ask({ ...range, shortest: null, most: 2 }).period).toBe(10080)
  })

  test('knows when its days were told last, also where no candle of it is here', () => {
    const { put, ask } = openDays()
    put(daysOf(bornMs, Date.UTC(2024, 1, 10)), nowMs)
    expect(ask(range).endAsOfMs).toBe(nowMs)
  })
})
