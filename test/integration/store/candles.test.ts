// What the store says about candles and their coverage.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import { clampToFinished, isTouching, mergeRanges } from '../../../src-main/store/api/coverage.ts'
import type { CoveredRange } from '../../../src-main/store/api/coverage.ts'
import { open, sampleCandles, seed, toldAt } from './support.ts'

const minuteMs = 60_000
const laterMs = 1e12
const minutes = (...numbers: number[]) => numbers.map((number) => number * minuteMs)
const range = (from: number, to: number, reachesStart = false): CoveredRange => ({
  fromMs: from * minuteMs,
  toMs: to * minuteMs,
  reachesStart,
})

test('the newest N candles come oldest first, up to and including the end', async () => {
  const store = await open()
  await store.putCandles('n', 'ethusdc', 1, sampleCandles(minutes(5, 1, 3, 2, 4)), null, toldAt(laterMs))
  const times = async (endMs: number | null, limit: number) =>
    (await store.getCandles('n', 'ethusdc', 1, endMs, limit)).candles.timesMs
  expect(await times(null, 3)).toEqual(Float64Array.from(minutes(3, 4, 5)))
  expect(await times(null, 99)).toEqual(Float64Array.from(minutes(1, 2, 3, 4, 5)))
  expect(await times(4 * minuteMs, 2)).toEqual(Float64Array.from(minutes(3, 4)))
  expect(await times(4 * minuteMs - 1, 2)).toEqual(Float64Array.from(minutes(2, 3)))
  expect(await times(0, 2)).toEqual(new Float64Array(0))
})

test('values come back to the last bit, and zero candles are no candles', async () => {
  const store = await open()
  const candles = {
    timesMs: Float64Array.of(0, minuteMs),
    open: Float64Array.of(0.1 + 0.2, Number.MAX_VALUE),
    high: Float64Array.of(5e-324, 1e21),
    low: Float64Array.of(0, 123456789.12345679),
    close: Float64Array.of(Number.MAX_SAFE_INTEGER, 2 ** 53 + 2),
    volume: Float64Array.of(1e-10, 0),
  }
  const nothing = sampleCandles([])
  expect(await store.getCandles('n', 'm', 1, null, 9)).toEqual({
    candles: nothing,
    reachesStart: false,
    asOfMs: null,
  })
  expect(await store.putCandles('n', 'm', 1, nothing, null, toldAt(7))).toEqual({ changedFromMs: null })
  expect(await store.getCandles('n', 'm', 1, null, 9)).toMatchObject({ candles: nothing, asOfMs: 7 })
  await store.putCandles('n', 'm', 1, candles, null, toldAt(laterMs))
  expect((await store.getCandles('n', 'm', 1, null, 9)).candles).toEqual(candles)
  // Sending them to the store did not take them from the caller.
  expect(candles.timesMs).toHaveLength(2)
})

test('series are apart by network, market and period', async () => {
  const store = await open()
  const keys = [
    ['n', 'm', 1],
    ['n', 'm', 5],
    ['n', 'k', 1],
    ['o', 'm', 1],
  ] as const
  for (const [at, [network, market, period]] of keys.entries()) {
    await store.putCandles(network, market, period, sampleCandles([0], at), range(0, 0), toldAt(laterMs))
  }
  for (const [at, [network, market, period]] of keys.entries()) {
    const { candles } = await store.getCandles(network, market, period, null, 9)
    expect(candles).toEqual(sampleCandles([0], at))
    expect(await store.getCandleCoverage(network, market, period)).toEqual([range(0, 0)])
  }
})

test('putting says from when on something is different', async () => {
  const store = await open()
  const put = (times: number[], close?: number) =>
    store.putCandles('n', 'm', 1, sampleCandles(times, close), null, toldAt(laterMs))
  expect(await put(minutes(3, 2, 4))).toEqual({ changedFromMs: 2 * minuteMs })
  expect(await put(minutes(2, 3, 4))).toEqual({ changedFromMs: null })
  expect(await put(minutes(4, 3), 101)).toEqual({ changedFromMs: 3 * minuteMs })
  expect(await put(minutes(1, 2, 3))).toEqual({ changedFromMs: minuteMs })
})

test('columns of unequal length are refused and nothing is written', async () => {
  const store = await open()
  const uneven = { ...sampleCandles(minutes(1, 2)), volume: Float64Array.of(1) }
  await expect(store.putCandles('n', 'm', 1, uneven, range(1, 2), toldAt(laterMs))).rejects.toMatchObject({
    code: 'validation',
  })
  expect((await store.getCandles('n', 'm', 1, null, 9)).candles.timesMs).toHaveLength(0)
  expect(await store.getCandleCoverage('n', 'm', 1)).toEqual([])
})

test('a candle that is no number is refused with its whole batch', async () => {
  const store = await open()
  const candles = { ...sampleCandles(minutes(1, 2)), low: Float64Array.of(1, NaN) }
  await expect(store.putCandles('n', 'm', 1, candles, range(1, 2), toldAt(laterMs))).rejects.toMatchObject({
    code: 'internal',
  })
  expect((await store.getCandles('n', 'm', 1, null, 9)).candles.timesMs).toHaveLength(0)
})

test('the forming candle is overwritten by later answers, never by earlier ones, and never counts as covered', async () => {
  const store = await open()
  const put = (close: number, asOfMs: number) =>
    store.putCandles('n', 'm', 1, sampleCandles(minutes(8, 9, 10), close), range(8, 10), toldAt(asOfMs))
  const closes = async () => [...(await store.getCandles('n', 'm', 1, null, 9)).candles.close]
  // At 10:20 the candle of 10:00 is forming, those of 8 and 9 are finished.
  await put(100, 10 * minuteMs + 20_000)
  expect(await store.getCandleCoverage('n', 'm', 1)).toEqual([range(8, 9)])
  await put(101, 10 * minuteMs + 40_000)
  expect(await closes()).toEqual([101, 101, 101])
  // An answer that was on its way for long: finished candles are what they are, the forming one is not set back.
  await store.putCandles(
    'n',
    'm',
    1,
    sampleCandles(minutes(10), 100.5),
    null,
    toldAt(10 * minuteMs + 30_000, laterMs),
  )
  expect(await closes()).toEqual([101, 101, 101])
  // Finished.
  await put(102, 11 * minuteMs)
  expect(await store.getCandleCoverage('n', 'm', 1)).toEqual([range(8, 10)])
  // A forming version that arrives after the finished one changes nothing.
  expect(
    await store.putCandles(
      'n',
      'm',
      1,
      sampleCandles(minutes(10), 99),
      null,
      toldAt(11 * minuteMs - 1, laterMs),
    ),
  ).toEqual({ changedFromMs: null })
  expect(await closes()).toEqual([102, 102, 102])
})

test('a candle that was left forming while the app was off is known as a gap', async () => {
  const store = await open()
  await store.putCandles('n', 'm', 1, sampleCandles(minutes(10)), range(10, 10), toldAt(10 * minuteMs + 1))
  await store.putCandles('n', 'm', 1, sampleCandles(minutes(11, 12)), range(11, 12), toldAt(99 * minuteMs))
  expect(await store.getCandleCoverage('n', 'm', 1)).toEqual([range(11, 12)])
})

test('the age is that of the newest answer', async () => {
  const store = await open()
  for (const asOfMs of [500, 900, 700]) {
    await store.putCandles('n', 'm', 1, sampleCandles([]), null, toldAt(asOfMs, 1_000))
  }
  expect((await store.getCandles('n', 'm', 1, null, 1)).asOfMs).toBe(900)
})

test('a clock that was set back freezes neither the forming candle nor the age', async () => {
  const store = await open()
  const put = (close: number, asOfMs: number, nowMs = asOfMs) =>
    store.putCandles('n', 'm', 1, sampleCandles(minutes(10), close), null, toldAt(asOfMs, nowMs))
  const stored = async () => {
    const { candles, asOfMs } = await store.getCandles('n', 'm', 1, null, 9)
    return { close: candles.close[0], asOfMs }
  }
  await put(100, 10 * minuteMs + 30_000)
  // Ten seconds earlier by the clock, and later in truth: the time of the cached one is yet to come.
  await put(101, 10 * minuteMs + 20_000)
  expect(await stored()).toEqual({ close: 101, asOfMs: 10 * minuteMs + 20_000 })
  // An answer that was merely late is something else.
  await put(100.5, 10 * minuteMs + 10_000, 10 * minuteMs + 40_000)
  expect(await stored()).toEqual({ close: 101, asOfMs: 10 * minuteMs + 20_000 })
})

test('a candle that is told again before it has settled is corrected, and not after', async () => {
  const store = await open()
  const put = (close: number, asOfMs: number, settledMs: number) =>
    store.putCandles('n', 'm', 1, sampleCandles(minutes(10), close), range(10, 10), {
      asOfMs,
      nowMs: asOfMs,
      settledMs,
    })
  const close = async () => (await store.getCandles('n', 'm', 1, null, 9)).candles.close[0]
  // Half a minute after its end, with two minutes to settle.
  await put(100, 11 * minuteMs + 30_000, 9 * minuteMs + 30_000)
  expect(await store.getCandleCoverage('n', 'm', 1)).toEqual([])
  await put(101, 12 * minuteMs, 10 * minuteMs)
  expect(await close()).toBe(101)
  await put(102, 13 * minuteMs, 11 * minuteMs)
  expect(await close()).toBe(102)
  expect(await store.getCandleCoverage('n', 'm', 1)).toEqual([range(10, 10)])
  // Whoever tells it as forming afterwards is wrong.
  await put(103, 13 * minuteMs + 1, 10 * minuteMs)
  expect(await close()).toBe(102)
})

test('the start of a market is remembered, and told only where the answer reaches it', async () => {
  const store = await open()
  const reachesStart = async (end: number | null, limit: number) =>
    (await store.getCandles('n', 'm', 1, end === null ? null : end * minuteMs, limit)).reachesStart
  await store.putCandles(
    'n',
    'm',
    1,
    sampleCandles(minutes(20, 21, 22, 23)),
    range(10, 23, true),
    toldAt(laterMs),
  )
  expect(await reachesStart(null, 99)).toBe(true)
  expect(await reachesStart(null, 4)).toBe(true)
  expect(await reachesStart(null, 3)).toBe(false)
  expect(await reachesStart(21, 99)).toBe(true)
  // Known to be empty.
  expect(await reachesStart(15, 99)).toBe(true)
  expect(await reachesStart(5, 99)).toBe(true)

  // A range that does not touch the start knows nothing of it; one that closes the gap does.
  await store.putCandles('n', 'm', 1, sampleCandles(minutes(40)), range(40, 40), toldAt(laterMs))
  expect(await reachesStart(null, 1)).toBe(false)
  await store.putCandles('n', 'm', 1, sampleCandles(minutes(30)), range(24, 39), toldAt(laterMs))
  expect(await store.getCandleCoverage('n', 'm', 1)).toEqual([range(10, 40, true)])
})

test(`coverage is what a set of covered starts would say, whatever order ranges come in (seed ${seed})`, async () => {
  const store = await open()
  let run = 0
  const aRange = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 9 }), fc.boolean())
    .map(([from, length, reachesStart]) => range(from, from + length, reachesStart))
  await fc.assert(
    fc.asyncProperty(fc.array(aRange, { maxLength: 25 }), async (ranges) => {
      const market = `m${String(run++)}`
      const starts = new Set<number>()
      for (const each of ranges) {
        await store.putCandles('n', market, 1, sampleCandles([]), each, toldAt(laterMs))
        for (let at = each.fromMs; at <= each.toMs; at += minuteMs) starts.add(at)
      }
      const covered = await store.getCandleCoverage('n', market, 1)
      const expected: CoveredRange[] = []
      for (const at of [...starts].sort((a, b) => a - b)) {
        const last = expected.at(-1)
        if (last?.toMs === at - minuteMs) expected[expected.length - 1] = { ...last, toMs: at }
        else expected.push({ fromMs: at, toMs: at, reachesStart: false })
      }
      const remembered = expected.map((merged) => ({
        ...merged,
        reachesStart: ranges.some(
          (each) => each.reachesStart && each.fromMs >= merged.fromMs && each.toMs <= merged.toMs,
        ),
      }))
      expect(covered).toEqual(remembered)
    }),
    { seed, numRuns: soakRounds(25) },
  )
})

test('touching means that no candle start fits between', () => {
  expect(isTouching(range(1, 2), range(3, 4), minuteMs)).toBe(true)
  expect(isTouching(range(3, 4), range(1, 2), minuteMs)).toBe(true)
  expect(isTouching(range(1, 2), range(4, 5), minuteMs)).toBe(false)
  expect(isTouching(range(4, 5), range(1, 2), minuteMs)).toBe(false)
  expect(isTouching(range(1, 9), range(4, 5), minuteMs)).toBe(true)
  expect(mergeRanges(range(4, 5), [range(1, 3, true), range(6, 9)])).toEqual(range(1, 9, true))
  expect(clampToFinished(range(1, 5), minuteMs, 4 * minuteMs)).toEqual(range(1, 3))
  expect(clampToFinished(range(1, 5), minuteMs, 2 * minuteMs - 1)).toBeNull()
  // It ends where a candle starts, wherever that is.
  expect(clampToFinished(range(1, 5), minuteMs, 4 * minuteMs + 20_000)).toEqual(range(1, 3))
  expect(clampToFinished(range(1, 5), minuteMs, 9 * minuteMs)).toEqual(range(1, 5))
})
