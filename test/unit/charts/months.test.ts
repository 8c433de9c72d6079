// A chart of calendar months: each as wide as any other, each with its own length in time.
import { describe, expect, it } from 'vitest'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import type { ChartMark, Indicator } from '../../../src-preload/contract/markets/charts.ts'
import { Studies, warmUp } from '../../../src-renderer/charts/indicators/studies.ts'
import { candleRuns, candleStart } from '../../../src-renderer/charts/layers/candle-grid.ts'
import { MarkGroups } from '../../../src-renderer/charts/layers/mark-groups.ts'
import { MarkSet } from '../../../src-renderer/charts/layers/mark-set.ts'
import { readMeasure } from '../../../src-renderer/charts/layers/measure-text.ts'
import { nudgeDrawing } from '../../../src-renderer/charts/drawings/edit-drawing.ts'
import { pixelOf, pointOf } from '../../../src-renderer/charts/drawings/placed.ts'
import { crosshairOf } from '../../../src-renderer/charts/input/crosshair.ts'
import { CandleWindow } from '../../../src-renderer/charts/model/candles/candle-window.ts'
import { formatCandleTime, zoneOfCandle } from '../../../src-renderer/charts/model/format.ts'
import {
  indexAt,
  middleOf,
  timeOfX,
  xOfCandle,
  xOfTime,
  yOfPrice,
} from '../../../src-renderer/charts/model/frame.ts'
import { holesOf } from '../../../src-renderer/charts/model/candles/holes.ts'
import { readLegend } from '../../../src-renderer/charts/model/reading.ts'
import { countdownText } from '../../../src-renderer/charts/painters/paint-labels.ts'
import { makeDrawing } from '../../../src-renderer/features/markets/drawings/new-drawing.ts'
import { frameOf, levelOf, paint } from './frames.ts'
import { Lender, minuteMs } from './lender.ts'
import { rowAt, type Row } from './synthetic.ts'

const dayMs = 86_400_000
const month = (number: number): number => Date.UTC(2023, number, 1)
/** 2023 and 2024 with an end of February in a leap year, without July 2024. */
const starts = Array.from({ length: 24 }, (_, number) => month(number)).filter((_, number) => number !== 18)
const rows: readonly Row[] = starts.map((startMs, at) => [
  startMs,
  100 + at,
  105 + at,
  96 + at,
  101 + at,
  10 + at,
])
const frame = frameOf({ rows, period: 'month', spacing: 24 })

describe('a chart of months', () => {
  it('shows all of them equally wide, and a month without a trade as a place of the same width', () => {
    const middles = starts.map((startMs) => xOfCandle(frame, startMs))
    for (const [at, x] of middles.slice(1).entries()) {
      expect(x - (middles[at] ?? NaN)).toBeCloseTo(at + 1 === 18 ? 48 : 24, 6)
    }
  })

  it('paints each where the pointer finds it', () => {
    const pixels = paint(frame)
    for (const [at, [startMs, , high]] of rows.entries()) {
      const x = xOfCandle(frame, startMs)
      if (x < 12) continue
      const y = Math.round(yOfPrice(frame, high - 1.5))
      const columns = Array.from({ length: 24 }, (_, n) => Math.round(x) - 12 + n)
      const wick = columns.filter((column) => pixels.at(column, y) === 'up')
      expect(wick, `candle ${at}`).toHaveLength(1)
      expect(Math.abs((wick[0] ?? NaN) + 0.5 - x)).toBeLessThanOrEqual(1)
    }
  })

  it('leads from a pixel to the time in it and back, and to the month that holds the time', () => {
    for (let x = 0; x <= 728; x += 7) expect(xOfTime(frame, timeOfX(frame, x))).toBeCloseTo(x, 4)
    for (const [at, startMs] of starts.entries()) {
      expect(indexAt(frame, startMs)).toBe(at)
      expect(
        indexAt(frame, Date.UTC(2023, new Date(startMs).getUTCMonth() + 12 * Math.floor(at / 12) + 1, 1) - 1),
      ).toBe(at)
      expect(indexAt(frame, middleOf(frame, at))).toBe(at)
    }
    expect(indexAt(frame, Date.UTC(2024, 6, 17))).toBe(-1)
  })

  it('begins with the month that the left edge of the plot is in', () => {
    const cut = frameOf({ rows, period: 'month', spacing: 96 })
    expect(cut.firstIndex).toBeGreaterThan(0)
    expect(starts[cut.firstIndex]).toBeLessThanOrEqual(cut.fromMs)
    expect(starts[cut.firstIndex + 1]).toBeGreaterThan(cut.fromMs)
  })

  it('names a month, in whatever zone the charts are', () => {
    for (const name of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
      expect(formatCandleTime(month(13), 'month', openZone(name))).toBe('Feb 2024')
      expect(zoneOfCandle(month(13), 'month', openZone(name))).toBe('UTC')
    }
    expect(readLegend(frame, 13, null).reading).toMatchObject({
      time: 'Feb 2024',
      open: '113.00',
      close: '114.00',
    })
  })

  it('has a tick for each month where there is room, and none that is twice as far apart', () => {
    const wide = frameOf({ rows, period: 'month', spacing: 96 })
    expect(wide.timeTicks.map(({ label }) => label)).toEqual([
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
      'Dec',
      '2025',
    ])
  })

  it('counts down to the end of the month, for all of it', () => {
    expect(countdownText(frame, Date.UTC(2024, 11, 1) + 1_000)).toBe('30 d 23 h')
    expect(countdownText(frame, Date.UTC(2024, 11, 31, 23, 59, 50))).toBe('0:10')
    expect(countdownText(frame, Date.UTC(2025, 0, 1))).toBeNull()
  })

  it('points at the middle of a month, with a candle or without', () => {
    const at = (timeMs: number) =>
      crosshairOf(frame, { pointer: { x: xOfTime(frame, timeMs), y: 50 }, cursorMs: null, linkedMs: null })
    expect(at(Date.UTC(2024, 1, 3))?.timeMs).toBe((Date.UTC(2024, 1, 1) + Date.UTC(2024, 2, 1)) / 2)
    const none = at(Date.UTC(2024, 6, 30))
    expect(none?.index).toBe(-1)
    expect(none?.timeMs).toBe((Date.UTC(2024, 6, 1) + Date.UTC(2024, 7, 1)) / 2)
    expect(readLegend(frame, -1, none).place).toBe('Jul 2024 UTC: no trades')
  })

  it('puts the marks of a month together, in the middle of its candle', () => {
    const mark = (atMs: number): ChartMark => ({
      ...{ kind: 'fill', orderId: 1, tradeId: 1, side: 'buy', atMs, price: '101', amount: '1' },
    })
    const days = [
      Date.UTC(2024, 0, 31, 23),
      Date.UTC(2024, 1, 1),
      Date.UTC(2024, 1, 29, 23),
      Date.UTC(2024, 2, 1),
    ]
    const groups = new MarkGroups()
    groups.arrange(frame, new MarkSet(days.map(mark)))
    expect([...groups.sizes.slice(0, groups.count)]).toEqual([1, 2, 1])
    const middles = [month(12), month(13), month(14)].map((startMs) => Math.round(xOfCandle(frame, startMs)))
    expect([...groups.x.slice(0, groups.count)]).toEqual(middles)
  })

  it('counts runs of months from 1970, each as many months', () => {
    for (let count = 1; count <= 7; count++) {
      const runs = candleRuns(frame.level, count)
      for (const timeMs of [0, month(0), month(13) - 1, month(13), month(23) + 17 * dayMs]) {
        const startMs = runs.startOf(timeMs)
        expect(startMs).toBeLessThanOrEqual(timeMs)
        expect(runs.after(startMs)).toBeGreaterThan(timeMs)
        expect(runs.startOf(startMs)).toBe(startMs)
        expect(
          (new Date(startMs).getUTCFullYear() * 12 + new Date(startMs).getUTCMonth() - 1970 * 12) % count,
        ).toBe(0)
      }
    }
  })

  it('has indicators of months: sums from the month of an anchor and from January, and none of a day', () => {
    const indicators: Indicator[] = [
      { kind: 'anchoredVwap', anchorMs: Date.UTC(2024, 1, 20) },
      { kind: 'listed', id: 'obv', inputs: [] },
      { kind: 'vwap' },
    ]
    const [anchored, obv, vwap] = new Studies().compute(levelOf(rows.slice(0, 18), 'month'), indicators)
    const line = (study: typeof anchored): number[] => [...(study?.lines[0]?.values ?? [])]
    const typical = (at: number): number =>
      ((rows[at]?.[2] ?? 0) + (rows[at]?.[3] ?? 0) + (rows[at]?.[4] ?? 0)) / 3
    const volume = (at: number): number => rows[at]?.[5] ?? 0
    expect(line(anchored).slice(0, 13)).toEqual(new Array<number>(13).fill(NaN))
    expect(line(anchored)[13]).toBeCloseTo(typical(13), 9)
    expect(line(anchored)[14]).toBeCloseTo(
      (typical(13) * volume(13) + typical(14) * volume(14)) / (volume(13) + volume(14)),
      9,
    )
    // All close higher than the one before; the first of the year has none of its year before it.
    expect(line(obv).slice(0, 3)).toEqual([0, 11, 23])
    expect(line(obv).slice(11, 14)).toEqual([176, volume(12), volume(12) + volume(13)])
    expect(vwap?.isTooLong).toBe(true)
    expect(warmUp(indicators, 'month')).toBe(13)
  })

  it('measures in months, also over one without a trade', () => {
    const point = (at: number) => ({ timeMs: at, price: '100', isSnapped: false })
    expect(readMeasure(frame, point(month(0)), point(month(23))).candles).toBe(23)
    expect(readMeasure(frame, point(month(13)), point(month(14))).candles).toBe(1)
  })

  it('has a hole where a month is not known, and none where all follow', () => {
    const level = levelOf(rows.slice(0, 18), 'month')
    expect(holesOf(level)).toEqual([])
    const gap = { fromMs: Date.UTC(2024, 6, 1), toMs: Date.UTC(2024, 7, 1) - 1 }
    expect(holesOf({ ...levelOf(rows, 'month'), gaps: [gap] })).toEqual([{ index: 18, ...gap }])
  })
})

describe('drawings on a chart of months', () => {
  const drawn = makeDrawing(
    {
      kind: 'vertical',
      market: 'ethusdc',
      points: [{ atMs: Date.UTC(2023, 0, 31, 13), price: '100' }],
      nowMs: 0,
    },
    null,
  )

  it('stand in the month of their time, which no other interval changes', () => {
    const [point] = drawn.points
    expect(pixelOf(frame, point?.atMs ?? 0, 100).x).toBeCloseTo(xOfCandle(frame, month(0)), 6)
    expect(candleStart(frame.level, point?.atMs ?? 0)).toBe(month(0))
  })

  it('are put at the start of a month', () => {
    for (const startMs of starts) {
      expect(pointOf(frame, { x: xOfCandle(frame, startMs), y: 50 }).atMs).toBe(startMs)
    }
  })

  it('move by months: from one to the next, however long they are', () => {
    const at = { ...drawn, points: [{ atMs: month(0), price: '100' }] }
    for (let count = 1; count < 24; count++) {
      const moved = nudgeDrawing(frame, at, null, { candles: count, steps: 0 })
      expect(moved.points[0]?.atMs).toBe(month(count))
      expect(nudgeDrawing(frame, moved, null, { candles: -count, steps: 0 }).points[0]?.atMs).toBe(month(0))
    }
  })
})

describe('the window of a chart of months', () => {
  const bornMs = Date.UTC(2023, 8, 20)
  const nowMs = Date.UTC(2024, 0, 17, 9)
  const minutes = Array.from({ length: (nowMs - bornMs) / (30 * minuteMs) }, (_, at) =>
    rowAt(bornMs + at * 30 * minuteMs),
  )

  it('finds the newest and the first month of a market, and asks for nothing else', async () => {
    const lender = new Lender({ rows: minutes, nowMs })
    const candles = new CandleWindow({
      market: 'ethusdc',
      period: 'month',
      source: lender.source,
      now: () => nowMs,
    })
    candles.begin(200)
    await lender.quiet()
    expect(candles.lastMs).toBe(Date.UTC(2024, 0, 1))
    candles.show(nowMs - 400 * dayMs, nowMs, 800)
    candles.findStart()
    await lender.quiet()
    expect(candles.firstMs).toBe(Date.UTC(2023, 8, 1))
    expect(candles.reachesStart).toBe(true)
    const shown = candles.show(nowMs - 400 * dayMs, nowMs, 800)
    expect(shown?.isPartial).toBe(false)
    expect(shown?.level.buffer.length).toBe(5)
    expect(lender.asked.every(({ shortest }) => shortest === 'month')).toBe(true)
    expect(lender.asked.length).toBeLessThan(6)
    candles.dispose()
  })

  it('takes a change of a day as one of its month', async () => {
    const lender = new Lender({ rows: minutes, nowMs })
    const candles = new CandleWindow({
      market: 'ethusdc',
      period: 'month',
      source: lender.source,
      now: () => lender.nowMs,
    })
    candles.begin(200)
    candles.show(nowMs - 400 * dayMs, nowMs, 800)
    await lender.quiet()
    lender.tell([nowMs, 1, 1_000_000, 1, 7, 3])
    candles.refresh(Math.floor(nowMs / dayMs) * dayMs, 1440)
    await lender.quiet()
    expect(candles.last()).toMatchObject({ timeMs: Date.UTC(2024, 0, 1), high: 1_000_000, close: 7 })
    candles.dispose()
  })
})
