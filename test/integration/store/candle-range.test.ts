// What the store answers about ranges of candles.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSoak, soakRounds } from '../../fixtures/soak.ts'
import { type CandlePeriod, candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import type { CandleRangeQuery } from '../../../src-main/store/api/candle-range.ts'
import { firstMs, history, openStoreMethods, settleMs, tell, toColumns } from './candle-history.ts'
import { answerRange, minuteMs } from './candle-oracle.ts'
import { open, sampleCandles, seed, toldAt } from './support.ts'

const hourMs = 60 * minuteMs
const dayMs = 1440 * minuteMs
const laterMs = 1e12

const question = fc.record({
  /** In minutes before the newest. */
  back: fc.oneof(fc.integer({ min: -30, max: 10 }), fc.integer({ min: -30, max: 1500 })),
  /** In milliseconds. */
  length: fc.oneof(
    fc.integer({ min: 0, max: 300 }).map((minutes) => minutes * minuteMs),
    fc.integer({ min: 0, max: 12_000 }).map((minutes) => minutes * minuteMs),
    fc.integer({ min: 0, max: 12_000 * minuteMs }),
  ),
  most: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 500 })),
  shortest: fc.oneof(fc.constant(null), fc.constantFrom(...candlePeriods)),
})

test(`of any history, any range at any width is what first principles say (seed ${seed})`, () => {
  const { store } = openStoreMethods()
  let run = 0
  const seen = { incomplete: 0, gaps: 0, filled: 0, periods: new Set<ChartInterval>() }
  fc.assert(
    fc.property(history, fc.array(question, { minLength: 5, maxLength: 10 }), (told, questions) => {
      const market = `m${String(run++)}`
      const service = tell(store, market, told)
      for (const [at, page] of told.pages.entries()) {
        service.put(page)
        const { back, length, most, shortest } = questions[at % questions.length] ?? questions[0] ?? fail()
        const toMs = Math.max(0, service.nowMs() - back * minuteMs)
        const query = {
          fromMs: Math.max(0, toMs - length),
          toMs,
          most,
          shortest,
          settledMs: service.settledMs(),
        }
        const expected = answerRange(service.known(), query)
        const { period, candles, gaps, incomplete } = store.getCandleRange('n', market, query)
        expect({ period, candles, gaps, incomplete }).toEqual({
          period: expected.period,
          candles: toColumns(expected.rows),
          gaps: expected.gaps,
          incomplete: expected.incomplete,
        })
        expect(candles.timesMs.length).toBeLessThanOrEqual(most)
        seen.periods.add(period)
        if (incomplete.length > 0) seen.incomplete += 1
        if (gaps.length > 0) seen.gaps += 1
        else if (candles.timesMs.length > 1) seen.filled += 1
      }
    }),
    { seed, numRuns: soakRounds(60) },
  )
  if (!isSoak) return
  // The histories are such that all of it happens.
  expect(seen.periods.size).toBe(candlePeriods.length)
  expect(Math.min(seen.incomplete, seen.gaps, seen.filled)).toBeGreaterThan(20)
})

function fail(): never {
  throw new Error('no question')
}

/** A store in which days can be put together from minutes and other periods. */
function openDays() {
  const { store } = openStoreMethods()
  const put = (period: CandlePeriod, times: number[], close: number, asOfMs = laterMs) =>
    store.putCandles(
      'n',
      'm',
      period,
      sampleCandles(times, close),
      { fromMs: Math.min(...times), toMs: Math.max(...times), reachesStart: false },
      { ...toldAt(asOfMs), settledMs: asOfMs - settleMs },
    )
  const every = (period: CandlePeriod, fromMs: number, untilMs: number) => {
    const times: number[] = []
    for (let at = fromMs; at < untilMs; at += period * minuteMs) times.push(at)
    return times
  }
  const ask = (changes: Partial<CandleRangeQuery>) =>
    store.getCandleRange('n', 'm', {
      fromMs: 0,
      toMs: 10 * dayMs,
      most: 100,
      shortest: 1440,
      settledMs: laterMs,
      ...changes,
    })
  return { store, put, every, ask }
}

test('the service’s own candles come first, minutes next, then the longest of the others', () => {
  const { put, every, ask } = openDays()
  put(1440, [0, dayMs], 1)
  put(1, every(1, dayMs, 3 * dayMs), 2)
  put(60, every(60, 2 * dayMs, 5 * dayMs), 3)
  put(240, every(240, 3 * dayMs, 4 * dayMs), 4)
  put(15, every(15, 5 * dayMs, 5.5 * dayMs), 5)
  const { period, candles, gaps, incomplete } = ask({})
  expect(period).toBe(1440)
  expect([...candles.close]).toEqual([1, 1, 2, 4, 3, 5])
  expect([...candles.timesMs]).toEqual([0, 1, 2, 3, 4, 5].map((day) => day * dayMs))
  // The sixth day is half here, and it is known that it is.
  expect(gaps).toEqual([{ fromMs: 5 * dayMs, toMs: 10 * dayMs }])
  expect(incomplete).toEqual([5 * dayMs])
})

test('a market of which nothing is here is one gap', () => {
  const { ask } = openDays()
  expect(ask({ fromMs: dayMs })).toEqual({
    period: 1440,
    candles: sampleCandles([]),
    gaps: [{ fromMs: dayMs, toMs: 10 * dayMs }],
    incomplete: [],
    newestMs: null,
    reachesStart: false,
    asOfMs: null,
    endAsOfMs: null,
  })
})

test('a period without a trade is no gap and no candle', () => {
  const { put, every, ask } = openDays()
  put(1, [...every(1, 0, dayMs), ...every(1, 2 * dayMs, 3 * dayMs)], 2)
  const { candles, gaps } = ask({ toMs: 3 * dayMs - 1 })
  expect([...candles.timesMs]).toEqual([0, 2 * dayMs])
  expect(gaps).toEqual([])
})

test('the forming day is the one that was told last, the service’s own or its minutes so far', () => {
  const { put, every, ask } = openDays()
  const noonMs = 4 * dayMs + 12 * hourMs
  const closeOf = (settledMs: number) => {
    const { candles, incomplete, endAsOfMs } = ask({ settledMs })
    expect(incomplete).toEqual([4 * dayMs])
    return { close: candles.close.at(-1), endAsOfMs }
  }
  put(1440, every(1440, 0, 5 * dayMs), 1, noonMs)
  expect(closeOf(noonMs - settleMs)).toEqual({ close: 1, endAsOfMs: noonMs })
  // Minutes of an hour say nothing about the day, however new they are.
  put(1, every(1, noonMs - hourMs, noonMs + minuteMs), 2, noonMs + 30_000)
  expect(closeOf(noonMs)).toEqual({ close: 1, endAsOfMs: noonMs })
  // All of them do.
  put(1, every(1, 4 * dayMs, noonMs + minuteMs), 3, noonMs + 40_000)
  expect(closeOf(noonMs)).toEqual({ close: 3, endAsOfMs: noonMs + 40_000 })
  put(1440, [4 * dayMs], 4, noonMs + 50_000)
  expect(closeOf(noonMs)).toEqual({ close: 4, endAsOfMs: noonMs + 50_000 })
})

test('minutes that end before a period know nothing of it, however near to its start they had settled', () => {
  const { put, every, ask } = openDays()
  const startMs = 2 * hourMs
  const toldMs = startMs + 2.4 * minuteMs
  put(60, [startMs], 1, startMs + 20_000)
  // The last that had settled is the one before the hour; the newest alone does not make a candle of it.
  put(1, every(1, startMs - minuteMs, toldMs), 2, toldMs)
  put(1, [startMs + 2 * minuteMs], 3, toldMs)
  const { candles } = ask({ toMs: toldMs, shortest: 120, settledMs: toldMs - settleMs })
  expect(candles.close.at(-1)).toBe(1)
})

test('a day of which hours are missing is left out and told as a gap, and so is its week', () => {
  const { put, every, ask } = openDays()
  put(60, every(60, 0, 8 * dayMs), 1)
  // Of the ninth day the first hours are missing, of the tenth the last; the eleventh is whole.
  put(60, every(60, 8 * dayMs + 14 * hourMs, 9 * dayMs + 16 * hourMs), 2)
  put(60, every(60, 10 * dayMs, 11 * dayMs), 3)
  const days = ask({ toMs: 11 * dayMs - 1 })
  expect([...days.candles.timesMs]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 10].map((day) => day * dayMs))
  expect(days.gaps).toEqual([{ fromMs: 8 * dayMs, toMs: 10 * dayMs - 1 }])
  expect(days.incomplete).toEqual([])
  const weeks = ask({ toMs: 14 * dayMs - 1, shortest: 10080 })
  expect([...weeks.candles.timesMs]).toEqual([0])
  expect(weeks).toMatchObject({ gaps: [{ fromMs: 7 * dayMs, toMs: 14 * dayMs - 1 }], newestMs: 7 * dayMs })
})

test('a day that was told for the last time before it had ended is not whole afterwards', () => {
  const { put, every, ask } = openDays()
  const noonMs = 4 * dayMs + 12 * hourMs
  put(1440, every(1440, 0, 5 * dayMs), 1, noonMs)
  const later = ask({ settledMs: 6 * dayMs })
  expect([...later.candles.timesMs]).toEqual([0, 1, 2, 3, 4].map((day) => day * dayMs))
  expect(later.incomplete).toEqual([4 * dayMs])
  // Once later days are here it is one of many that are not known.
  put(1440, [7 * dayMs], 2, 8.5 * dayMs)
  put(1440, [8 * dayMs], 2, 8.5 * dayMs)
  const much = ask({ settledMs: 8.5 * dayMs })
  expect([...much.candles.timesMs]).toEqual([0, 1, 2, 3, 7, 8].map((day) => day * dayMs))
  expect(much.incomplete).toEqual([8 * dayMs])
})

test('a day that has not ended is left out where its minutes begin late or have a hole, and nothing else is here', () => {
  const { put, every, ask } = openDays()
  const noonMs = 4 * dayMs + 12 * hourMs
  put(1, every(1, noonMs - hourMs, noonMs), 2, noonMs + 30_000)
  expect([...ask({ settledMs: noonMs - settleMs }).candles.timesMs]).toEqual([])
  put(1, every(1, 4 * dayMs, noonMs - 2 * hourMs), 2, noonMs + 40_000)
  expect([...ask({ settledMs: noonMs - settleMs }).candles.timesMs]).toEqual([])
  put(1, every(1, 4 * dayMs, noonMs + minuteMs), 2, noonMs + 50_000)
  expect(ask({ settledMs: noonMs - settleMs }).incomplete).toEqual([4 * dayMs])
})

test('minutes that have ended are not final before they can be corrected no more', () => {
  const { put, every, ask } = openDays()
  const nowMs = dayMs + 30_000
  put(1, every(1, dayMs - hourMs, dayMs + minuteMs), 1, nowMs)
  const { incomplete } = ask({
    fromMs: dayMs - hourMs,
    toMs: nowMs,
    shortest: 1,
    settledMs: nowMs - settleMs,
  })
  expect(incomplete).toEqual([dayMs - 2 * minuteMs, dayMs - minuteMs, dayMs])
})

test('weeks that begin on Monday are given as the service has them, once each', () => {
  const { put, ask } = openDays()
  const weekMs = 7 * dayMs
  // The epoch was a Thursday.
  const mondays = [0, 1, 2, 3, 4].map((week) => week * weekMs + 4 * dayMs)
  const nowMs = (mondays[4] ?? 0) + dayMs
  put(10080, mondays, 1, nowMs)
  const { candles, incomplete } = ask({ toMs: nowMs, shortest: 10080, settledMs: nowMs - settleMs })
  expect([...candles.timesMs]).toEqual(mondays)
  expect(incomplete).toEqual([mondays[4]])
  const part = ask({ fromMs: mondays[1] ?? 0, toMs: mondays[3] ?? 0, shortest: 10080 })
  expect([...part.candles.timesMs]).toEqual(mondays.slice(1, 4))
  expect(part.gaps).toEqual([])
  const few = ask({ fromMs: mondays[1] ?? 0, toMs: mondays[3] ?? 0, shortest: 10080, most: 2 })
  expect([...few.candles.timesMs]).toEqual(mondays.slice(2, 4))
})

test('a range too long for the longest period is answered with the newest of it', () => {
  const { put, every, ask } = openDays()
  put(10080, every(10080, 0, 70 * dayMs), 1)
  const { period, candles, gaps } = ask({ toMs: 70 * dayMs - 1, shortest: null, most: 3 })
  expect(period).toBe(10080)
  expect([...candles.timesMs]).toEqual([49, 56, 63].map((day) => day * dayMs))
  expect(gaps).toEqual([])
})

test('the start of a market is known from whatever period knows it, and told only where the answer reaches it', () => {
  const { store, put, every, ask } = openDays()
  const times = every(60, 2 * dayMs, 4 * dayMs)
  const covers = { fromMs: 0, toMs: 4 * dayMs - hourMs, reachesStart: true }
  store.putCandles('n', 'm', 60, sampleCandles(times), covers, toldAt(laterMs))
  const { reachesStart, gaps, candles } = ask({ toMs: 4 * dayMs - 1 })
  expect({ reachesStart, gaps }).toEqual({ reachesStart: true, gaps: [] })
  expect(candles.timesMs[0]).toBe(2 * dayMs)
  expect(ask({ fromMs: 3 * dayMs })).toMatchObject({ reachesStart: false })
  expect(ask({ toMs: dayMs })).toMatchObject({ reachesStart: true, gaps: [] })
  // A candle of another period that should not be there.
  put(1440, [dayMs], 1)
  expect(ask({ fromMs: 2 * dayMs })).toMatchObject({ reachesStart: false })
})

test('ranges between two starts hold nothing and lack nothing', () => {
  const { ask } = openDays()
  const { candles, gaps, period } = ask({ fromMs: firstMs + 1, toMs: firstMs + 2, shortest: null })
  expect({ count: candles.timesMs.length, gaps, period }).toEqual({ count: 0, gaps: [], period: 1 })
})

test('the columns come from the worker as they are, each in a buffer of its own size', async () => {
  const store = await open()
  const times = Array.from({ length: 100 }, (_, at) => at * minuteMs)
  const covers = { fromMs: 0, toMs: 99 * minuteMs, reachesStart: false }
  await store.putCandles('n', 'm', 1, sampleCandles(times), covers, toldAt(laterMs))
  const query = { fromMs: 0, toMs: 50 * minuteMs, most: 99, shortest: null, settledMs: laterMs }
  const { candles } = await store.getCandleRange('n', 'm', query)
  expect(candles).toEqual(sampleCandles(times.slice(0, 51)))
  for (const column of Object.values(candles)) expect(column.buffer.byteLength).toBe(51 * 8)
})
