// What of charts and of the list of markets may cross the border, field by field where fields lie deep.
import { mostBrushPoints } from '../../../src-preload/domain/markets/drawings.ts'
import { isWithinLimits } from '../../../src-main/ipc/input-size.ts'
import { describe, expect, it } from 'vitest'
import { indicator, maxMarks } from '../../../src-preload/contract/markets/charts.ts'
import { channels, events } from '../../../src-preload/contract/contract.ts'
import { defaultLayout } from '../../../src-main/markets/charts/layout.ts'

const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const strangers: readonly unknown[] = [undefined, NaN, {}, Symbol.iterator, -1, 1e300]

/** Expects that no field of a good value may be missing or strange, and that there may be no other. */
function expectWhole(accepts: (value: unknown) => boolean, good: Readonly<Record<string, unknown>>): void {
  expect(accepts(good)).toBe(true)
  expect(accepts({ ...good, extra: 1 })).toBe(false)
  for (const key of Object.keys(good)) {
    for (const stranger of strangers)
      expect([key, accepts({ ...good, [key]: stranger })]).toEqual([key, false])
  }
}

describe('an indicator', () => {
  const accepts = (value: unknown): boolean => indicator.safeParse(value).success

  it.each([
    { kind: 'sma', length: 1 },
    { kind: 'ema', length: 500 },
    { kind: 'bollinger', length: 20, deviations: 2.5 },
    { kind: 'vwap' },
    { kind: 'rsi', length: 14 },
    { kind: 'macd', fast: 12, slow: 26, signal: 9 },
    { kind: 'volumeProfile', rows: 24 },
    { kind: 'anchoredVwap', anchorMs: 1_790_000_000_000 },
  ])('of kind $kind has its own numbers and no others', (good) => {
    expectWhole(accepts, good)
  })

  it.each([
    { kind: 'sma', length: 0 },
    { kind: 'sma', length: 501 },
    { kind: 'ema', length: 2.5 },
    { kind: 'bollinger', length: 20, deviations: 0 },
    { kind: 'bollinger', length: 20, deviations: 11 },
    { kind: 'macd', fast: 12, slow: 26 },
    { kind: 'ichimoku' },
    { kind: 'volumeProfile', rows: 3 },
    { kind: 'volumeProfile', rows: 201 },
  ])('is none: %j', (bad) => {
    expect(accepts(bad)).toBe(false)
  })
})

describe('what an indicator is computed from and how it looks', () => {
  const accepts = (value: unknown): boolean => indicator.safeParse(value).success
  const sma = { kind: 'sma', length: 20 }

  it('crosses whole, and may be left out', () => {
    const style = { colors: ['line3', null], width: 2 }
    expect(accepts({ ...sma, source: 'hlc3', style, isHidden: true })).toBe(true)
    expectWhole((one) => accepts({ ...sma, style: one }), style)
    expect(accepts({ kind: 'vwap', style })).toBe(true)
  })

  it.each([
    ['a price that there is not', { ...sma, source: 'hl3' }],
    ['a price of what takes none', { kind: 'vwap', source: 'open' }],
    ['a price of what takes several', { kind: 'listed', id: 'donchian', inputs: [20], source: 'open' }],
    ['a color of its own', { ...sma, style: { colors: ['#ff0000'], width: 1 } }],
    ['a width that is not offered', { ...sma, style: { colors: [], width: 9 } }],
    ['more colors than lines', { ...sma, style: { colors: Array(6).fill(null), width: 1 } }],
    ['not hidden', { ...sma, isHidden: false }],
  ])('is not %s', (_what, bad) => {
    expect(accepts(bad)).toBe(false)
  })

  it('may be the price of a listed one that takes one', () => {
    expect(accepts({ kind: 'listed', id: 'wma', inputs: [20], source: 'ohlc4' })).toBe(true)
  })
})

describe('the layout of charts', () => {
  const accepts = (value: unknown): boolean => channels['charts:setLayout'].input.safeParse(value).success
  const [first, ...others] = defaultLayout.charts

  it('crosses whole, and as it is told it can be set', () => {
    expect(channels['charts:getLayout'].output.parse(defaultLayout)).toEqual(defaultLayout)
    expectWhole(accepts, { ...defaultLayout })
  })

  it('has four charts, each of them whole', () => {
    expectWhole((chart) => accepts({ ...defaultLayout, charts: [chart, ...others] }), {
      ...first,
      indicators: [{ kind: 'vwap' }],
      market: 'ethusdc',
    })
    expect(accepts({ ...defaultLayout, charts: others })).toBe(false)
    expect(accepts({ ...defaultLayout, charts: [...defaultLayout.charts, first] })).toBe(false)
  })

  it.each([
    ['three charts', { shown: 3 }],
    ['a period that the service does not have', { charts: [{ ...first, period: 3 }, ...others] }],
    [
      'too many indicators',
      { charts: [{ ...first, indicators: Array(13).fill({ kind: 'vwap' }) }, ...others] },
    ],
    ['a pane too low to read', { charts: [{ ...first, paneHeights: [47] }, ...others] }],
    ['a market compared twice', { charts: [{ ...first, compared: ['btcusdc', 'btcusdc'] }, ...others] }],
    [
      'too many compared markets',
      { charts: [{ ...first, compared: ['aa', 'bb', 'cc', 'dd', 'ee'].map((a) => `${a}usdc`) }, ...others] },
    ],
    ['an amount with an exponent', { leastTradeAmount: '1e3' }],
    ['a favorite interval twice', { favoritePeriods: [30, 60, 30] }],
    ['a favorite interval that the service does not have', { favoritePeriods: [7] }],
  ])('has no room for %s', (_what, patch) => {
    expect(accepts({ ...defaultLayout, ...patch })).toBe(false)
  })
})

describe('a drawing', () => {
  const accepts = (drawing: unknown): boolean =>
    channels['charts:putDrawing'].input.safeParse({ drawing }).success
  const point = { atMs: 5, price: '1234.5' }
  const base = {
    id,
    market: 'ethusdc',
    createdAtMs: 1,
    style: { color: 'line1', width: 2, dash: 'dashed' },
    text: 'x',
    isLocked: false,
    isHidden: true,
  }
  const note = { kind: 'note', ...base, points: [point] }
  const counts = {
    trend: 2,
    ray: 2,
    horizontal: 1,
    vertical: 1,
    channel: 3,
    rectangle: 2,
    fibonacci: 2,
    text: 1,
    note: 1,
    range: 2,
  }

  it.each(Object.entries(counts))('of kind %s has %i points, no more and no fewer', (kind, count) => {
    const points = (length: number) => Array.from({ length }, () => point)
    expectWhole(accepts, { kind, ...base, points: points(count) })
    expect(accepts({ kind, ...base, points: points(count + 1) })).toBe(false)
    expect(accepts({ kind, ...base, points: points(count - 1) })).toBe(false)
  })

  it('of a position has what is at risk', () => {
    for (const kind of ['long', 'short']) {
      const position = { kind, ...base, points: [point, point, point], risk: '100' }
      expectWhole(accepts, position)
      expect(accepts({ ...position, risk: '0' })).toBe(false)
    }
    expect(accepts({ ...note, risk: '100' })).toBe(false)
  })

  it('of a brush has as many points as a stroke may have', () => {
    const stroke = (length: number) => ({
      kind: 'brush',
      ...base,
      points: Array.from({ length }, () => point),
    })
    expectWhole(accepts, stroke(2))
    expect(accepts(stroke(1))).toBe(false)
    expect(accepts(stroke(mostBrushPoints))).toBe(true)
    expect(accepts(stroke(mostBrushPoints + 1))).toBe(false)
    const longest = { atMs: Number.MAX_SAFE_INTEGER, price: `${'9'.repeat(60)}.${'9'.repeat(60)}` }
    const largest = { ...stroke(0), points: Array.from({ length: mostBrushPoints }, () => longest) }
    expect(accepts(largest)).toBe(true)
    expect(isWithinLimits({ drawing: largest })).toBe(true)
  })

  it.each([
    ['no price', { points: [{ ...point, price: '' }] }],
    ['a price of zero', { points: [{ ...point, price: '0.00' }] }],
    ['a price below zero', { points: [{ ...point, price: '-1' }] }],
    ['an exponent', { points: [{ ...point, price: '1e3' }] }],
    ['a time before 1970', { points: [{ ...point, atMs: -1 }] }],
    ['part of a millisecond', { points: [{ ...point, atMs: 1.5 }] }],
    ['an id of its own making', { id: '7' }],
    ['a market that is none', { market: 'ETH/USDC' }],
    ['a text that is too long', { text: 'x'.repeat(501) }],
    ['a note without a word', { text: '' }],
    ['a color of its own', { style: { ...base.style, color: '#ff0000' } }],
    ['a width that is not offered', { style: { ...base.style, width: 9 } }],
    ['a kind of its own', { kind: 'line' }],
  ])('is none with %s', (_what, patch) => {
    expect(accepts({ ...note, ...patch })).toBe(false)
  })
})

describe('marks', () => {
  const base = { orderId: 0, side: 'buy', atMs: 1, price: null, amount: '1' }
  const placed = { kind: 'placed', ...base, type: 'limit', stopPrice: '4', state: 'wait', isOpen: true }
  const schema = channels['charts:listMarks'].output
  const accepts = (mark: unknown): boolean => schema.safeParse({ marks: [mark], isCut: false }).success

  it.each([
    placed,
    { kind: 'fill', ...base, price: '5', tradeId: 7 },
    { kind: 'cancelled', ...base, reason: 'Order cancelled by user' },
  ])('of kind $kind cross whole', (mark) => {
    expectWhole(accepts, mark)
  })

  it('are no more than a screen can show', () => {
    const fits = (count: number): boolean =>
      schema.safeParse({ marks: Array.from({ length: count }, () => placed), isCut: true }).success
    expect(fits(maxMarks)).toBe(true)
    expect(fits(maxMarks + 1)).toBe(false)
  })
})

describe('what is on screen', () => {
  const accepts = (value: unknown): boolean => channels['markets:watch'].input.safeParse(value).success
  const series = { market: 'ethusdc', period: 60 }

  it('is up to four charts with four compared markets each, the same twice too, and a tape or none', () => {
    expect(accepts({ charts: [], tape: null })).toBe(true)
    expect(accepts({ charts: [series, series, series, series], tape: 'ethusdc' })).toBe(true)
    expect(accepts({ charts: Array(20).fill(series), tape: null })).toBe(true)
    expect(accepts({ charts: Array(21).fill(series), tape: null })).toBe(false)
    expectWhole((one) => accepts({ charts: [one], tape: null }), series)
  })
})

describe('the list of markets', () => {
  it.each(['', 'e', 'ETHUSDC', 'eth/usdc', 'eth usdc', 'x'.repeat(33), '../etc', 'ethusdc\n', null])(
    'is not asked to take %j',
    (market) => {
      expect(channels['markets:add'].input.safeParse({ market }).success).toBe(false)
      expect(channels['markets:remove'].input.safeParse({ market }).success).toBe(false)
      expect(channels['markets:reorder'].input.safeParse({ markets: [market] }).success).toBe(false)
    },
  )

  it('is ordered a hundred markets at a time', () => {
    const fits = (count: number): boolean =>
      channels['markets:reorder'].input.safeParse({ markets: Array(count).fill('ethusdc') }).success
    expect([fits(100), fits(101)]).toEqual([true, false])
  })
})

describe('files of charts', () => {
  it.each([
    ['charts:savePicture', { market: 'ethusdc', period: 60 }],
    ['charts:copyPicture', {}],
  ] as const)('%s takes bytes and nothing that reads like them', (name, rest) => {
    const accepts = (png: unknown): boolean => channels[name].input.safeParse({ ...rest, png }).success
    expect(accepts(new Uint8Array(4))).toBe(true)
    for (const png of [
      'iVBORw0KGgo=',
      [137, 80],
      new ArrayBuffer(4),
      new Float64Array(1),
      null,
      { length: 4 },
    ]) {
      expect(accepts(png)).toBe(false)
    }
  })

  it('tell the name and how many candles were saved, or that nobody chose a place, and no path', () => {
    const { output } = channels['charts:saveCandles']
    expect(output.safeParse({ saved: { file: 'x.csv', rows: 0 } }).success).toBe(true)
    expect(output.safeParse({ saved: null }).success).toBe(true)
    const picture = channels['charts:savePicture'].output
    expect(picture.safeParse({ file: null }).success).toBe(true)
    for (const file of ['/tmp/x.csv', '..\\x.csv', '']) {
      expect(output.safeParse({ saved: { file, rows: 1 } }).success).toBe(false)
      expect(picture.safeParse({ file }).success).toBe(false)
    }
  })
})

it('a change of drawings names its market', () => {
  expect(events['charts:drawingsChanged'].safeParse({ market: 'ethusdc' }).success).toBe(true)
  expect(events['charts:drawingsChanged'].safeParse({}).success).toBe(false)
})
