import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fromPixel,
  indexAt,
  plotRight,
  toPixel,
  xOfTime,
  yOfPrice,
} from '../../../src-renderer/charts/model/frame.ts'
import { bodyWidth, candleLeft } from '../../../src-renderer/charts/painters/paint-candles.ts'
import { countdownText } from '../../../src-renderer/charts/painters/paint-labels.ts'
import { readLegend } from '../../../src-renderer/charts/model/reading.ts'
import { shiftPrices, stretchPrices } from '../../../src-renderer/charts/input/manual-price-range.ts'
import { sparklinePath } from '../../../src-renderer/charts/model/sparkline.ts'
import { maxRows, tableRows } from '../../../src-renderer/charts/model/table-rows.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'
import { chartTypes, type IndicatorStyle } from '../../../src-preload/contract/markets/charts.ts'
import { frameOf, paint, repaintAxis, tryFrame } from './frames.ts'
import { Pixels, type WrittenText } from './pixels.ts'
import { rowAt, type Row } from './synthetic.ts'

beforeAll(() => setFigureLocale('en-US'))
afterAll(() => setFigureLocale(undefined))

const minuteMs = 60_000
const startMs = Date.UTC(2026, 10, 20)
const at = (minute: number): number => startMs + minute * minuteMs
/** Open and close; the wick is 1 to both sides. */
const candle = (minute: number, open: number, close: number, volume = 5): Row => [
  at(minute),
  open,
  Math.max(open, close) + 1,
  Math.min(open, close) - 1,
  close,
  volume,
]
const many = (count: number): Row[] => Array.from({ length: count }, (_, n) => rowAt(at(n)))

describe('a picture', () => {
  it('has every candle in view inside of its pane, on every scale and pixel ratio', () => {
    const rows = many(2_000)
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 96_000 }).map((n) => n / 1000),
        fc.integer({ min: 0, max: 1_900 }),
        fc.constantFrom(1, 1.25, 1.5, 2),
        fc.constantFrom('linear' as const, 'log' as const, 'percent' as const),
        fc.constantFrom(...chartTypes),
        (spacing, back, dpr, priceScale, type) => {
          const frame = frameOf({ rows, spacing, dpr, priceScale, type, toMs: at(2_000 - back) })
          const { start, high, low } = frame.prices
          const drawn = (column: Float64Array) =>
            column.subarray(start + frame.firstIndex, start + frame.endIndex)
          if (frame.firstIndex >= frame.endIndex) return
          const extent = { high: Math.max(...drawn(high)), low: Math.min(...drawn(low)) }
          const { innerTop, innerBottom } = frame.layout.price
          expect(yOfPrice(frame, extent.high)).toBeGreaterThanOrEqual(innerTop * dpr - 1e-6)
          expect(yOfPrice(frame, extent.low)).toBeLessThanOrEqual(innerBottom * dpr + 1e-6)
          for (const { value } of frame.priceTicks) {
            expect(value).toBeGreaterThanOrEqual(frame.priceRange.min * (1 - 1e-9))
            expect(value).toBeLessThanOrEqual(frame.priceRange.max * (1 + 1e-9))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is none without candles or room, and has a scale for a flat market', () => {
    expect(tryFrame({ rows: [] })).toBeNull()
    expect(tryFrame({ rows: many(3), height: 0 })).toBeNull()
    const flat = frameOf({ rows: [[startMs, 5, 5, 5, 5, 0]] })
    const { innerTop, innerBottom } = flat.layout.price
    expect(yOfPrice(flat, 5)).toBeCloseTo((innerTop + innerBottom) / 2)
    expect(flat.panes.map(({ kind, ticks }) => [kind, ticks])).toEqual([['volume', []]])
  })

  it('finds the candle that holds a time, and none in a gap', () => {
    const frame = frameOf({ rows: [candle(0, 10, 11), candle(1, 10, 11), candle(5, 10, 11)] })
    expect([0, 0.5, 1.99, 2, 4.9, 5, 5.9, 6, -1].map((minute) => indexAt(frame, at(minute)))).toEqual([
      0, 0, 1, -1, -1, 2, 2, -1, -1,
    ])
  })

  it('turns values into pixels and back', () => {
    for (const kind of ['linear', 'log'] as const) {
      const scale = { kind, offset: 300, factor: -20 }
      for (const value of [1e-6, 1, 42, 1e6]) {
        expect(fromPixel(scale, toPixel(scale, value)) / value).toBeCloseTo(1, 6)
      }
    }
    expect(toPixel({ kind: 'log', offset: 0, factor: 1 }, -1)).toBeNaN()
  })
})

describe('a logarithmic scale', () => {
  it('makes equal ratios equally far apart', () => {
    const rows = [1, 10, 100, 1000].map((price, n): Row => [at(n), price, price, price, price, 1])
    const frame = frameOf({ rows, priceScale: 'log', hasVolume: false })
    const [a = NaN, b = NaN, c = NaN, d = NaN] = [1, 10, 100, 1000].map((price) => yOfPrice(frame, price))
    expect(a - b).toBeCloseTo(b - c, 6)
    expect(b - c).toBeCloseTo(c - d, 6)
    expect(frame.priceTicks.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['1.00', '10.00', '100.00', '1,000.00']),
    )
  })

  it('is a straight one where prices are not above zero', () => {
    const frame = frameOf({ rows: [[at(0), 0, 1, 0, 1, 1]], priceScale: 'log' })
    expect(frame.price.kind).toBe('linear')
  })
})

describe('a percent scale', () => {
  const rows = [candle(0, 90, 95), candle(1, 98, 100), candle(2, 100, 110), candle(3, 110, 105)]

  it('counts from the close of the first candle that is in view whole', () => {
    const half = frameOf({ rows, priceScale: 'percent', width: 72 + 8 * 3 + 4, toMs: at(4) })
    expect(half.percentBase).toBe(100)
    const whole = frameOf({ rows, priceScale: 'percent', width: 72 + 8 * 4, toMs: at(4) })
    expect(whole.percentBase).toBe(95)
    const zero = half.priceTicks.find(({ text }) => text === '0.00%')
    expect(zero?.value).toBe(100)
    expect(half.priceTicks.map(({ text }) => text)).toContain('+10.00%')
  })

  it('tags the last price in percent', () => {
    const frame = frameOf({ rows, priceScale: 'percent', width: 72 + 8 * 3 + 4, toMs: at(4) })
    expect(paint(frame).texts.map(({ text }) => text)).toContain('+5.00%')
  })
})

describe('a candle that is not final', () => {
  // The line of the last price is above the others' bodies, and in the color of a fall.
  const rows = [
    ...Array.from({ length: 6 }, (_, minute) =>
      minute % 2 === 0 ? candle(minute, 10, 20) : candle(minute, 20, 10),
    ),
    candle(6, 30, 25),
  ]
  const frame = frameOf({ rows, spacing: 16, incomplete: [at(2), at(3), at(5), at(6)], toMs: at(7) })

  it('is drawn fainter than those that are, with its volume, unless it is about the newest', () => {
    const pixels = paint(frame)
    const of = (minute: number, color: string): number =>
      pixels.count(color, Math.round(xOfTime(frame, at(minute))), Math.round(xOfTime(frame, at(minute + 1))))
    expect(of(0, 'up')).toBeGreaterThan(0)
    expect(of(2, 'up 50%')).toBe(of(0, 'up'))
    expect(of(3, 'down 50%')).toBeGreaterThan(0)
    expect([of(0, 'up 50%'), of(1, 'down 50%'), of(2, 'up')]).toEqual([0, 0, 0])
    expect(of(3, 'downMuted 50%')).toBeGreaterThan(0)
    expect(of(1, 'downMuted 50%')).toBe(0)
    expect(of(6, 'down')).toBeGreaterThan(0)
    expect([of(6, 'down 50%'), of(5, 'down 50%')]).toEqual([0, 0])
  })

  it('is marked in the legend and in the table, and no other is', () => {
    const isFinal = [true, true, false, false, true, false, false]
    expect(isFinal.map((_, index) => readLegend(frame, index, null).isFinal)).toEqual(isFinal)
    expect(tableRows(frame).rows.map((row) => row.isFinal)).toEqual(isFinal.toReversed())
  })
})

describe('what is drawn where', () => {
  const spacing = 16
  const columnsOf = (frame: ReturnType<typeof frameOf>, minute: number): [number, number] => [
    Math.round(xOfTime(frame, at(minute))),
    Math.round(xOfTime(frame, at(minute + 1))),
  ]

  it('leaves rising bodies hollow and fills falling ones', () => {
    const frame = frameOf({ rows: [candle(0, 10, 20), candle(1, 20, 10)], spacing, hasVolume: false })
    const pixels = paint(frame)
    const middle = Math.round(yOfPrice(frame, 15))
    const [upFrom, upTo] = columnsOf(frame, 0)
    const [downFrom, downTo] = columnsOf(frame, 1)
    const width = bodyWidth(spacing, 1)
    expect(pixels.count('up', upFrom, upTo, middle, middle + 1)).toBe(2)
    expect(pixels.count('down', downFrom, downTo, middle, middle + 1)).toBe(width)
    // The wick stops where the hollow body begins.
    const wick = Math.round(yOfPrice(frame, 20.5))
    expect(pixels.count('up', upFrom, upTo, wick, wick + 1)).toBe(1)
    const left = candleLeft(upFrom + spacing / 2, width)
    expect(pixels.at(left + (width - 1) / 2, wick)).toBe('up')
  })

  it('colors hollow candles by the close before and fills those that close below their open', () => {
    const rows = [candle(0, 20, 10), candle(1, 8, 14), candle(2, 20, 16), candle(3, 8, 12)]
    const frame = frameOf({ rows, spacing, type: 'hollow', hasVolume: false })
    const pixels = paint(frame)
    const width = bodyWidth(spacing, 1)
    const across = (minute: number, price: number): readonly [up: number, down: number] => {
      const [from, to] = columnsOf(frame, minute)
      const row = Math.round(yOfPrice(frame, price))
      const count = (color: string): number => pixels.count(color, from, to, row, row + 1)
      return [count('up'), count('down')]
    }
    // Above the close before and above the open: hollow; above the one and below the other: filled.
    expect(across(1, 11)).toEqual([2, 0])
    expect(across(2, 18)).toEqual([width, 0])
    expect(across(3, 10)).toEqual([0, 2])
  })

  it('draws bars with the open to the left and the close to the right', () => {
    const frame = frameOf({
      rows: [candle(0, 10, 20), candle(1, 20, 10)],
      spacing,
      type: 'bars',
      hasVolume: false,
    })
    const pixels = paint(frame)
    const [from, to] = columnsOf(frame, 0)
    const middle = candleLeft(from + spacing / 2, bodyWidth(spacing, 1)) + (bodyWidth(spacing, 1) - 1) / 2
    const open = Math.round(yOfPrice(frame, 10))
    const close = Math.round(yOfPrice(frame, 20))
    expect(pixels.count('up', from, middle, close, close + 1)).toBe(0)
    expect(pixels.count('up', middle + 1, to, close, close + 1)).toBeGreaterThan(1)
    expect(pixels.count('up', middle, middle + 1, close, open)).toBe(open - close)
  })

  it('says in the legend that Heikin Ashi candles are not the prices that it reads', () => {
    const rows = [candle(0, 10, 20), candle(1, 20, 10)]
    const legend = readLegend(frameOf({ rows, type: 'heikinAshi' }), 1, null)
    expect(legend.shownAs).toBe('Heikin Ashi, market prices')
    expect(legend.reading).toEqual(readLegend(frameOf({ rows }), 1, null).reading)
    expect(readLegend(frameOf({ rows }), 1, null).shownAs).toBe('')
  })

  it('draws no candles on a line, and volume of every type by the real prices', () => {
    const rows = [candle(0, 10, 20), candle(1, 20, 10)]
    for (const type of ['line', 'area'] as const) {
      const pixels = paint(frameOf({ rows, spacing, type, hasVolume: false }))
      expect(pixels.count('up')).toBe(0)
    }
    for (const type of chartTypes) {
      const pixels = paint(frameOf({ rows, spacing, type }))
      expect(pixels.count('upMuted')).toBeGreaterThan(0)
      expect(pixels.count('downMuted')).toBeGreaterThan(0)
    }
  })

  it('draws a candle within its own period, and nothing in a gap', () => {
    const frame = frameOf({ rows: [candle(0, 10, 20), candle(5, 20, 10)], spacing })
    const pixels = paint(frame)
    const [from] = columnsOf(frame, 1)
    const [, to] = columnsOf(frame, 4)
    for (const color of ['up', 'upMuted', 'downMuted']) expect(pixels.count(color, from, to)).toBe(0)
    // The line of the last price is all that is of its color there.
    const last = Math.round(yOfPrice(frame, 10))
    expect(pixels.count('down', from, to, 0, last) + pixels.count('down', from, to, last + 1)).toBe(0)
    const [upFrom, upTo] = columnsOf(frame, 0)
    expect(pixels.boxOf('up')).toMatchObject({
      left: expect.toSatisfy((x: number) => x >= upFrom) as number,
      right: expect.toSatisfy((x: number) => x < upTo) as number,
    })
  })

  it('hatches only what is not loaded', () => {
    const rows = [candle(0, 10, 20), candle(20, 20, 10)]
    const known = paint(frameOf({ rows, spacing, toMs: at(21) }))
    const frame = frameOf({ rows, spacing, toMs: at(21), unknown: [{ fromMs: at(5), toMs: at(9) }] })
    const hatched = paint(frame)
    const inside = [Math.round(xOfTime(frame, at(5))), Math.round(xOfTime(frame, at(10)))] as const
    const right = Math.round(xOfTime(frame, at(20)))
    expect(hatched.count('grid', ...inside)).toBeGreaterThan(known.count('grid', ...inside) + 500)
    expect(hatched.count('grid', 0, inside[0])).toBe(known.count('grid', 0, inside[0]))
    expect(hatched.count('grid', inside[1], right)).toBe(known.count('grid', inside[1], right))
  })

  it('draws bodies on the logarithmic scale where their prices are', () => {
    const frame = frameOf({
      rows: [candle(0, 10, 1000), candle(1, 1000, 100)],
      spacing,
      priceScale: 'log',
      hasVolume: false,
    })
    const [from, to] = columnsOf(frame, 1)
    const body = [Math.round(yOfPrice(frame, 1000)), Math.round(yOfPrice(frame, 100))] as const
    const width = bodyWidth(spacing, 1)
    const pixels = paint(frame)
    expect(pixels.count('down', from, to, body[0] + 1, body[1] - 1)).toBe((body[1] - body[0] - 2) * width)
  })

  it('keeps candles, bars and lines in their panes, whatever is set by hand', () => {
    const rows = many(200)
    const frame = frameOf({
      rows,
      spacing: 4,
      hand: { low: 1040, high: 1041 },
      indicators: [{ kind: 'sma', length: 5 }],
    })
    const pixels = paint(frame)
    const bottom = frame.layout.price.height
    expect(pixels.count('up', 0, frame.layout.plotWidth, bottom)).toBe(0)
    expect(pixels.count('line1', 0, frame.layout.plotWidth, bottom)).toBe(0)
    expect(pixels.count('up', frame.layout.plotWidth, 800)).toBe(0)
  })

  it('is on whole device pixels at every ratio, scale and zoom', () => {
    const rows = many(600)
    fc.assert(
      fc.property(
        fc.integer({ min: 600, max: 60_000 }).map((n) => n / 1000),
        fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 3),
        fc.constantFrom('linear' as const, 'log' as const, 'percent' as const),
        fc.integer({ min: 0, max: 590 }),
        (spacing, dpr, priceScale, back) => {
          const frame = frameOf({
            rows,
            spacing,
            dpr,
            priceScale,
            width: 240,
            height: 320,
            toMs: at(600 - back),
            unknown: [{ fromMs: at(590 - back), toMs: at(595 - back) }],
            indicators: [
              { kind: 'bollinger', length: 5, deviations: 2 },
              { kind: 'macd', fast: 3, slow: 6, signal: 3 },
            ],
          })
          // The canvas of these tests throws for a rectangle that is not on whole pixels.
          expect(() => paint(frame, { nowMs: at(600) })).not.toThrow()
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is painted again in its axis alone as the countdown goes on, and is then what a whole one is', () => {
    const frame = frameOf({
      ...{ rows: many(40), width: 260, height: 160 },
      indicators: [{ kind: 'rsi', length: 14 }],
    })
    const [first, second] = [at(39) + 20_000, at(39) + 21_000]
    const pixels = paint(frame, { nowMs: first })
    repaintAxis(pixels, frame, { nowMs: second })
    const whole = paint(frame, { nowMs: second })
    const byPlace = (texts: readonly WrittenText[]): string[] =>
      texts.map(({ text, x, y }) => `${String(y)} ${String(x)} ${text}`).toSorted()
    expect(byPlace(pixels.texts)).toEqual(byPlace(whole.texts))
    expect(countdownText(frame, first)).toBe('0:40')
    expect(pixels.texts.map(({ text }) => text)).toContain('0:39')
    const painted = new Pixels(whole.width, whole.height)
    repaintAxis(painted, frame, { nowMs: second })
    const right = plotRight(frame)
    for (let y = 0; y < whole.height; y++) {
      for (let x = 0; x < whole.width; x++) {
        if (x < right && painted.at(x, y) !== null) throw new Error(`painted the plot at ${x} ${y}`)
        if (pixels.at(x, y) !== whole.at(x, y)) throw new Error(`not the whole one at ${x} ${y}`)
      }
    }
    expect(painted.texts.every(({ x }) => x >= right)).toBe(true)
    // Nothing to say: no time, another candle's time, or a last price that is out of sight.
    expect(countdownText(frame, null)).toBeNull()
    expect(countdownText(frame, at(40))).toBeNull()
    expect(countdownText(frameOf({ rows: many(40), hand: { low: 1, high: 2 } }), first)).toBeNull()
  })

  it('counts down to the end of the forming candle, beside its price', () => {
    const frame = frameOf({ rows: [candle(0, 10, 20)] })
    const texts = (nowMs: number | null): string[] => paint(frame, { nowMs }).texts.map(({ text }) => text)
    expect(texts(at(0) + 15_000)).toEqual(expect.arrayContaining(['20.00', '0:45']))
    expect(texts(at(1)).filter((text) => /^\d:\d\d$/.test(text))).toEqual([])
    expect(texts(null)).toContain('20.00')
  })
})

describe('lines of indicators', () => {
  const sma = [{ kind: 'sma', length: 2 }] as const

  it('are drawn over the candles, in their own color, and not where they are not known', () => {
    const rows = Array.from({ length: 10 }, (_, n) => candle(n, 10, 10 + n))
    const frame = frameOf({ rows, spacing: 16, indicators: sma, hasVolume: false })
    const box = paint(frame).boxOf('line1')
    expect(box?.left).toBe(Math.floor(xOfTime(frame, at(1.5))))
    expect(box?.right).toBeLessThanOrEqual(Math.floor(xOfTime(frame, at(9.5))))
  })

  it('go on where nothing was traded, and break where candles are not loaded', () => {
    const minutes = [0, 1, 2, 4, 5, 9, 10]
    const rows = minutes.map((minute) => candle(minute, 10, minute === 10 ? 20 : 12))
    const options = { rows, spacing: 16, indicators: sma, hasVolume: false }
    for (const unknown of [[], [{ fromMs: at(6), toMs: at(8) }]]) {
      const frame = frameOf({ ...options, unknown })
      const pixels = paint(frame)
      const columnAt = (minute: number): number => Math.floor(xOfTime(frame, at(minute)))
      const hasLine = (from: number, to: number): boolean =>
        pixels.count('line1', columnAt(from), columnAt(to)) > 0
      expect(hasLine(3, 4)).toBe(true)
      expect(hasLine(6, 9)).toBe(unknown.length === 0)
      expect(hasLine(9.5, 10.5)).toBe(true)
    }
  })

  it('have panes of their own with their own scale, and a title that reads the newest value in view', () => {
    const rows = many(120)
    const frame = frameOf({
      rows,
      height: 700,
      indicators: [
        { kind: 'rsi', length: 14 },
        { kind: 'macd', fast: 3, slow: 6, signal: 3 },
      ],
    })
    expect(frame.panes.map(({ kind }) => kind)).toEqual(['volume', 'rsi', 'macd'])
    const [, rsi, macd] = frame.panes
    expect(rsi?.ticks.map(({ text }) => text)).toEqual(['30', '70'])
    expect(macd?.ticks.some(({ value }) => value === 0)).toBe(true)
    const pixels = paint(frame)
    const texts = pixels.texts.map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(['RSI 14', 'MACD 3 6 3']))
    const inRsi = (color: string): number =>
      pixels.count(
        color,
        0,
        frame.layout.plotWidth,
        rsi?.pane.top,
        (rsi?.pane.top ?? 0) + (rsi?.pane.height ?? 0),
      )
    expect(inRsi('line1')).toBeGreaterThan(50)
    expect(inRsi('line2')).toBe(0)
  })

  it('have the colors that were chosen, the others the usual ones', () => {
    const picture = (style?: IndicatorStyle) =>
      paint(
        frameOf({
          rows: many(60),
          indicators: [{ kind: 'bollinger', length: 5, deviations: 2, ...(style && { style }) }],
          hasVolume: false,
        }),
      )
    const usual = picture()
    const chosen = picture({ colors: ['line5', null, 'amber'], width: 4 })
    expect([usual.count('line5'), usual.count('amber')]).toEqual([0, 0])
    expect(chosen.count('line5')).toBeGreaterThan(50)
    expect(chosen.count('amber')).toBeGreaterThan(50)
    expect(chosen.count('line1')).toBeGreaterThan(50)
    expect(chosen.count('fill1')).toBe(0)
    expect(chosen.count('line5 8%')).toBeGreaterThan(100)
  })

  it('fill the inside of bands behind the candles', () => {
    const frame = frameOf({
      rows: many(60),
      indicators: [{ kind: 'bollinger', length: 5, deviations: 2 }],
      hasVolume: false,
    })
    const pixels = paint(frame)
    expect(pixels.count('fill1')).toBeGreaterThan(100)
    expect(pixels.count('up')).toBeGreaterThan(50)
  })
})

describe('prices scaled by hand', () => {
  it('stretch around the middle and move with the pointer, on both scales', () => {
    for (const priceScale of ['linear', 'log'] as const) {
      const rows = many(100)
      const frame = frameOf({ rows, priceScale })
      const { innerTop, innerBottom } = frame.layout.price
      const middle = fromPixel(frame.price, (innerTop + innerBottom) / 2)
      const wide = frameOf({ rows, priceScale, hand: stretchPrices(frame, 2) })
      expect(yOfPrice(wide, middle)).toBeCloseTo((innerTop + innerBottom) / 2, 6)
      expect(Math.abs(wide.price.factor / frame.price.factor)).toBeCloseTo(2, 6)
      const moved = frameOf({ rows, priceScale, hand: shiftPrices(frame, 25) })
      expect(yOfPrice(moved, middle)).toBeCloseTo((innerTop + innerBottom) / 2 + 25, 6)
    }
  })

  it('end where doubles do', () => {
    const frame = frameOf({ rows: many(100) })
    expect(stretchPrices(frame, 1e12)).toBeNull()
    expect(stretchPrices(frame, 1e-20)).toBeNull()
  })
})

describe('candle bodies', () => {
  it('are centred on their wick and leave a gap to the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 20_000 }).map((n) => n / 100),
        fc.constantFrom(1, 2, 3),
        (distance, wick) => {
          const width = bodyWidth(distance, wick)
          expect((width - wick) % 2).toBe(0)
          expect(width).toBeGreaterThanOrEqual(wick)
          if (width > wick) expect(width).toBeLessThanOrEqual(Math.floor(distance) - wick)
          expect(Number.isInteger(candleLeft(distance * 3, width))).toBe(true)
        },
      ),
    )
  })
})

describe('the table of a picture', () => {
  it('has the candles in view, newest first, with the indicators', () => {
    const frame = frameOf({
      rows: [candle(0, 10, 20), candle(1, 20, 10), candle(2, 10, 10)],
      indicators: [{ kind: 'sma', length: 2 }],
      zone: 'Asia/Kolkata',
    })
    const table = tableRows(frame)
    expect(table).toMatchObject({ total: 3, studyNames: ['SMA 2'], shownAs: '' })
    expect(
      table.rows.map(({ reading, studies }) => [reading.time, reading.zone, reading.change, ...studies]),
    ).toEqual([
      ['Fri 20 Nov 2026 05:32', 'GMT+5:30', '0.00', '10.00'],
      ['Fri 20 Nov 2026 05:31', 'GMT+5:30', '\u221210.00', '15.00'],
      ['Fri 20 Nov 2026 05:30', 'GMT+5:30', '+10.00', '–'],
    ])
  })

  it('is cut to what a person reads, and says what is drawn instead of the chosen period', () => {
    const table = tableRows(frameOf({ rows: many(700), spacing: 1, period: 1 }))
    expect([table.rows.length, table.total]).toEqual([maxRows, 700])
    expect(table.rows[0]?.timeMs).toBe(at(699))
    const coarse = tableRows(frameOf({ rows: [candle(0, 10, 20)], period: 1, drawn: 240 }))
    expect(coarse.shownAs).toBe('1m shown as 4h')
  })
})

describe('sparkline', () => {
  it('spans the box from the first to the last value', () => {
    expect(sparklinePath([1, 3, 2], 64, 20, 2)).toBe('M0 19L32 1L64 10')
  })

  it('is a level line for one value or a flat series, and nothing for none', () => {
    expect(sparklinePath([5], 64, 20, 1)).toBe('M0 10H64')
    expect(sparklinePath([5, 5, 5], 64, 20, 1)).toBe('M0 10H64')
    expect(sparklinePath([], 64, 20, 1)).toBe('')
    expect(sparklinePath([NaN], 64, 20, 1)).toBe('')
  })
})
