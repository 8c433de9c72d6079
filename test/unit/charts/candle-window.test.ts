// What a chart's window of candles shows, asks for and keeps, over a lender that answers by the rule of main.
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type ChartInterval,
  chartIntervals,
  intervalMs,
  isLonger,
} from '../../../src-preload/domain/markets/intervals.ts'
import { CandleWindow, type Shown } from '../../../src-renderer/charts/model/candles/candle-window.ts'
import type { Level } from '../../../src-renderer/charts/model/candles/level.ts'
import { Lender, minuteMs, within, type LenderOptions } from './lender.ts'
import { rowAt, type Row } from './synthetic.ts'

const startMs = 1_700_006_400_000
const dayMs = 1_440 * minuteMs
const nowMs = startMs + 40 * dayMs + 30_000

/** Forty days of minutes, with an hour and a day and a half without trades. */
const rows: readonly Row[] = Array.from({ length: 40 * 1_440 + 1 }, (_, n) =>
  rowAt(startMs + n * minuteMs),
).filter(([timeMs]) => {
  const minute = (timeMs - startMs) / minuteMs
  return !(minute >= 5_000 && minute < 5_060) && !(minute >= 20_000 && minute < 22_160)
})

interface Opened {
  readonly lender: Lender
  readonly candles: CandleWindow
}

function open(period: ChartInterval, options: Partial<LenderOptions> = {}): Opened {
  const lender = new Lender({ rows, nowMs, ...options })
  const candles = new CandleWindow({
    market: 'ethusdc',
    period,
    source: lender.source,
    now: () => lender.nowMs,
  })
  return { lender, candles }
}

/** Opens with the newest candles asked for. */
async function begin(period: ChartInterval, options: Partial<LenderOptions> = {}): Promise<Opened> {
  const opened = open(period, options)
  opened.candles.begin(200)
  await opened.lender.quiet()
  return opened
}

function rowsOf({ buffer }: Level): Row[] {
  return Array.from({ length: buffer.length }, (_, index): Row => {
    const candle = buffer.candleAt(index)
    if (candle === null) throw new Error(`no candle at ${index}`)
    return [candle.timeMs, candle.open, candle.high, candle.low, candle.close, candle.volume]
  })
}

/** Equality of many rows, which a deep comparison takes long for. */
function expectRows(actual: readonly Row[], expected: readonly Row[]): void {
  const at = expected.findIndex((row, index) =>
    row.some((value, column) => value !== actual[index]?.[column]),
  )
  expect(actual[at]).toEqual(expected[at])
  expect(actual.length).toBe(expected.length)
}

function expectShown(shown: Shown | null): asserts shown is Shown {
  expect(shown).not.toBeNull()
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the window of a chart', () => {
  it('shows after any pans and zooms, in any period, exactly the candles of the market', async () => {
    const step = fc.record({
      moves: fc.integer({ min: -3_000, max: 3_000 }).map((n) => n / 1_000),
      zooms: fc.integer({ min: -30, max: 30 }).map((n) => n / 10),
      waits: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...chartIntervals),
        fc.integer({ min: 100, max: 1_200 }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (period, widthPx, steps) => {
          const { lender, candles } = await begin(period)
          let spanMs = Math.min(40 * dayMs, 100 * intervalMs(period))
          let toMs = nowMs
          const check = (shown: Shown | null): void => {
            if (shown === null) return
            const { buffer } = shown.level
            const all = lender.truth(shown.level.period)
            // Also before everything is there: what is drawn is whole, and right.
            expectRows(rowsOf(shown.level), within(all, buffer.firstMs, buffer.lastMs))
          }
          for (const { moves, zooms, waits } of steps) {
            spanMs = Math.min(60 * dayMs, Math.max(10 * intervalMs(period), spanMs * 2 ** zooms))
            toMs = Math.min(nowMs + spanMs / 2, Math.max(startMs, toMs + moves * spanMs))
            check(candles.show(toMs - spanMs, toMs, widthPx))
            if (!waits) continue
            await lender.quiet()
            const shown = candles.show(toMs - spanMs, toMs, widthPx)
            expectShown(shown)
            check(shown)
            expect(shown.isPartial).toBe(false)
            expect(shown.unknown).toEqual([])
            const { level } = shown
            const all = lender.truth(level.period)
            expectRows(
              within(rowsOf(level), toMs - spanMs - level.periodMs, toMs),
              within(all, toMs - spanMs - level.periodMs, toMs),
            )
            // About one candle per pixel, and no coarser than that needs.
            const finer = chartIntervals.findLast(
              (each) => !isLonger(period, each) && isLonger(level.period, each),
            )
            if (isLonger(10_080, level.period))
              expect(spanMs / level.periodMs).toBeLessThanOrEqual(widthPx * 1.01)
            if (finer !== undefined) expect(spanMs / intervalMs(finer)).toBeGreaterThan(widthPx)
          }
          const before = lender.asked.length
          await lender.quiet()
          candles.show(toMs - spanMs, toMs, widthPx)
          await lender.quiet()
          expect(lender.asked.length).toBeLessThanOrEqual(before + 3)
          candles.dispose()
        },
      ),
      { numRuns: 25 },
    )
  })

  it('asks with a screen to each side, and not again before half of it is used', async () => {
    const { lender, candles } = open(1)
    const spanMs = 200 * minuteMs
    const fromMs = startMs + 10 * dayMs
    candles.show(fromMs, fromMs + spanMs, 800)
    await lender.quiet()
    expect(lender.asked).toHaveLength(1)
    const [first] = lender.asked
    expect(first?.fromMs).toBe(fromMs - minuteMs - spanMs)
    expect(first?.toMs).toBe(fromMs + 2 * spanMs + minuteMs - 1)
    for (let moved = 0; moved <= 90; moved += 10) {
      const shown = candles.show(fromMs - moved * minuteMs, fromMs - moved * minuteMs + spanMs, 800)
      expect(shown?.isPartial).toBe(false)
    }
    expect(lender.asked).toHaveLength(1)
    candles.show(fromMs - 110 * minuteMs, fromMs - 110 * minuteMs + spanMs, 800)
    await lender.quiet()
    // Only what is not here is asked for.
    expect(lender.asked).toHaveLength(2)
    expect(lender.asked[1]?.toMs).toBe((first?.fromMs ?? 0) - 1)
  })

  it('asks for the VWAP of minutes once it is wanted, also with what is here, and anew when minutes change', async () => {
    const { lender, candles } = open(60)
    const average = 123
    const fromMs = startMs + 10 * dayMs
    const view = [fromMs, fromMs + dayMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    expect(lender.asked.map(({ vwap }) => vwap)).toEqual([false])
    lender.vwap = average
    candles.setVwap(true)
    await lender.quiet()
    expect(lender.asked.map(({ vwap }) => vwap)).toEqual([false, true])
    expect(lender.asked[1]?.fromMs).toBe(lender.asked[0]?.fromMs)
    const shown = candles.show(...view)
    expect(shown?.level.minuteVwap.get(fromMs)).toBe(average)
    lender.vwap = NaN
    candles.refresh(fromMs + 5 * 60 * minuteMs, 1)
    await lender.quiet()
    // The day of the minute, from its beginning on.
    expect(lender.asked[2]?.fromMs).toBe(Math.floor((fromMs + 5 * 60 * minuteMs) / dayMs) * dayMs)
    expect(candles.show(...view)?.level.minuteVwap.has(fromMs + 20 * 60 * minuteMs)).toBe(false)
  })

  it('asks for as many candles before the view as indicators need', async () => {
    const { lender, candles } = open(1)
    candles.setWarmUp(1_000)
    const fromMs = startMs + 10 * dayMs
    candles.show(fromMs, fromMs + 100 * minuteMs, 800)
    await lender.quiet()
    expect(lender.asked[0]?.fromMs).toBe(fromMs - (1 + 1_000 + 100) * minuteMs)
  })

  it('asks for all candles since an anchor, and not for one that is too far before the view', async () => {
    const { lender, candles } = open(1)
    const fromMs = startMs + 10 * dayMs
    candles.setAnchors([fromMs - 3_000 * minuteMs, startMs])
    candles.show(fromMs, fromMs + 100 * minuteMs, 800)
    await lender.quiet()
    expect(lender.asked[0]?.fromMs).toBe(fromMs - (1 + 3_001 + 100) * minuteMs)
    expect(candles.show(fromMs, fromMs + 100 * minuteMs, 800)?.level.buffer.firstMs).toBeLessThanOrEqual(
      fromMs - 3_000 * minuteMs,
    )
    // Behind the anchor nothing more is needed.
    const before = fromMs - 3_500 * minuteMs
    lender.asked.length = 0
    candles.show(before, before + 100 * minuteMs, 800)
    await lender.quiet()
    expect(lender.asked[0]?.fromMs).toBe(before - (1 + 100) * minuteMs)
  })

  it.each([
    ['near', 2 * dayMs],
    ['far', 30 * dayMs],
  ])('knows all candles since the market’s first where an anchor lies %s before it', async (_how, before) => {
    const { lender, candles } = open(1)
    candles.setAnchors([startMs - before])
    const view = [startMs + dayMs, startMs + dayMs + 100 * minuteMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    const shown = candles.show(...view)
    expectShown(shown)
    expect(shown.level.buffer.firstMs).toBe(startMs)
    expect(candles.knownFrom(shown.level)).toBe(-Infinity)
  })

  it('knows of no more than it asked for where older candles may be missing', async () => {
    const { lender, candles } = open(1)
    const view = [startMs + 10 * dayMs, startMs + 10 * dayMs + 100 * minuteMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    const shown = candles.show(...view)
    expectShown(shown)
    expect(candles.knownFrom(shown.level)).toBe(shown.level.buffer.firstMs)
  })

  it('costs nothing where nothing changed: the same picture, and no question', async () => {
    const { lender, candles } = await begin(1)
    candles.show(nowMs - 100 * minuteMs, nowMs, 800)
    await lender.quiet()
    const shown = candles.show(nowMs - 100 * minuteMs, nowMs, 800)
    const asked = lender.asked.length
    expect(candles.show(nowMs - 100 * minuteMs, nowMs, 800)).toBe(shown)
    await lender.quiet()
    expect(lender.asked).toHaveLength(asked)
  })

  it('never blanks while it zooms out: coarser or partly there until the answer comes', async () => {
    const { lender, candles } = await begin(1)
    let spanMs = 200 * minuteMs
    for (const waits of [true, false, true, false, false, true]) {
      if (!waits) lender.hold()
      expectShown(candles.show(nowMs - spanMs, nowMs, 800))
      expect(candles.show(nowMs - spanMs, nowMs, 800)?.level.buffer.length).toBeGreaterThan(0)
      lender.release()
      await lender.quiet()
      spanMs *= 3
    }
    // Back in: the coarser level has the view, and stands in.
    await lender.quiet()
    candles.show(nowMs - 39 * dayMs, nowMs, 800)
    await lender.quiet()
    lender.hold()
    const shown = candles.show(startMs + 20 * dayMs, startMs + 24 * dayMs, 800)
    expectShown(shown)
    expect(shown.isPartial).toBe(true)
    expect(shown.level.period).toBeGreaterThan(15)
    lender.release()
    await lender.quiet()
    const after = candles.show(startMs + 20 * dayMs, startMs + 24 * dayMs, 800)
    expect(after).toMatchObject({ isPartial: false, level: { period: 15 } })
  })

  it('asks one question at a time, and of many wishes only the last', async () => {
    const { lender, candles } = await begin(1)
    const before = lender.asked.length
    lender.hold()
    for (let day = 1; day < 30; day++)
      candles.show(startMs + day * dayMs, startMs + day * dayMs + 3_600_000, 800)
    await lender.quiet()
    expect(lender.asked).toHaveLength(before + 1)
    lender.release()
    await lender.quiet()
    expect(lender.asked).toHaveLength(before + 2)
    const shown = candles.show(startMs + 29 * dayMs, startMs + 29 * dayMs + 3_600_000, 800)
    expect(shown).toMatchObject({ isPartial: false, unknown: [] })
  })

  it('keeps a few screens, however far one pans', async () => {
    const { lender, candles } = await begin(1)
    const spanMs = 300 * minuteMs
    let most = 0
    let roomiest = 0
    for (let toMs = nowMs; toMs > startMs + spanMs; toMs -= spanMs / 2) {
      const shown = candles.show(toMs - spanMs, toMs, 800)
      await lender.quiet()
      most = Math.max(most, shown?.level.buffer.length ?? 0)
      roomiest = Math.max(roomiest, shown?.level.buffer.columns.timesMs.length ?? 0)
    }
    expect(most).toBeLessThan(3_200)
    expect(roomiest).toBeLessThan(20_000)
    // And what was dropped comes back.
    candles.show(nowMs - spanMs, nowMs, 800)
    await lender.quiet()
    const shown = candles.show(nowMs - spanMs, nowMs, 800)
    expect(shown).toMatchObject({ isPartial: false })
    expect(shown?.level.buffer.lastMs).toBe(startMs + 40 * dayMs)
  })

  it('leaves times without trades empty, and does not call them unknown', async () => {
    const { lender, candles } = await begin(1)
    const fromMs = startMs + 19_900 * minuteMs
    candles.show(fromMs, fromMs + 2_400 * minuteMs, 3_000)
    await lender.quiet()
    const shown = candles.show(fromMs, fromMs + 2_400 * minuteMs, 3_000)
    expectShown(shown)
    expect(shown.level.period).toBe(1)
    expect(shown.unknown).toEqual([])
    const times = rowsOf(shown.level).map(([timeMs]) => (timeMs - startMs) / minuteMs)
    expect(times.filter((minute) => minute >= 20_000 && minute < 22_160)).toEqual([])
  })
})

describe('history that is not here yet', () => {
  it('is told as unknown until main has it, and then shown', async () => {
    const cachedFromMs = startMs + 30 * dayMs
    const { lender, candles } = await begin(1, { cachedFromMs })
    const view = [cachedFromMs - 60 * minuteMs, cachedFromMs + 60 * minuteMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    expect(candles.show(...view)?.unknown).toEqual([{ fromMs: view[0], toMs: cachedFromMs - 1 }])
    expect(candles.firstMs).toBe(cachedFromMs)
    expect(candles.reachesStart).toBe(false)
    const asked = lender.asked.length
    lender.fill(startMs + 20 * dayMs)
    candles.refresh(startMs + 20 * dayMs)
    await lender.quiet()
    expect(lender.asked.length).toBeLessThanOrEqual(asked + 2)
    const shown = candles.show(...view)
    expectShown(shown)
    expect(shown.unknown).toEqual([])
    expectRows(within(rowsOf(shown.level), view[0], view[1]), within(rows, view[0], view[1]))
    expect(candles.firstMs).toBeLessThan(cachedFromMs)
  })

  it('is found from its start: the first minute, by few questions', async () => {
    const { lender, candles } = await begin(1)
    expect(candles.reachesStart).toBe(false)
    const before = lender.asked.length
    candles.findStart()
    await lender.quiet()
    expect(candles.reachesStart).toBe(true)
    expect(candles.firstMs).toBe(startMs)
    expect(lender.asked.length - before).toBeLessThanOrEqual(3)
    expect(lender.asked.slice(before).every(({ widthPx }) => widthPx < 3_000)).toBe(true)
  })

  it('is found from its start as soon as main knows it', async () => {
    const { lender, candles } = await begin(1, { cachedFromMs: startMs + 30 * dayMs })
    candles.findStart()
    await lender.quiet()
    expect(candles.reachesStart).toBe(false)
    lender.fill(0)
    candles.refresh(startMs, 10_080)
    await lender.quiet()
    expect(candles.reachesStart).toBe(true)
    expect(candles.firstMs).toBe(startMs)
  })

  it('counts from a time that the chart goes to, until the start is known', async () => {
    const { lender, candles } = await begin(1, { cachedFromMs: startMs + 30 * dayMs })
    const toMs = startMs - 100 * dayMs
    candles.expect(toMs)
    expect(candles.firstMs).toBe(toMs)
    const shown = candles.show(toMs - 60 * minuteMs, toMs + 60 * minuteMs, 800)
    expect(shown).toMatchObject({
      isPartial: true,
      unknown: [{ fromMs: toMs - 60 * minuteMs, toMs: toMs + 60 * minuteMs }],
    })
    lender.fill(0)
    candles.refresh(startMs)
    candles.findStart()
    await lender.quiet()
    expect(candles.firstMs).toBe(startMs)
    expect(candles.show(toMs - 60 * minuteMs, toMs + 60 * minuteMs, 800)?.unknown).toEqual([])
  })
})

describe('live candles', () => {
  it('change the last row in place, by asking for the tail only', async () => {
    const { lender, candles } = await begin(1)
    const view = [nowMs - 100 * minuteMs, nowMs + 20 * minuteMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    const { buffer } = candles.show(...view)?.level ?? {}
    if (buffer === undefined) throw new Error('nothing shown')
    const { columns, version, length } = buffer
    const asked = lender.asked.length
    const lastMs = candles.lastMs ?? NaN
    lender.tell(rowAt(lastMs, 7))
    candles.refresh(lastMs)
    await lender.quiet()
    expect(lender.asked).toHaveLength(asked + 1)
    expect(lastMs - (lender.asked.at(-1)?.fromMs ?? 0)).toBeLessThanOrEqual(3 * minuteMs)
    expect(candles.last()?.close).toBe(rowAt(lastMs, 7)[4])
    expect(buffer.columns).toBe(columns)
    expect(buffer.version).toBe(version + 1)
    expect(buffer.changedFrom).toBe(length - 1)
    lender.tell(rowAt(lastMs + minuteMs))
    candles.refresh(lastMs)
    await lender.quiet()
    expect(buffer.length).toBe(length + 1)
    expect(buffer.changedFrom).toBe(length)
    expect(candles.lastMs).toBe(lastMs + minuteMs)
  })

  it('that are told many times while one question is under way cost one more', async () => {
    const { lender, candles } = await begin(1)
    candles.show(nowMs - 100 * minuteMs, nowMs, 800)
    await lender.quiet()
    const asked = lender.asked.length
    lender.hold()
    for (let n = 0; n < 50; n++) {
      lender.tell(rowAt(candles.lastMs ?? NaN, n))
      candles.refresh(candles.lastMs ?? NaN)
    }
    lender.release()
    await lender.quiet()
    expect(lender.asked).toHaveLength(asked + 2)
    expect(candles.last()?.open).toBe(rowAt(candles.lastMs ?? NaN, 49)[1])
  })

  it('begin the search for the newest anew, also while it waits for an answer of before', async () => {
    const { lender, candles } = open(60, { cachedFromMs: Infinity })
    lender.hold()
    candles.begin(200)
    lender.fill(startMs)
    candles.refresh(startMs, 1)
    lender.release()
    await lender.quiet()
    expect(lender.asked.slice(0, 2).map(({ fromMs, shortest }) => ({ fromMs, shortest }))).toEqual(
      Array.from({ length: 2 }, () => ({ fromMs: lender.asked[0]?.fromMs, shortest: 60 })),
    )
    expect(candles.lastMs).toBe(Math.floor(nowMs / (60 * minuteMs)) * 60 * minuteMs)
  })

  it('move the newest while one looks at older ones, whose rows stay untouched', async () => {
    const { lender, candles } = await begin(1)
    const view = [startMs + 10 * dayMs, startMs + 10 * dayMs + 100 * minuteMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    const { buffer } = candles.show(...view)?.level ?? {}
    const version = buffer?.version
    const lastMs = candles.lastMs ?? NaN
    lender.tell(rowAt(lastMs + minuteMs))
    candles.refresh(lastMs)
    await lender.quiet()
    expect(candles.lastMs).toBe(lastMs + minuteMs)
    expect(candles.show(...view)?.level.buffer).toBe(buffer)
    expect(buffer?.version).toBe(version)
    expect(candles.show(...view)).toMatchObject({ isPartial: false, unknown: [] })
  })

  it('change the coarse candle that is shown and the newest of the chosen period', async () => {
    const { lender, candles } = await begin(1)
    const view = [nowMs - 20 * dayMs, nowMs + dayMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    const lastMs = candles.lastMs ?? NaN
    lender.tell([lastMs, 1, 999_999, 1, 777, 5])
    candles.refresh(lastMs)
    await lender.quiet()
    const shown = candles.show(...view)
    expectShown(shown)
    expect(shown.level.period).toBe(60)
    expect(shown.level.buffer.candleAt(shown.level.buffer.length - 1)).toMatchObject({
      high: 999_999,
      close: 777,
    })
    expect(candles.last()?.close).toBe(777)
  })

  it('after a break are asked for from where they were known, without a hole', async () => {
    const { lender, candles } = await begin(1)
    const view = (): [number, number, number] => [lender.nowMs - 200 * minuteMs, lender.nowMs + minuteMs, 800]
    candles.show(...view())
    await lender.quiet()
    const lastMs = candles.lastMs ?? NaN
    for (let n = 1; n <= 90; n++) lender.tell(rowAt(lastMs + n * minuteMs))
    candles.refresh(lastMs + 89 * minuteMs)
    candles.show(...view())
    await lender.quiet()
    const shown = candles.show(...view())
    expectShown(shown)
    const [fromMs, toMs] = view()
    expectRows(within(rowsOf(shown.level), fromMs, toMs), within(lender.truth(1), fromMs, toMs))
  })

  it('show as unknown from when they were last told, while main cannot read on', async () => {
    const { lender, candles } = await begin(1)
    const toldMs = lender.asOfMs
    lender.nowMs += 60 * minuteMs
    candles.retry()
    const view = [nowMs - 100 * minuteMs, nowMs + 100 * minuteMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    expect(candles.show(...view)?.unknown).toEqual([{ fromMs: toldMs, toMs: lender.nowMs }])
    expect(candles.status.asOfMs).toBe(toldMs)
  })
})

describe('a market', () => {
  it('without any candle shows nothing, says that it has looked, and begins with its first', async () => {
    const { lender, candles } = await begin(60, { rows: [] })
    expect(candles.last()).toBeNull()
    expect(candles.show(nowMs - dayMs, nowMs, 800)).toBeNull()
    expect(candles.status).toMatchObject({ isSettled: true, error: null })
    const asked = lender.asked.length
    candles.begin(200)
    await lender.quiet()
    expect(lender.asked.length).toBeLessThanOrEqual(asked + 1)
    lender.tell(rowAt(nowMs - 30_000))
    candles.refresh(nowMs - 30_000)
    candles.begin(200)
    await lender.quiet()
    expect(candles.lastMs).toBe(Math.floor(nowMs / 3_600_000) * 3_600_000)
  })

  it('of one candle has it as first and last', async () => {
    const { lender, candles } = await begin(1, { rows: [rowAt(startMs)], nowMs: startMs + 10 * minuteMs })
    expect(candles.lastMs).toBe(startMs)
    candles.findStart()
    await lender.quiet()
    expect(candles.firstMs).toBe(startMs)
    expect(candles.reachesStart).toBe(true)
    const shown = candles.show(startMs - 60 * minuteMs, startMs + 60 * minuteMs, 800)
    expect(shown?.level.buffer.length).toBe(1)
  })

  it('whose last trade was months ago is found, in the chosen period', async () => {
    for (const laterMs of [100 * dayMs, 1_000 * dayMs]) {
      const { lender, candles } = await begin(1, { nowMs: nowMs + laterMs })
      expect(candles.lastMs).toBe(startMs + 40 * dayMs)
      expect(lender.asked.length).toBeLessThanOrEqual(7)
    }
  })

  it('is found by a clock that is wrong by hours', async () => {
    for (const wrongMs of [-10 * 3_600_000, 10 * 3_600_000]) {
      const lender = new Lender({ rows, nowMs })
      const candles = new CandleWindow({
        market: 'ethusdc',
        period: 1,
        source: lender.source,
        now: () => nowMs + wrongMs,
      })
      candles.begin(200)
      await lender.quiet()
      expect(candles.lastMs).toBe(startMs + 40 * dayMs)
    }
  })
})

describe('a call that fails', () => {
  it('leaves what is there, is told, and is made again when the view changes or main tells of changes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { lender, candles } = await begin(1)
    candles.show(nowMs - 100 * minuteMs, nowMs, 800)
    await lender.quiet()
    const told: string[] = []
    candles.subscribe((change) => told.push(change))
    lender.failure = new Error('away')
    const asked = lender.asked.length
    const far = [startMs, startMs + 100 * minuteMs, 800] as const
    for (let n = 0; n < 20; n++) {
      expectShown(candles.show(startMs + n, startMs + n + 100 * minuteMs, 800))
      await lender.quiet()
    }
    // One question, and then a rest.
    expect(lender.asked).toHaveLength(asked + 1)
    expect(candles.status.error).toBe(lender.failure)
    expect(told).toEqual(['info'])
    vi.advanceTimersByTime(60_000)
    await lender.quiet()
    const rested = lender.asked.length
    candles.show(...far)
    vi.advanceTimersByTime(60_000)
    for (let n = 0; n < 20; n++) {
      candles.show(...far)
      await lender.quiet()
    }
    vi.advanceTimersByTime(60_000)
    await lender.quiet()
    // The view did not change any more: not asked again.
    expect(lender.asked.length).toBeLessThanOrEqual(rested + 2)
    expect(candles.last()).not.toBeNull()
    lender.failure = null
    candles.refresh(nowMs)
    await lender.quiet()
    expect(candles.status.error).toBeNull()
    expect(candles.show(...far)).toMatchObject({ isPartial: false })
    candles.dispose()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is made again at once when the user asks, and no live change is lost by it', async () => {
    const { lender, candles } = await begin(1)
    candles.show(nowMs - 100 * minuteMs, nowMs, 800)
    await lender.quiet()
    const lastMs = candles.lastMs ?? NaN
    lender.failure = new Error('away')
    lender.tell(rowAt(lastMs, 3))
    candles.refresh(lastMs)
    await lender.quiet()
    lender.failure = null
    candles.retry()
    await lender.quiet()
    expect(candles.last()?.open).toBe(rowAt(lastMs, 3)[1])
    candles.dispose()
  })

  it('of main to the service is told, and its gaps are asked for once it is over', async () => {
    const cachedFromMs = startMs + 30 * dayMs
    const { lender, candles } = await begin(1, { cachedFromMs })
    lender.lastError = { code: 'timeout', data: {}, ref: null }
    const view = [cachedFromMs - 60 * minuteMs, cachedFromMs + 60 * minuteMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    expect(candles.status.lastError).toEqual(lender.lastError)
    lender.lastError = null
    lender.fill(startMs)
    candles.refresh(nowMs)
    await lender.quiet()
    expect(candles.status.lastError).toBeNull()
    expect(candles.show(...view)?.unknown).toEqual([])
  })
})

describe('a window that is let go', () => {
  it('takes no answer any more, tells nobody and asks nothing', async () => {
    const { lender, candles } = open(1)
    const told: string[] = []
    candles.subscribe((change) => told.push(change))
    lender.hold()
    candles.begin(200)
    candles.dispose()
    lender.release()
    await lender.quiet()
    candles.refresh(nowMs)
    candles.begin(200)
    await lender.quiet()
    expect(told).toEqual([])
    expect(candles.last()).toBeNull()
    expect(lender.asked).toHaveLength(1)
  })
})

describe('answers that are not as asked', () => {
  it('in a coarser period are shown as they are, without asking for ever', async () => {
    const lender = new Lender({ rows, nowMs })
    const candles = new CandleWindow({
      market: 'ethusdc',
      period: 1,
      // Another rule: never finer than an hour for more than 300 minutes.
      source: (wanted) =>
        lender.source({
          ...wanted,
          shortest:
            wanted.toMs - wanted.fromMs > 300 * minuteMs && isLonger(60, wanted.shortest)
              ? 60
              : wanted.shortest,
        }),
      now: () => nowMs,
    })
    const view = [nowMs - 300 * minuteMs, nowMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    expect(lender.asked.length).toBeLessThan(6)
    const shown = candles.show(...view)
    expect(shown?.level.period).toBe(60)
    expect(shown?.isPartial).toBe(false)
  })

  it('of weeks that begin on Mondays keep them so, and their forming one is brought up to date', async () => {
    const mondayMs = Date.UTC(2026, 5, 1)
    const weekMs = 7 * dayMs
    let close = 5
    const weeks = (): Row[] =>
      Array.from({ length: 30 }, (_, n) => [mondayMs + (n - 29) * weekMs, 4, 9, 1, n === 29 ? close : 4, 1])
    // A Sunday: by the count since 1970 a later week has begun than the one that trades.
    const sundayMs = mondayMs + 6 * dayMs
    const lender = new Lender({ rows: [], nowMs: sundayMs })
    const { columnsOf } = await import('./synthetic.ts')
    const candles = new CandleWindow({
      market: 'ethusdc',
      period: 10_080,
      source: async (wanted) => {
        await lender.source(wanted)
        const told = weeks().filter(([timeMs]) => timeMs >= wanted.fromMs && timeMs <= wanted.toMs)
        const openMs = Math.floor(mondayMs / weekMs) * weekMs
        const toMs = Math.min(wanted.toMs, sundayMs)
        return {
          period: 10_080,
          candles: columnsOf(told),
          incomplete: [],
          minuteVwap: new Float64Array(),
          newestMs: null,
          gaps: toMs >= openMs ? [{ fromMs: Math.max(wanted.fromMs, openMs), toMs }] : [],
          reachesStart: false,
          asOfMs: sundayMs,
          lastError: null,
        }
      },
      now: () => sundayMs,
    })
    const view = [sundayMs - 10 * weekMs, sundayMs + weekMs, 800] as const
    candles.show(...view)
    await lender.quiet()
    expect(candles.lastMs).toBe(mondayMs)
    close = 8
    candles.refresh(sundayMs)
    await lender.quiet()
    expect(candles.last()?.close).toBe(8)
    const shown = candles.show(...view)
    expectShown(shown)
    expect(rowsOf(shown.level).at(-1)).toEqual(weeks().at(-1))
    expect(rowsOf(shown.level).every(([timeMs]) => (timeMs - mondayMs) % weekMs === 0)).toBe(true)
    expect(shown.unknown).toEqual([])
  })
})
