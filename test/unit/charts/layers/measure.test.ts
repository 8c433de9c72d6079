// Measuring on a chart: figures between two places, their words, and where the label stands.
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { makeColumns } from '../../../../src-renderer/charts/model/candles/candle-buffer.ts'
import {
  formatSpan,
  measurementText,
  readMeasure,
} from '../../../../src-renderer/charts/layers/measure-text.ts'
import { Measure, placeLabel } from '../../../../src-renderer/charts/layers/measure.ts'
import { setFigureLocale } from '../../../../src-renderer/text/format/current-locale.svelte.ts'
import { flatRows, makeTestFrame, minuteMs, noteCanvas, placeAt, startMs, theme, xAt, yAt } from './frames.ts'

const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

afterEach(() => setFigureLocale(undefined))

describe('what lies between two places', () => {
  const from = { price: '100.10', timeMs: startMs + 10 * hourMs }
  const to = { price: '105.105', timeMs: startMs + 14 * hourMs }

  it('is the exact difference of prices, the percent of the first, candles, time and volume', () => {
    expect(readMeasure(makeTestFrame(), from, to)).toEqual({
      difference: '5.005',
      percent: expect.closeTo(5, 10) as unknown,
      candles: 4,
      spanMs: 4 * hourMs,
      volume: 8,
      isFinal: true,
    })
  })

  it('says where the last candle may still change, and has no volume where one in between is missing', () => {
    const frame = makeTestFrame()
    const lastMs = to.timeMs
    expect(readMeasure({ ...frame, incomplete: [lastMs] }, from, to)).toMatchObject({
      volume: 8,
      isFinal: false,
    })
    expect(readMeasure({ ...frame, incomplete: [from.timeMs] }, from, to).isFinal).toBe(true)
    const { level } = frame
    const missing = { fromMs: from.timeMs + hourMs, toMs: from.timeMs + 2 * hourMs - 1 }
    level.buffer.replace(missing.fromMs, missing.toMs, makeColumns(0))
    expect(readMeasure(frame, from, to).volume).toBe(6)
    expect(readMeasure({ ...frame, level: { ...level, gaps: [missing] } }, from, to).volume).toBeNull()
  })

  it('is the same time and volume backwards, and a fall', () => {
    const back = readMeasure(makeTestFrame(), to, from)
    expect(back).toMatchObject({ difference: '-5.005', candles: 4, spanMs: 4 * hourMs, volume: 8 })
    expect(back.percent).toBeLessThan(0)
  })

  it('counts candles of the chosen period where coarser ones are drawn', () => {
    const frame = makeTestFrame({ period: 60, levelMinutes: 240, rows: flatRows(100, 4 * hourMs) })
    expect(readMeasure(frame, { ...from, timeMs: startMs }, { ...to, timeMs: startMs + dayMs }).candles).toBe(
      24,
    )
  })

  it('has no volume where candles between are not known', () => {
    const unknown = [{ fromMs: startMs + 12 * hourMs, toMs: startMs + 13 * hourMs }]
    expect(readMeasure(makeTestFrame({ unknown }), from, to).volume).toBeNull()
    const before = { ...from, timeMs: startMs - hourMs }
    expect(readMeasure(makeTestFrame(), before, to).volume).toBeNull()
    expect(readMeasure(makeTestFrame(), from, { ...from, price: '101' })).toMatchObject({
      candles: 0,
      volume: 0,
    })
  })
})

describe('a length of time', () => {
  it('is told by its two largest units', () => {
    expect(
      [0, 59_000, minuteMs, 90 * minuteMs, 45 * minuteMs, 3 * dayMs + 4 * hourMs].map(formatSpan),
    ).toEqual(['0 min', '59 s', '1 min', '1 h 30 min', '45 min', '3 d 4 h'])
    expect([dayMs, dayMs + 30 * minuteMs, 7 * dayMs].map(formatSpan)).toEqual(['1 d', '1 d', '7 d'])
  })

  it('is elapsed time: a day in which clocks are set forward is 24 hours as well', () => {
    // 29 March 2026, 01:00 UTC: clocks in Berlin go from 02:00 to 03:00.
    const before = Date.UTC(2026, 2, 28, 12)
    const after = Date.UTC(2026, 2, 29, 12)
    expect(formatSpan(after - before)).toBe('1 d')
  })

  it('groups its figures as the locale does', () => {
    setFigureLocale('de-DE')
    expect(formatSpan(3650 * dayMs)).toBe('3.650 d')
  })
})

describe('the words of what is measured', () => {
  const reading = {
    difference: '1234.5',
    percent: 1.239,
    candles: 1,
    spanMs: hourMs,
    volume: 12_345,
    isFinal: true,
  }

  it('are figures with signs, and leave out a volume that is not known', () => {
    setFigureLocale('en-US')
    expect(measurementText(reading)).toEqual(['+1,234.5 (+1.24%)', '1 candle, 1 h', 'Volume 12.3K'])
    expect(measurementText({ ...reading, isFinal: false })[2]).toBe('Volume 12.3K so far')
    const down = { ...reading, difference: '-0.5', percent: -0.001, candles: 24, volume: null }
    expect(measurementText(down)).toEqual(['\u22120.5 (0.00%)', '24 candles, 1 h'])
  })

  it('are written as the locale has it', () => {
    setFigureLocale('de-DE')
    expect(measurementText(reading)[0]).toBe('+1.234,5 (+1,24\u00a0%)')
  })
})

describe('the label', () => {
  it('is always inside of the plot', () => {
    fc.assert(
      fc.property(
        fc.record({
          left: fc.integer({ min: -500, max: 900 }),
          top: fc.integer({ min: -500, max: 900 }),
          width: fc.integer({ min: 0, max: 2000 }),
          height: fc.integer({ min: 0, max: 2000 }),
        }),
        fc.boolean(),
        (box, goesUp) => {
          const bounds = { width: 728, height: 472 }
          const label = { width: 130, height: 57 }
          const { left, top } = placeLabel(box, label, goesUp, bounds, 6)
          expect(left).toBeGreaterThanOrEqual(0)
          expect(top).toBeGreaterThanOrEqual(0)
          expect(left + label.width).toBeLessThanOrEqual(bounds.width)
          expect(top + label.height).toBeLessThanOrEqual(bounds.height)
        },
      ),
    )
  })

  it('stands above what rose and below what fell, where there is room', () => {
    const box = { left: 300, top: 200, width: 100, height: 50 }
    const place = (goesUp: boolean, top = 200): number =>
      placeLabel({ ...box, top }, { width: 100, height: 40 }, goesUp, { width: 728, height: 472 }, 6).top
    expect([place(true), place(false)]).toEqual([154, 256])
    expect([place(true, 10), place(false, 400)]).toEqual([66, 354])
  })
})

describe('the measuring tool', () => {
  it('measures from where it went down to where it went up, and keeps that until it is cleared', () => {
    const frame = makeTestFrame()
    let changes = 0
    const measure = new Measure(() => (changes += 1))
    const x = (hours: number): number => xAt(frame, startMs + hours * hourMs + 1)
    expect(measure.down(placeAt(frame, x(10), yAt(frame, 100)))).toBe(true)
    measure.move(placeAt(frame, x(12), yAt(frame, 101)))
    measure.up(placeAt(frame, x(14), yAt(frame, 110)))
    measure.move(placeAt(frame, x(40), yAt(frame, 80)))
    expect(measure.ends).toEqual({
      from: { price: '100.00', timeMs: startMs + 10 * hourMs },
      to: { price: '110.00', timeMs: startMs + 14 * hourMs },
    })
    setFigureLocale('en-US')
    const { ctx, texts } = noteCanvas()
    measure.paint(ctx, frame, theme)
    expect(texts()).toEqual(['+10.00 (+10.00%)', '4 candles, 4 h', 'Volume 8.00'])
    const before = changes
    measure.clear()
    expect(measure.ends).toBeNull()
    expect(changes).toBe(before + 1)
  })

  it('measures from click to click, nothing by two at one place, nor after Escape', () => {
    const frame = makeTestFrame()
    const measure = new Measure(() => undefined)
    const click = (x: number, y: number): void => {
      measure.down(placeAt(frame, x, y))
      measure.up(placeAt(frame, x, y))
    }
    click(100, 100)
    expect(measure.isUnderWay).toBe(true)
    click(200, 200)
    expect(measure.isUnderWay).toBe(false)
    expect(measure.ends?.from).not.toEqual(measure.ends?.to)
    click(100, 100)
    click(100, 100)
    expect([measure.isUnderWay, measure.ends]).toEqual([false, null])
    click(100, 100)
    measure.clear()
    measure.move(placeAt(frame, 200, 200))
    expect(measure.ends).toBeNull()
    measure.down(placeAt(frame, 100, 100))
    measure.move(placeAt(frame, 200, 200))
    measure.cancel()
    expect(measure.ends).toBeNull()
  })
})
