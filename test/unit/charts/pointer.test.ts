import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CandleRange } from '../../../src-preload/contract/markets/markets.ts'
import { CandleWindow } from '../../../src-renderer/charts/model/candles/candle-window.ts'
import { ChartView } from '../../../src-renderer/charts/chart-view.ts'
import { crosshairOf } from '../../../src-renderer/charts/input/crosshair.ts'
import { middleOf, xOfTime, yOfPrice, type Frame } from '../../../src-renderer/charts/model/frame.ts'
import type { ChartLayer, ChartTool, LayerHit, ToolPlace } from '../../../src-renderer/charts/layers/layer.ts'
import { hitAt, Pointer, regionAt } from '../../../src-renderer/charts/input/pointer.ts'
import { legendIndex, readLegend } from '../../../src-renderer/charts/model/reading.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'
import { frameOf, paint } from './frames.ts'
import { columnsOf, rowAt, type Row } from './synthetic.ts'

beforeAll(() => setFigureLocale('en-US'))
afterAll(() => setFigureLocale(undefined))

const minuteMs = 60_000
const startMs = Date.UTC(2026, 10, 20)
const at = (minute: number): number => startMs + minute * minuteMs
const rows: Row[] = Array.from({ length: 100 }, (_, n) => rowAt(at(n)))

/** A layer with a thing at a price, five pixels high. */
class Line implements ChartLayer {
  readonly id: string
  readonly price: number

  constructor(id: string, price: number) {
    this.id = id
    this.price = price
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame): void {
    ctx.fillStyle = this.id
    ctx.fillRect(0, Math.round(yOfPrice(frame, this.price)), 900, 1)
  }

  tags(): { price: number; text: string; background: string }[] {
    return [{ price: this.price, text: `at ${this.id}`, background: this.id }]
  }

  hit(frame: Frame, { y }: { y: number }): LayerHit | null {
    return Math.abs(yOfPrice(frame, this.price) / frame.layout.dpr - y) <= 5
      ? { id: this.id, cursor: 'ns-resize' }
      : null
  }
}

class Tool implements ChartTool {
  readonly cursor = 'cell'
  readonly heard: string[] = []
  readonly places: ToolPlace[] = []
  takes = true

  down(place: ToolPlace): boolean {
    this.heard.push('down')
    this.places.push(place)
    return this.takes
  }
  move(place: ToolPlace): void {
    this.heard.push('move')
    this.places.push(place)
  }
  up(): void {
    this.heard.push('up')
  }
  cancel(): void {
    this.heard.push('cancel')
  }
}

function makePointer(frame: Frame, layers: readonly ChartLayer[], tool: ChartTool | null) {
  const heard: string[] = []
  const window = new CandleWindow({
    market: 'ethusdc',
    period: 1,
    source: () => Promise.resolve(emptyRange),
    now: () => at(100),
  })
  const pointer = new Pointer({
    view: new ChartView(window),
    frame: () => frame,
    layers: () => layers,
    tool: () => tool,
    onHover: (hit) => heard.push(`hover ${hit?.id ?? 'nothing'}`),
    onPick: (hit) => heard.push(`pick ${hit.id}`),
    onStudy: (index) => heard.push(`study ${String(index)}`),
    setCursor: (cursor) => heard.push(`cursor ${cursor}`),
    invalidate: () => undefined,
  })
  return { pointer, heard, window }
}

const emptyRange: CandleRange = {
  period: 1,
  candles: columnsOf([]),
  incomplete: [],
  minuteVwap: new Float64Array(),
  newestMs: null,
  gaps: [],
  reachesStart: true,
  asOfMs: null,
  lastError: null,
}

describe('the pointer', () => {
  const frame = frameOf({ rows })
  const lineY = (price: number): number => yOfPrice(frame, price)

  it('knows the parts of the chart', () => {
    const frame = frameOf({ rows, indicators: [{ kind: 'rsi', length: 14 }] })
    const { plotWidth, axisTop, price } = frame.layout
    expect(regionAt(frame, { x: 10, y: 10 })).toBe('price')
    expect(regionAt(frame, { x: 10, y: price.height + 5 })).toBe('pane')
    expect(regionAt(frame, { x: plotWidth + 1, y: 10 })).toBe('valueAxis')
    expect(regionAt(frame, { x: 10, y: axisTop + 1 })).toBe('timeAxis')
    expect(regionAt(frame, { x: plotWidth + 1, y: axisTop + 1 })).toBe('corner')
  })

  it('finds what is painted last first, and nothing of a layer outside of the price pane', () => {
    const layers = [new Line('below', 1040), new Line('above', 1040)]
    expect(hitAt(frame, layers, { x: 10, y: lineY(1040) })?.id).toBe('above')
    expect(hitAt(frame, layers, { x: 10, y: lineY(1040) + 30 })).toBeNull()
    expect(hitAt(frame, layers, { x: frame.layout.plotWidth + 5, y: lineY(1040) })).toBeNull()
  })

  it('tells once that it came over something, and once that it left', () => {
    const { pointer, heard } = makePointer(frame, [new Line('a', 1040)], null)
    pointer.point({ x: 10, y: lineY(1040) })
    pointer.point({ x: 11, y: lineY(1040) })
    pointer.point({ x: 11, y: lineY(1040) + 40 })
    pointer.point(null)
    expect(heard.filter((word) => word.startsWith('hover'))).toEqual(['hover a', 'hover nothing'])
    expect(heard.filter((word) => word.startsWith('cursor'))[0]).toBe('cursor ns-resize')
  })

  it('picks what is clicked, and not what a drag began on', () => {
    const { pointer, heard } = makePointer(frame, [new Line('a', 1040)], null)
    const place = { x: 10, y: lineY(1040) }
    pointer.press(place).end(place)
    const drag = pointer.press(place)
    drag.move({ x: 60, y: place.y })
    drag.end({ x: 60, y: place.y })
    pointer.press({ x: 10, y: place.y + 40 }).end({ x: 10, y: place.y + 40 })
    expect(heard.filter((word) => word.startsWith('pick'))).toEqual(['pick a'])
  })

  it('belongs to a tool that takes it, which gets the time, price and candle of the place', () => {
    const tool = new Tool()
    const { pointer, heard } = makePointer(frame, [new Line('a', 1040)], tool)
    const place = { x: xOfTime(frame, at(90.5)), y: lineY(1040) }
    const hold = pointer.press(place)
    hold.move({ x: place.x + 20, y: place.y })
    hold.end({ x: place.x + 20, y: place.y })
    expect(tool.heard).toEqual(['down', 'move', 'up'])
    expect(tool.places[0]?.price).toBeCloseTo(1040, 6)
    expect(tool.places[0]?.timeMs).toBeCloseTo(at(90.5), 0)
    expect(tool.places[0]?.candle?.timeMs).toBe(at(90))
    expect(heard).toEqual([])
    pointer.press(place).cancel()
    expect(tool.heard.at(-1)).toBe('cancel')
  })

  it('is the chart’s where the tool leaves it, and on the axes', () => {
    const tool = new Tool()
    tool.takes = false
    const { pointer, heard } = makePointer(frame, [new Line('a', 1040)], tool)
    const place = { x: 10, y: lineY(1040) }
    pointer.press(place).end(place)
    expect(heard).toEqual(['pick a'])
    pointer.press({ x: frame.layout.plotWidth + 5, y: 50 }).end({ x: frame.layout.plotWidth + 5, y: 50 })
    expect(tool.heard).toEqual(['down'])
  })

  it('scales the prices by a drag on their axis, and lets them go by two clicks', () => {
    const { pointer, window } = makePointer(frame, [], null)
    const view = new ChartView(window)
    const own = new Pointer({
      view,
      frame: () => frame,
      layers: () => [],
      tool: () => null,
      onHover: () => undefined,
      onPick: () => undefined,
      onStudy: () => undefined,
      setCursor: () => undefined,
      invalidate: () => undefined,
    })
    const place = { x: frame.layout.plotWidth + 20, y: 100 }
    own.press(place).move({ ...place, y: 160 })
    const hand = view.hand
    expect((hand?.high ?? 0) - (hand?.low ?? 0)).toBeGreaterThan(
      (frame.priceRange.max - frame.priceRange.min) * 1.1,
    )
    own.doubleClick(place)
    expect(view.hand).toBeNull()
    expect(pointer.place).toBeNull()
  })
})

it('opens the settings of an indicator whose line is double-clicked', () => {
  const frame = frameOf({ rows, indicators: [{ kind: 'sma', length: 5 }] })
  const { pointer, heard } = makePointer(frame, [], null)
  const index = frame.endIndex - 2
  const [line] = frame.studies[0]?.lines ?? []
  const { dpr } = frame.layout
  const place = {
    x: xOfTime(frame, middleOf(frame, index)) / dpr,
    y: yOfPrice(frame, line?.values[index] ?? NaN) / dpr,
  }
  pointer.doubleClick(place)
  pointer.doubleClick({ ...place, y: place.y + 60 })
  expect(heard.filter((one) => one.startsWith('study'))).toEqual(['study 0'])
})

describe('layers', () => {
  it('are painted over the candles, in their order, and tag the price axis', () => {
    const frame = frameOf({ rows })
    const pixels = paint(frame, { layers: [new Line('below', 1040), new Line('above', 1040)] })
    const y = Math.round(yOfPrice(frame, 1040))
    expect(pixels.count('above', 0, frame.layout.plotWidth, y, y + 1)).toBe(frame.layout.plotWidth)
    expect(pixels.count('above', frame.layout.plotWidth)).toBe(0)
    expect(pixels.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['at below', 'at above']))
  })

  it('tag prices that are close one beside the other, none over another or over the last price', () => {
    const frame = frameOf({ rows })
    const close = rows.at(-1)?.[4] ?? 0
    const step = 4 / Math.abs(frame.price.factor)
    const layers = ['a', 'b', 'c'].map((id, n) => new Line(id, close + (n - 1) * step))
    const { texts } = paint(frame, { layers })
    const places = texts
      .filter(({ text, x }) => x > frame.layout.plotWidth && /^(at [abc]|1,\d{3}\.\d\d)$/.test(text))
      .map(({ y }) => y)
      .sort((p, q) => p - q)
    const tagged = texts.filter(({ text }) => /^at/.test(text))
    expect(tagged).toHaveLength(3)
    places.forEach((y, n) => {
      const before = places[n - 1]
      if (before !== undefined) expect(y - before).toBeGreaterThanOrEqual(13)
    })
  })

  it('tag nothing that is out of view', () => {
    const frame = frameOf({ rows })
    const texts = paint(frame, { layers: [new Line('far', 9_000)] }).texts.map(({ text }) => text)
    expect(texts).not.toContain('at far')
  })
})

describe('the crosshair', () => {
  const gappy = [rowAt(at(0)), rowAt(at(1)), rowAt(at(5))]
  const input = { pointer: null, cursorMs: null, linkedMs: null }

  it('is the pointer’s before the keyboard’s before another chart’s', () => {
    const frame = frameOf({ rows })
    const pointer = { x: xOfTime(frame, at(50.2)), y: 80 }
    const all = { pointer, cursorMs: at(60), linkedMs: at(70) }
    expect(crosshairOf(frame, all)).toEqual({ by: 'pointer', index: 50, timeMs: at(50.5), y: 80 })
    expect(crosshairOf(frame, { ...all, pointer: null })).toMatchObject({ by: 'keyboard', index: 60 })
    expect(crosshairOf(frame, { ...input, linkedMs: at(70.7) })).toMatchObject({
      by: 'link',
      timeMs: at(70.5),
    })
    expect(crosshairOf(frame, input)).toBeNull()
    expect(crosshairOf(frame, { ...input, linkedMs: at(5_000) })).toBeNull()
    expect(crosshairOf(frame, { ...input, pointer: { x: 10, y: 399 } })).toBeNull()
  })

  it('says in a gap that nothing was traded, and where nothing is loaded that it is not', () => {
    const zone = 'Europe/Berlin'
    const frame = frameOf({ rows: gappy, zone, unknown: [{ fromMs: at(3), toMs: at(3) }] })
    const over = (minute: number) =>
      crosshairOf(frame, { ...input, pointer: { x: xOfTime(frame, at(minute)), y: 80 } })
    const legendAt = (minute: number) => {
      const crosshair = over(minute)
      return readLegend(frame, legendIndex(frame, crosshair), crosshair)
    }
    expect(legendAt(2.4)).toMatchObject({ reading: null, place: 'Fri 20 Nov 2026 01:02 CET: no trades' })
    expect(legendAt(3.4)).toMatchObject({ reading: null, place: 'Fri 20 Nov 2026 01:03 CET: not loaded yet' })
    expect(legendAt(1.4)).toMatchObject({ reading: { time: 'Fri 20 Nov 2026 01:01' }, place: '' })
  })

  it('reads the newest candle in view to the right of all candles and while there is none', () => {
    const frame = frameOf({ rows: gappy, toMs: at(20) })
    const ahead = crosshairOf(frame, { ...input, pointer: { x: xOfTime(frame, at(15)), y: 80 } })
    expect(legendIndex(frame, ahead)).toBe(2)
    expect(legendIndex(frame, null)).toBe(2)
    const past = frameOf({ rows, toMs: at(50) })
    expect(readLegend(past, legendIndex(past, null), null).reading?.time).toBe('Fri 20 Nov 2026 00:49')
    const empty = frameOf({ rows: gappy, toMs: at(500) })
    const place = 'No trades at this time'
    expect(readLegend(empty, legendIndex(empty, null), null)).toMatchObject({ reading: null, place })
    const unloaded = frameOf({ rows: gappy, toMs: at(500), unknown: [{ fromMs: at(490), toMs: at(500) }] })
    expect(readLegend(unloaded, -1, null)).toMatchObject({ reading: null, place: 'Not loaded yet' })
  })

  it('labels both axes with the exact place, in the zone', () => {
    const frame = frameOf({ rows, zone: 'America/New_York' })
    const crosshair = crosshairOf(frame, { ...input, pointer: { x: xOfTime(frame, at(50.2)), y: 80 } })
    const texts = paint(frame, { crosshair }).texts.map(({ text }) => text)
    expect(texts).toContain('Thu 19 Nov 2026 19:50 EST')
    const keyboard = crosshairOf(frame, { ...input, cursorMs: at(60) })
    const close = frame.level.buffer.candleAt(60)?.close.toLocaleString('en-US', { minimumFractionDigits: 2 })
    expect(paint(frame, { crosshair: keyboard }).texts.map(({ text }) => text)).toContain(close)
  })

  it('of another chart is an upright line alone', () => {
    const frame = frameOf({ rows, hasVolume: false })
    const pixels = paint(frame, { crosshair: crosshairOf(frame, { ...input, linkedMs: at(50) }) })
    const x = Math.floor(xOfTime(frame, at(50.5)) - 0.5)
    expect(pixels.count('textQuiet', x - 1, x + 2)).toBeGreaterThan(frame.layout.axisTop / 2)
    expect(pixels.count('textQuiet', 0, x - 2)).toBe(0)
  })
})
