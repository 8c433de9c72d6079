// Owns: what of profit and loss, its history and reports may cross the border, field by field.
// Must not: check what main does with it.
import { describe, expect, it } from 'vitest'
import { channels } from '../../src-preload/contract/contract.ts'

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

const result = {
  currency: 'eth',
  pnlCurrency: 'usdc',
  balance: '-1.5',
  costOfSold: '0',
  realised: '12.000000000000000001',
  last: { market: 'ethusdc', price: '1800.5', asOfMs: 5 },
  value: '1',
  costOfBalance: '1',
  open: '0',
  valueDifference: '-0.1',
}

describe('results', () => {
  const { input, output } = channels['portfolio:getResults']
  const accepts = accepting(output)
  const withResult = (one: unknown) => ({ results: [one], asOfMs: 1 })

  it('are asked for with nothing', () => {
    expect(accepting(input)({})).toBe(true)
    expect(accepting(input)({ currency: 'eth' })).toBe(false)
  })

  it('cross whole', () => {
    expectWhole((one) => accepts(withResult(one)), result, ['currency', 'pnlCurrency'])
    expectWhole((last) => accepts(withResult({ ...result, last })), result.last)
    expectWhole(accepts, withResult(result))
  })

  it('have no value without a price', () => {
    const none = { ...result, last: null, value: null, open: null, valueDifference: null }
    expect(accepts(withResult(none))).toBe(true)
    expect(accepts({ results: [], asOfMs: null })).toBe(true)
    expect(accepts(withResult({ ...result, balance: null }))).toBe(false)
  })

  it('have room for the product of two of the longest decimals', () => {
    const long = `-${'9'.repeat(120)}.${'9'.repeat(120)}`
    expect(accepts(withResult({ ...result, realised: long }))).toBe(true)
    expect(accepts(withResult({ ...result, realised: '9'.repeat(181) }))).toBe(false)
  })
})

describe('the history', () => {
  const { input, output } = channels['portfolio:listHistory']
  const accepts = accepting(output)
  const converted = {
    status: 'converted',
    value: '0.5',
    realised: '-1',
    open: '0',
    price: { market: 'ethusdc', price: '1800.5', asOfMs: 5, isInverse: true },
  }
  const entry = {
    currency: 'eth',
    pnlCurrency: 'usdc',
    value: '1',
    realised: '-2',
    open: '0.5',
    conversion: null,
  }
  const point = { firstAsOfMs: 1, asOfMs: 2, entries: [entry] }
  const withEntry = (one: unknown) => ({ points: [{ ...point, entries: [one] }], currencies: [] })

  it('is asked for with a range and how many points at most', () => {
    const asked = { fromMs: 0, toMs: 1, most: 2, currency: 'eth' }
    expectWhole(accepting(input), asked)
    expect(accepting(input)({ ...asked, currency: null })).toBe(true)
    for (const currency of ['ETH', 'e/h', 'e'.repeat(31)]) {
      expect(accepting(input)({ ...asked, currency })).toBe(false)
    }
    for (const most of [0, 1, 2_001, 2.5]) expect(accepting(input)({ ...asked, most })).toBe(false)
    expect(accepting(input)({ ...asked, fromMs: -1 })).toBe(false)
  })

  it('crosses whole', () => {
    expectWhole((one) => accepts({ points: [one], currencies: [] }), point)
    expectWhole((one) => accepts(withEntry(one)), entry, ['currency', 'pnlCurrency'])
    expectWhole(accepts, { points: [point], currencies: ['btc', 'usdt'] })
    expect(accepts({ points: [], currencies: ['ETH'] })).toBe(false)
  })

  it('in another currency crosses whole, with the price it is at or without one', () => {
    const withConversion = (conversion: unknown) => accepts(withEntry({ ...entry, conversion }))
    expect(withConversion({ status: 'told' })).toBe(true)
    expectWhole(withConversion, converted)
    expectWhole((price) => withConversion({ ...converted, price }), converted.price)
    expectWhole(withConversion, { status: 'noPrice', newest: { market: 'ethusdc', asOfMs: 4 } })
    expect(withConversion({ status: 'noPrice', newest: null })).toBe(true)
    expect(withConversion({ ...converted, price: null })).toBe(false)
    expect(withConversion({ status: 'guessed' })).toBe(false)
  })

  it('has a currency that is kept, or none', () => {
    const { input: asked, output: kept } = channels['portfolio:getHistoryCurrency']
    expect(accepting(asked)({})).toBe(true)
    const choices = [accepting(kept), accepting(channels['portfolio:setHistoryCurrency'].input)]
    for (const choice of choices) {
      expectWhole(choice, { currency: 'btc' })
      expect(choice({ currency: null })).toBe(true)
    }
  })
})

describe('a report', () => {
  const { input, output } = channels['portfolio:getReport']
  const accepts = accepting(output)
  const sum = { currency: 'usdc', amount: '1.5' }
  const market = {
    market: 'ethusdc',
    quote: 'usdc',
    trades: 1,
    boughtAmount: '1',
    boughtValue: '2',
    soldAmount: '0',
    soldValue: '0',
    realised: '0',
  }
  const day = { dayMs: 0, trades: 1, volumes: [sum], realised: [sum] }
  const extreme = { ...sum, dayMs: 0 }
  const report = {
    fromMs: 0,
    toMs: 86_400_000,
    timeZone: 'Europe/Berlin',
    orders: { created: 2, filled: 1, cancelled: 0 },
    trades: 1,
    markets: [market],
    volumes: [sum],
    fees: [sum],
    best: [extreme],
    worst: [extreme],
    days: [day],
    ordersWithoutFills: 0,
    earlierOrdersWithoutFills: 0,
    knownFromMs: 5,
  }

  it('is asked for with a range', () => {
    expectWhole(accepting(input), { fromMs: 0, toMs: 1 })
  })

  it('crosses whole', () => {
    expectWhole(accepts, report, ['timeZone'])
    expectWhole((orders) => accepts({ ...report, orders }), report.orders)
    expectWhole((one) => accepts({ ...report, markets: [one] }), market, ['quote'])
    expectWhole((one) => accepts({ ...report, days: [one] }), day)
    for (const list of ['volumes', 'fees'] as const) {
      expectWhole((one) => accepts({ ...report, [list]: [one] }), sum, ['currency'])
    }
    for (const list of ['best', 'worst'] as const) {
      expectWhole((one) => accepts({ ...report, [list]: [one] }), extreme, ['currency'])
    }
  })

  it('may not know a result, and may know all orders', () => {
    expect(accepts({ ...report, markets: [{ ...market, realised: null }], knownFromMs: null })).toBe(true)
    expect(accepts({ ...report, trades: null })).toBe(false)
  })

  it('has at most 4,000 days', () => {
    expect(accepts({ ...report, days: Array(4_000).fill(day) })).toBe(true)
    expect(accepts({ ...report, days: Array(4_001).fill(day) })).toBe(false)
  })
})
