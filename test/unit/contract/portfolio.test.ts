// What of profit and loss, its history and reports may cross the border, field by field.
import { describe, expect, it } from 'vitest'
import { channels } from '../../../src-preload/contract/contract.ts'

const strangers: readonly unknown[] = [undefined, NaN, {}, Symbol.iterator, -1.5, 1e300, '+1e3', 'a b', '']

/** Expects that no field of a good value may be missing or strange, and that there may be no other. */
function expectWhole(
  accepts: (value: unknown) => boolean,
  good: Readonly<Record<string, unknown>>,
  anyText: readonly string[] = [],
): void {
  expect(accepts(good)).toBe(true)
  expect(accepts({ ...good, extra: 1 })).toBe(false)
  for (const key of Object.keys(good)) {
    for (const stranger of strangers) {
      if (typeof stranger === 'string' && anyText.includes(key)) continue
      expect([key, stranger, accepts({ ...good, [key]: stranger })]).toEqual([key, stranger, false])
    }
  }
}

const accepting = (schema: { safeParse(value: unknown): { success: boolean } }) => (value: unknown) =>
  schema.safeParse(value).success

const link = { market: 'ethusdc', price: '1800.5', asOfMs: 5, isInverse: true }
const lastPrice = { links: [link], price: '1800.5', asOfMs: 5 }
const result = {
  currency: 'eth',
  pnlCurrency: 'usdc',
  balance: '-1.5',
  costBasis: '1',
  realized: { state: 'known', amount: '12.000000000000000001' },
  costOfSold: { state: 'known', amount: '2' },
  movedOut: { state: 'known', amount: '0' },
  movedOutCost: { state: 'known', amount: '0' },
  lastPrice,
  marketValue: '1',
  unrealized: '0',
  total: { state: 'estimated', amount: '-0.1' },
}
const totals = {
  pnlCurrency: 'usdc',
  marketValue: '1',
  costBasis: '2',
  realized: { state: 'known', amount: '-3' },
  costOfSold: { state: 'known', amount: '4' },
  movedOut: { state: 'known', amount: '0' },
  unrealized: '-1',
  total: { state: 'unknown' },
  leftOut: ['doge'],
}

describe('results', () => {
  const { input, output } = channels['portfolio:getResults']
  const accepts = accepting(output)
  const withResult = (one: unknown) => ({ results: [one], totals: [totals], asOfMs: 1 })

  it('are asked for with nothing', () => {
    expect(accepting(input)({})).toBe(true)
    expect(accepting(input)({ currency: 'eth' })).toBe(false)
  })

  it('cross whole', () => {
    expectWhole((one) => accepts(withResult(one)), result, ['currency', 'pnlCurrency'])
    expectWhole((price) => accepts(withResult({ ...result, lastPrice: price })), lastPrice)
    expectWhole((one) => accepts(withResult({ ...result, lastPrice: { ...lastPrice, links: [one] } })), link)
    expectWhole((one) => accepts({ ...withResult(result), totals: [one] }), totals, ['pnlCurrency'])
    expectWhole(accepts, withResult(result))
  })

  it('have no market value without a price', () => {
    const none = { ...result, lastPrice: null, marketValue: null, unrealized: null, total: null }
    expect(accepts(withResult(none))).toBe(true)
    expect(accepts({ results: [], totals: [], asOfMs: null })).toBe(true)
    for (const told of ['balance', 'costBasis', 'realized', 'movedOut']) {
      expect([told, accepts(withResult({ ...result, [told]: null }))]).toEqual([told, false])
    }
  })

  it('have a price of the currency in itself, and of a chain of at most eight markets', () => {
    const withLinks = (count: number) =>
      accepts(withResult({ ...result, lastPrice: { ...lastPrice, links: Array(count).fill(link) } }))
    expect([0, 1, 8, 9].map(withLinks)).toEqual([true, true, true, false])
  })

  it('have room for the product of two of the longest decimals', () => {
    const long = `-${'9'.repeat(120)}.${'9'.repeat(120)}`
    expect(accepts(withResult({ ...result, unrealized: long }))).toBe(true)
    expect(accepts(withResult({ ...result, unrealized: '9'.repeat(181) }))).toBe(false)
  })
})

describe('the equity curve', () => {
  const { input, output } = channels['portfolio:getEquity']
  const point = { atMs: 2, isCurrent: true, value: '1.5', leftOut: ['strk'], carried: ['eth'] }
  const question = {
    ...{ currency: 'usdc', direction: 'out', amount: '5', reason: 'negative' },
    ...{ fromMs: 1, untilMs: 3, atMs: 2 },
  }
  const answer = {
    ...{ unit: 'usdc', points: [point], benchmarks: [{ currency: 'btc', values: ['1', null] }] },
    ...{ questions: [question], olderQuestions: 0, beginMs: 1, ordersWithoutFills: 0, isCut: false },
  }

  it('is asked for with a range, how many points at most and benchmarks', () => {
    const asked = { fromMs: 0, toMs: 1, most: 2, benchmarks: ['btc', 'eth'] }
    expectWhole(accepting(input), asked)
    for (const most of [0, 1, 1_001, 2.5]) expect(accepting(input)({ ...asked, most })).toBe(false)
    expect(accepting(input)({ ...asked, benchmarks: ['doge'] })).toBe(false)
  })

  it('crosses whole', () => {
    const accepts = accepting(output)
    expectWhole(accepts, answer, ['unit'])
    expectWhole((one) => accepts({ ...answer, points: [one] }), point)
    expectWhole((one) => accepts({ ...answer, questions: [one] }), question, ['currency'])
    expect(accepts({ ...answer, points: [{ ...point, value: null }], beginMs: null })).toBe(true)
  })

  it('has points that open to their parts', () => {
    const { input: asked, output: opened } = channels['portfolio:getEquityPoint']
    expect(accepting(asked)({ atMs: null })).toBe(true)
    expect(accepting(asked)({ atMs: -1 })).toBe(false)
    const link = { market: 'ethusdc', price: '1800.5', asOfMs: 5, isInverse: true }
    const part = { currency: 'eth', balance: '-1', links: [link], isCarried: false, value: '3' }
    const accepts = accepting(opened)
    expectWhole((one) => accepts({ unit: 'usdc', ...point, parts: [one] }), part, ['currency'])
    expect(accepts({ unit: 'usdc', ...point, parts: [{ ...part, links: null, value: null }] })).toBe(true)
  })
})

describe('a report', () => {
  const { input, output } = channels['portfolio:getReport']
  const accepts = accepting(output)
  const amount = { currency: 'usdc', amount: '1.5' }
  const known = { state: 'known', amount: '-1.5' }
  const unknown = { state: 'unknown' }
  const market = {
    market: 'ethusdc',
    quote: 'usdc',
    trades: 1,
    boughtAmount: '1',
    boughtValue: '2',
    soldAmount: '0',
    soldValue: '0',
    fees: '0.001',
    realized: known,
    isPartial: false,
  }
  const day = { dayMs: 0, trades: 1, volumes: [amount], fees: '0.001', realized: known, isPartial: true }
  const extreme = { dayMs: 0, amount: '1.5', state: 'known' }
  const sum = { bought: '2', sold: '0', fees: '0.001', realized: known, net: known, isPartial: false }
  const book = { currency: 'eth', state: 'estimated', fault: { reason: 'notChecked' } }
  const report = {
    fromMs: 0,
    toMs: 86_400_000,
    timeZone: 'Europe/Berlin',
    pnlCurrency: 'usdc',
    orders: { created: 2, filled: 1, cancelled: 0 },
    trades: 1,
    markets: [market],
    volumes: [amount],
    fees: [amount],
    sum,
    best: extreme,
    worst: extreme,
    winningDays: { won: 1, of: 2 },
    days: [day],
    books: [book],
    ordersWithoutFills: 0,
    earlierOrdersWithoutFills: 0,
    knownFromMs: 5,
    knownUntilMs: 6,
    readingMs: 7,
  }

  it('is asked for with a range', () => {
    expectWhole(accepting(input), { fromMs: 0, toMs: 1 })
  })

  it('crosses whole', () => {
    expectWhole(accepts, report, ['timeZone', 'pnlCurrency'])
    expectWhole((orders) => accepts({ ...report, orders }), report.orders)
    expectWhole((one) => accepts({ ...report, markets: [one] }), market, ['quote'])
    expectWhole((one) => accepts({ ...report, days: [one] }), day)
    expectWhole((one) => accepts({ ...report, sum: one }), sum)
    expectWhole((one) => accepts({ ...report, books: [one] }), book, ['currency'])
    for (const list of ['volumes', 'fees'] as const) {
      expectWhole((one) => accepts({ ...report, [list]: [one] }), amount, ['currency'])
    }
    for (const which of ['best', 'worst'] as const) {
      expectWhole((one) => accepts({ ...report, [which]: one }), extreme)
    }
  })

  it('has an amount in a figure exactly where it is known or estimated', () => {
    const withFigure = (realized: unknown) => accepts({ ...report, sum: { ...sum, realized } })
    expectWhole(withFigure, known)
    expectWhole(withFigure, { ...known, state: 'estimated' })
    expectWhole(withFigure, unknown)
    expect(withFigure({ ...unknown, amount: '1' })).toBe(false)
    expect(withFigure({ state: 'known' })).toBe(false)
    expect(withFigure(null)).toBe(false)
  })

  it('may not know a figure, and may know all orders', () => {
    const markets = [{ ...market, fees: null, realized: unknown }]
    const days = [{ ...day, fees: null, realized: unknown }]
    const nothing = { ...sum, bought: null, sold: null, fees: null, realized: unknown, net: unknown }
    const bare = { markets, days, sum: nothing, best: null, worst: null, winningDays: null }
    const whole = { knownFromMs: null, knownUntilMs: null, readingMs: null }
    expect(accepts({ ...report, ...bare, ...whole })).toBe(true)
    expect(accepts({ ...report, trades: null })).toBe(false)
    expect(accepts({ ...report, markets: [{ ...market, soldValue: null }] })).toBe(false)
    expect(accepts({ ...report, best: { ...extreme, state: 'unknown' } })).toBe(false)
  })

  it('says why a book is not known, each reason with its numbers', () => {
    const withFault = (fault: unknown) => accepts({ ...report, books: [{ ...book, fault }] })
    const check = { reason: 'check', check: 'balanceValue', expected: '1', found: '-2', atMs: 5 }
    expectWhole(withFault, check)
    expect(withFault({ ...check, atMs: null })).toBe(true)
    expectWhole(withFault, { reason: 'fillsMissing', orders: 1 })
    expectWhole(withFault, { reason: 'openingBelowZero', amount: '-1', cost: '0' })
    expectWhole(withFault, { reason: 'heldBelowZero', amount: '-1' })
    expectWhole(withFault, { reason: 'noPrice', market: 'ethusdc', atMs: 5 })
    expect(withFault({ reason: 'noPrice', market: null, atMs: 5 })).toBe(true)
    expectWhole(withFault, { reason: 'early', sinceMs: 5 })
    for (const reason of ['notChecked', 'openingSold', 'noReading', 'noSide'])
      expectWhole(withFault, { reason })
    expect(withFault(null)).toBe(true)
    expect(withFault({ reason: 'fillsMissing', orders: 0 })).toBe(false)
    expect(withFault({ reason: 'guessed' })).toBe(false)
  })

  it('has at most 4,000 days', () => {
    expect(accepts({ ...report, days: Array(4_000).fill(day) })).toBe(true)
    expect(accepts({ ...report, days: Array(4_001).fill(day) })).toBe(false)
  })
})
