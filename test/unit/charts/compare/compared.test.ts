// Compared markets: in percent from where each begins, no line where a market has no candle, read in legend, table and speech.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPriceOf, type ComparedMarket } from '../../../../src-renderer/charts/compare/compared-line.ts'
import { comparedTags } from '../../../../src-renderer/charts/compare/paint-compared.ts'
import { readCompared, speakCompared } from '../../../../src-renderer/charts/compare/compared-reading.ts'
import { crosshairOf } from '../../../../src-renderer/charts/input/crosshair.ts'
import { xOfTime, yOfPrice, type Frame } from '../../../../src-renderer/charts/model/frame.ts'
import { hasSameRows, tableRows } from '../../../../src-renderer/charts/model/table-rows.ts'
import { setFigureLocale } from '../../../../src-renderer/text/format/current-locale.svelte.ts'
import { frameOf, levelOf, paint, testTheme } from '../frames.ts'
import type { Row } from '../synthetic.ts'

beforeAll(() => setFigureLocale('en-US'))
afterAll(() => setFigureLocale(undefined))

const minuteMs = 60_000
const startMs = Date.UTC(2026, 10, 20)
const at = (minute: number): number => startMs + minute * minuteMs
const flat = (minute: number, close: number): Row => [at(minute), close, close, close, close, 1]
const own = Array.from({ length: 40 }, (_, n) => flat(n, 100 + n))

/** A market whose candles are all here. */
function comparedOf(market: string, rows: readonly Row[]): ComparedMarket {
  const level = levelOf(rows, 1)
  return {
    market,
    window: {
      periodMs: minuteMs,
      lastMs: rows.length === 0 ? null : level.buffer.lastMs,
      last: () => level.buffer.candleAt(level.buffer.length - 1),
      begin: () => undefined,
      show: () => (rows.length === 0 ? null : { level, isPartial: false, unknown: [] }),
      subscribe: () => () => undefined,
    },
  }
}

const wish = { rows: own, spacing: 10, priceScale: 'percent', type: 'line', hasVolume: false } as const
/** 40 candles at 10 pixels: all are in view. */
const whole = { ...wish, width: 472, toMs: at(40) } as const
const keyAt = (frame: Frame, minute: number) =>
  crosshairOf(frame, { pointer: null, cursorMs: at(minute), linkedMs: null })
const textsOf = (frame: Frame, minute: number | null = null) =>
  readCompared(frame, minute === null ? null : keyAt(frame, minute)).map(
    ({ market, text }) => `${market} ${text}`,
  )

describe('compared markets', () => {
  it('are in percent from the first candle in view, or from where each begins', () => {
    const btc = comparedOf(
      'btcusdc',
      Array.from({ length: 40 }, (_, n) => flat(n, 50_000 - 500 * n)),
    )
    const sol = comparedOf(
      'solusdc',
      Array.from({ length: 20 }, (_, n) => flat(n + 20, 10 + n)),
    )
    const frame = frameOf({ ...whole, compared: [btc, sol] })
    expect(frame.percentBase).toBe(100)
    expect(textsOf(frame)).toEqual(['ethusdc +39.00%', 'btcusdc −39.00%', 'solusdc +190.00%'])
    expect(textsOf(frame, 10)).toEqual(['ethusdc +10.00%', 'btcusdc −10.00%', 'solusdc –'])
    expect(textsOf(frame, 20)).toEqual(['ethusdc +20.00%', 'btcusdc −20.00%', 'solusdc 0.00%'])
    // Moved on by ten candles, each counts from its first one there.
    const later = frameOf({ ...wish, width: 372, toMs: at(40), compared: [btc, sol] })
    expect(textsOf(later, 20)).toEqual(['ethusdc +9.09%', 'btcusdc −11.11%', 'solusdc 0.00%'])
  })

  it('are drawn where the own market has the same percent, all in the pane, and labeled at the axis', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 40, maxLength: 40 }),
        (closes) => {
          const rows = closes.map((close, n) => flat(n, close / 1000))
          const frame = frameOf({ ...whole, compared: [comparedOf('btcusdc', rows)] })
          const candles = frame.compared[0]?.candles ?? null
          if (candles === null || frame.percentBase === null) throw new Error('nothing to compare')
          expect(candles.base).toBe(rows[0]?.[4])
          for (const [, , , , close] of rows) {
            const price = ownPriceOf(frame.percentBase, candles, close)
            expect(price / frame.percentBase).toBeCloseTo(close / candles.base, 9)
            const y = yOfPrice(frame, price)
            expect(y).toBeGreaterThanOrEqual(frame.layout.price.innerTop - 1e-6)
            expect(y).toBeLessThanOrEqual(frame.layout.price.innerBottom + 1e-6)
          }
        },
      ),
      { numRuns: 40 },
    )
    const frame = frameOf({ ...whole, compared: [comparedOf('btcusdc', [flat(0, 10), flat(39, 12.5)])] })
    expect(paint(frame).texts.map(({ text }) => text)).toContain('+25.00%')
  })

  it('have no line where they have no candle, and a dash at one without neighbors', () => {
    const minutes = [0, 1, 2, 3, 10, 20, 21, 22]
    const rows = minutes.map((minute) => flat(minute, 10))
    const frame = frameOf({ ...whole, compared: [comparedOf('btcusdc', rows)] })
    const pixels = paint(frame)
    const isDrawn = (minute: number): boolean => {
      const x = Math.round(xOfTime(frame, at(minute) + minuteMs / 2))
      return pixels.count('line6', x, x + 1) > 0
    }
    const drawn = Array.from({ length: 40 }, (_, n) => n).filter(isDrawn)
    expect(drawn).toEqual(minutes)
  })

  it('have a color each and a mark under the crosshair', () => {
    const compared = [1, 2, 3, 4].map((n) =>
      comparedOf(
        `m${n}usdc`,
        Array.from({ length: 40 }, (_, at) => flat(at, 10 + n * at)),
      ),
    )
    const frame = frameOf({ ...whole, compared })
    const [plain, pointed] = [paint(frame), paint(frame, { crosshair: keyAt(frame, 20) })]
    const x = Math.round(xOfTime(frame, at(20.5)))
    for (const color of ['line6', 'line5', 'line4', 'line3']) {
      expect(plain.count(color)).toBeGreaterThan(0)
      expect(pointed.count(color, x - 3, x + 4)).toBeGreaterThan(plain.count(color, x - 3, x + 4))
    }
  })

  it('have labels at the axis in the ink that belongs to the color', () => {
    const rows = [flat(0, 10), flat(39, 12.5)]
    const frame = frameOf({ ...whole, compared: [comparedOf('btcusdc', rows), comparedOf('solusdc', rows)] })
    expect(comparedTags(frame, testTheme).map(({ background, color }) => [background, color])).toEqual([
      ['line6', 'ink6'],
      ['line5', 'ink5'],
    ])
  })

  it('without candles are named and not drawn, and ask for them', () => {
    const asked: number[] = []
    const { window, market } = comparedOf('btcusdc', [])
    const compared = [{ market, window: { ...window, begin: (count: number) => void asked.push(count) } }]
    const frame = frameOf({ ...whole, compared })
    expect(textsOf(frame)).toEqual(['ethusdc +39.00%', 'btcusdc –'])
    expect(paint(frame).count('line6')).toBe(0)
    expect(asked).toEqual([40])
  })

  it('are columns of the table, which is another one once they are', () => {
    const rows = [flat(0, 10), flat(39, 12.5)]
    const alone = frameOf(whole)
    const frame = frameOf({ ...whole, compared: [comparedOf('btcusdc', rows)] })
    expect(tableRows(alone).comparedNames).toEqual([])
    const table = tableRows(frame)
    expect(table.comparedNames).toEqual(['ETH/USDC %', 'BTC/USDC %'])
    expect(table.rows[0]?.compared).toEqual(['+39.00%', '+25.00%'])
    expect(table.rows[1]?.compared).toEqual(['+38.00%', '–'])
    const { version } = frame.level.buffer
    expect(hasSameRows(frame, version, frame)).toBe(true)
    expect(hasSameRows(frame, version, { ...frame, compared: [] })).toBe(false)
    expect(hasSameRows(frame, version, { ...frame, percentBase: 101 })).toBe(false)
  })

  it('are told by name', () => {
    const rows = [flat(0, 10), flat(39, 8)]
    const frame = frameOf({ ...whole, compared: [comparedOf('btcusdc', rows), comparedOf('solusdc', [])] })
    expect(speakCompared(readCompared(frame, null))).toBe(
      'From the first candle in view: ETH/USDC up 39.00%, BTC/USDC down 20.00%, SOL/USDC no candle.',
    )
    expect(speakCompared([])).toBe('')
  })
})
