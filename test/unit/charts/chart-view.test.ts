import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CandleRange } from '../../../src-preload/contract/markets/markets.ts'
import { intervalMs, isLonger } from '../../../src-preload/domain/markets/intervals.ts'
import { candlePeriods, type CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { CandleWindow, type WantedCandles } from '../../../src-renderer/charts/model/candles/candle-window.ts'
import { ChartView } from '../../../src-renderer/charts/chart-view.ts'
import type { Frame } from '../../../src-renderer/charts/model/frame.ts'
import { layOut } from '../../../src-renderer/charts/model/layout.ts'
import { FrameMaker } from '../../../src-renderer/charts/model/make-frame.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { testAxisWidth } from './frames.ts'
import { columnsOf, rowAt, type Row } from './synthetic.ts'

const minuteMs = 60_000
const count = 6_000
const firstMs = Date.UTC(2026, 10, 16)
const lastMs = firstMs + (count - 1) * minuteMs
const nowMs = lastMs + 20_000

/** Answers as main does: the shortest period that gives at most two candles a pixel. */
function answer({ fromMs, toMs, widthPx, shortest }: WantedCandles): Promise<CandleRange> {
  const period =
    candlePeriods.find(
      (each) => !isLonger(shortest, each) && (toMs - fromMs) / (each * minuteMs) <= widthPx * 2,
    ) ?? 10_080
  const periodMs = period * minuteMs
  const rows: Row[] = []
  const from = Math.floor(firstMs / periodMs) * periodMs
  for (let at = from; at <= Math.min(toMs, lastMs); at += periodMs) {
    if (at < fromMs) continue
    rows.push(rowAt(at))
  }
  return Promise.resolve({
    period,
    candles: columnsOf(rows),
    incomplete: [],
    minuteVwap: new Float64Array(),
    newestMs: null,
    gaps: [],
    reachesStart: fromMs <= firstMs,
    asOfMs: nowMs,
    lastError: null,
  })
}

const windows: CandleWindow[] = []

function openWindow(period: CandlePeriod, market = 'ethusdc'): CandleWindow {
  const window = new CandleWindow({ market, period, source: answer, now: () => nowMs })
  windows.push(window)
  return window
}

afterEach(() => {
  for (const window of windows.splice(0)) window.dispose()
})

const layout = layOut({ width: 872, height: 500, dpr: 1 }, testAxisWidth, [])
const maker = new FrameMaker()

function frameFor(window: CandleWindow, view: ChartView): Frame | null {
  if (!view.fit(layout.plotWidth) || view.viewport === null) return null
  return maker.make({
    window,
    view: view.viewport,
    layout,
    priceScale: 'linear',
    type: 'candles',
    hand: view.hand,
    priceDecimals: 2,
    zone: openZone('UTC'),
    show: (fromMs, toMs, widthPx) => window.show(fromMs, toMs, widthPx),
    studiesOf: () => [],
    compared: [],
  })
}

/** The picture once all that is in view has come. */
async function settle(window: CandleWindow, view: ChartView): Promise<Frame> {
  return vi.waitFor(() => {
    view.follow()
    const frame = frameFor(window, view)
    if (frame === null) throw new Error('no picture')
    expect(window.show(frame.fromMs, frame.toMs, layout.plotWidth)?.isPartial).toBe(false)
    return frame
  })
}

const middleOf = ({ fromMs, toMs }: Frame): number => (fromMs + toMs) / 2

describe('what a chart looks at', () => {
  it('asks for the newest candles when there are none, and shows them with room to their right', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    expect(frameFor(window, view)).toBeNull()
    const frame = await settle(window, view)
    expect(frame.toMs).toBeGreaterThan(lastMs + minuteMs)
    expect(frame.level.buffer.lastMs).toBe(lastMs)
  })

  it('moves the cursor candle by candle and further, from the newest in view', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    const frame = await settle(window, view)
    view.moveCursor(frame, { direction: -1, isFar: false })
    expect(view.cursorMs).toBe(lastMs)
    view.moveCursor(frame, { direction: -1, isFar: false })
    view.moveCursor(frame, { direction: -1, isFar: false })
    expect(view.cursorMs).toBe(lastMs - 2 * minuteMs)
    view.moveCursor(frame, { direction: -1, isFar: true })
    expect(view.cursorMs).toBe(lastMs - 12 * minuteMs)
    view.moveCursor(frame, { direction: 1, isFar: true })
    view.moveCursor(frame, { direction: 1, isFar: true })
    expect(view.cursorMs).toBe(lastMs)
    expect([view.dropCursor(), view.dropCursor()]).toEqual([true, false])
  })

  it('follows moves of the cursor that came before there were candles, once and in their order', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    for (let presses = 0; presses < 3; presses += 1) view.moveCursor(null, { direction: -1, isFar: false })
    view.moveCursor(null, { direction: 1, isFar: false })
    expect(view.cursorMs).toBeNull()
    const frame = await settle(window, view)
    expect([view.applyQueuedMoves(frame), view.cursorMs]).toEqual([true, lastMs - minuteMs])
    expect([view.applyQueuedMoves(frame), view.cursorMs]).toEqual([false, lastMs - minuteMs])
  })

  it('forgets moves that nobody waits for any more: those before Escape, and those for another market', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    view.moveCursor(null, { direction: -1, isFar: false })
    view.dropCursor()
    expect(view.applyQueuedMoves(await settle(window, view))).toBe(false)
    const other = openWindow(5)
    view.moveCursor(null, { direction: -1, isFar: false })
    view.setWindow(other)
    expect(view.applyQueuedMoves(await settle(other, view))).toBe(false)
  })

  it('keeps the time in the middle when another period is chosen, and the edge at the edge', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    await settle(window, view)
    view.goTo(firstMs + 1_000 * minuteMs)
    const before = await settle(window, view)
    const five = openWindow(5)
    view.setWindow(five)
    const after = await settle(five, view)
    expect(Math.abs(middleOf(after) - middleOf(before))).toBeLessThan(5 * minuteMs)
    expect(after.level.period).toBe(5)
    view.reset()
    await settle(five, view)
    const fifteen = openWindow(15)
    view.setWindow(fifteen)
    const edge = await settle(fifteen, view)
    expect(edge.toMs).toBeGreaterThan(lastMs)
  })

  it('begins anew with another market', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    await settle(window, view)
    view.goTo(firstMs + 1_000 * minuteMs)
    await settle(window, view)
    const other = openWindow(1, 'btcusdc')
    view.setWindow(other)
    expect([view.viewport, view.cursorMs, view.hand]).toEqual([null, null, null])
    expect((await settle(other, view)).toMs).toBeGreaterThan(lastMs)
  })

  it('finds the first candle of all with Home, however far it is, and the newest with End', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    await settle(window, view)
    view.home()
    await vi.waitFor(() => {
      frameFor(window, view)
      view.follow()
      expect(view.cursorMs).toBe(firstMs)
    })
    const frame = await settle(window, view)
    expect(frame.fromMs).toBeLessThan(firstMs)
    expect(frame.level.buffer.firstMs).toBe(firstMs)
    view.end()
    expect(view.cursorMs).toBe(lastMs)
    expect((await settle(window, view)).toMs).toBeGreaterThan(lastMs)
  })

  it('goes to the earliest candle that is known with Home while the service is away, and on when more is known', async () => {
    let startMs = lastMs - 400 * minuteMs
    const source = async (wanted: WantedCandles): Promise<CandleRange> => {
      const { candles, ...rest } = await answer(wanted)
      const fromMs = startMs - (startMs % intervalMs(rest.period))
      const rows = [...candles.timesMs].filter((timeMs) => timeMs >= fromMs).map((timeMs) => rowAt(timeMs))
      const gaps = [{ fromMs: wanted.fromMs, toMs: Math.min(wanted.toMs, startMs - 1) }]
      const isKnown = startMs === firstMs
      const edge = isKnown ? rest : { ...rest, reachesStart: false, gaps }
      return { ...edge, candles: columnsOf(rows) }
    }
    const window = new CandleWindow({ market: 'ethusdc', period: 1, source, now: () => nowMs })
    windows.push(window)
    const view = new ChartView(window)
    await settle(window, view)
    view.home()
    expect(view.cursorMs).not.toBeNull()
    await vi.waitFor(() => {
      const frame = frameFor(window, view)
      view.follow()
      expect(view.cursorMs).toBe(startMs)
      expect(frame?.fromMs).toBeLessThan(startMs)
      expect(frame?.toMs).toBeGreaterThan(startMs + 50 * minuteMs)
    })
    startMs = firstMs
    window.retry()
    await vi.waitFor(() => {
      frameFor(window, view)
      view.follow()
      expect(view.cursorMs).toBe(firstMs)
    })
  })

  it('stays where it is while older candles come in, and goes along with new ones at the edge', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    const before = await settle(window, view)
    view.pan(800)
    await settle(window, view)
    view.pan(800)
    const moved = await settle(window, view)
    expect(middleOf(moved)).toBeCloseTo(middleOf(before) - 200 * minuteMs, -1)
    expect(middleOf(await settle(window, view))).toBe(middleOf(moved))
  })

  it('keeps prices set by hand until they are let go', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    const frame = await settle(window, view)
    view.shiftPrices(frame, 50)
    expect(view.hand).toBeNull()
    view.stretchPrices(frame, 0.5)
    const wide = await settle(window, view)
    expect(wide.priceRange.max - wide.priceRange.min).toBeCloseTo(
      2 * (frame.priceRange.max - frame.priceRange.min),
      6,
    )
    view.reset()
    expect(view.hand).toBeNull()
  })

  it('scales the prices to what Home, End, a date and a range show', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    const moves = [
      () => view.home(),
      () => view.end(),
      () => view.goTo(firstMs + 900 * minuteMs),
      () => view.show(firstMs, firstMs + 600 * minuteMs),
      () => view.showAll(),
    ]
    for (const move of moves) {
      view.stretchPrices(await settle(window, view), 0.5)
      expect(view.hand).not.toBeNull()
      move()
      expect(view.hand).toBeNull()
    }
  })

  it('shows a range up to now with all of the newest candle and room beside it, asked for early or late', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    const [fromMs, toMs] = [lastMs - 1_440 * minuteMs, lastMs + minuteMs / 2]
    view.show(fromMs, toMs)
    for (const when of ['early', 'late']) {
      const range = await settle(window, view)
      expect(view.isAtNewest, when).toBe(true)
      expect(range.toMs, when).toBeGreaterThan(lastMs + 2 * minuteMs)
      expect(Math.abs(range.fromMs - fromMs), when).toBeLessThan(2 * minuteMs)
      view.show(lastMs - 20 * minuteMs, lastMs - 10 * minuteMs)
      await settle(window, view)
      expect(view.isAtNewest, when).toBe(false)
      view.show(fromMs, toMs)
    }
  })

  it('shows all of a range up to now although the newest candles that are known at first are old', async () => {
    let servedToMs = lastMs - 600 * minuteMs
    const window = new CandleWindow({
      ...{ market: 'ethusdc', period: 1, now: () => nowMs },
      source: (request) => answer({ ...request, toMs: Math.min(request.toMs, servedToMs) }),
    })
    windows.push(window)
    const view = new ChartView(window)
    const [fromMs, toMs] = [lastMs - 700 * minuteMs, lastMs + minuteMs / 2]
    view.show(fromMs, toMs)
    const old = await settle(window, view)
    expect(old.toMs - old.fromMs).toBeGreaterThan(600 * minuteMs)
    servedToMs = lastMs
    window.refresh(lastMs - 600 * minuteMs)
    await vi.waitFor(() => {
      view.follow()
      expect(window.lastMs).toBe(lastMs)
    })
    const range = await settle(window, view)
    expect(view.isAtNewest).toBe(true)
    expect(Math.abs(range.fromMs - fromMs)).toBeLessThan(3 * minuteMs)
    expect(range.toMs - lastMs).toBeLessThan(100 * minuteMs)
  })

  it('shows a range that was asked for before there were candles, and all of the history', async () => {
    const window = openWindow(1)
    const view = new ChartView(window)
    const [fromMs, toMs] = [lastMs - 1_440 * minuteMs, lastMs]
    view.show(fromMs, toMs)
    const range = await settle(window, view)
    expect(Math.abs(range.toMs - range.fromMs - (toMs - fromMs))).toBeLessThan(0.1 * (toMs - fromMs))
    expect(view.isAtNewest).toBe(false)
    view.end()
    await settle(window, view)
    expect(view.isAtNewest).toBe(true)
    view.showAll()
    for (let turn = 0; turn < 6; turn++) await settle(window, view)
    const all = await settle(window, view)
    expect(all.fromMs).toBeLessThanOrEqual(firstMs + minuteMs)
    expect(all.toMs).toBeGreaterThanOrEqual(lastMs)
  })
})
