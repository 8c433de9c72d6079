// What of lots, and of the performance of a period, may cross the border.
import { describe, expect, it } from 'vitest'
import { channels } from '../../../src-preload/contract/contract.ts'
import { makeLots, makeOpening } from '../renderer/features/portfolio/make-lots.ts'
import { makePerformance } from '../renderer/features/portfolio/make-performance.ts'

const accepting = (schema: { safeParse(value: unknown): { success: boolean } }) => (value: unknown) =>
  schema.safeParse(value).success

describe('lots', () => {
  const { input, output } = channels['portfolio:listLots']

  it('are asked for by a method that there is, a page at a time', () => {
    const asks = accepting(input)
    const good = { method: 'fifo', currency: 'eth', offset: 0, limit: 500 }
    expect(asks(good)).toBe(true)
    expect(asks({ ...good, currency: null })).toBe(true)
    for (const wrong of [
      ...[{ method: 'hifo' }, { method: '' }, { offset: -1 }, { limit: 0 }, { limit: 501 }],
      ...[{ currency: 'e'.repeat(31) }, { extra: 1 }],
    ]) {
      expect([wrong, asks({ ...good, ...wrong })]).toEqual([wrong, false])
    }
  })

  it('cross whole, also where there are none', () => {
    const accepts = accepting(output)
    const good = makeLots()
    expect(accepts(good)).toBe(true)
    expect(
      accepts({
        ...good,
        currency: null,
        currencies: [],
        lots: [],
        total: null,
        split: null,
        readingMs: null,
      }),
    ).toBe(true)
    const [lot] = good.lots
    for (const wrong of [{ cost: '1' }, { openedMs: -1 }, { amount: null }, { unrealized: null }, { x: 1 }])
      expect([wrong, accepts({ ...good, lots: [{ ...lot, ...wrong }] })]).toEqual([wrong, false])
    expect(accepts({ ...good, lots: Array(501).fill(lot) })).toBe(false)
    expect(accepts({ ...good, total: { ...good.total, openedMs: null } })).toBe(false)
  })
})

describe('a split of an opening', () => {
  const asks = accepting(channels['portfolio:splitOpening'].input)
  const part = { amount: '1.5', openedMs: Date.UTC(2025, 2, 1), cost: '900' }

  it('has parts with an amount, a day of UTC or none, and a cost or none', () => {
    expect(asks({ currency: 'eth', parts: [part] })).toBe(true)
    expect(asks({ currency: 'eth', parts: [part, { amount: '2', openedMs: null, cost: null }] })).toBe(true)
    for (const wrong of [
      ...[{ openedMs: part.openedMs + 1 }, { openedMs: -86_400_000 }, { amount: '1e3' }, { amount: null }],
      ...[{ cost: 900 }, { cost: '' }, { extra: 1 }],
    ])
      expect([wrong, asks({ currency: 'eth', parts: [{ ...part, ...wrong }] })]).toEqual([wrong, false])
    expect(asks({ currency: 'eth', parts: [] })).toBe(false)
    expect(asks({ currency: 'eth', parts: Array(51).fill(part) })).toBe(false)
    expect(asks({ currency: 'ETH', parts: [part] })).toBe(false)
  })

  it('crosses with the opening, also where nothing was held', () => {
    const accepts = accepting(channels['portfolio:getOpening'].output)
    expect(accepts(makeOpening({ split: 'used', parts: [part] }))).toBe(true)
    expect(accepts(makeOpening({ amount: null, cost: { state: 'unknown' } }))).toBe(true)
    expect(accepts({ ...makeOpening(), split: 'other' })).toBe(false)
  })
})

describe('the performance of a period', () => {
  const { input, output } = channels['portfolio:getPerformance']
  const accepts = accepting(output)
  const good = makePerformance()

  it('is asked for with a range', () => {
    expect(accepting(input)({ fromMs: 0, toMs: 1 })).toBe(true)
    expect(accepting(input)({ fromMs: -1, toMs: 1 })).toBe(false)
  })

  it('crosses whole, with or without figures over its days', () => {
    expect(accepts(good)).toBe(true)
    expect(accepts({ ...good, figures: null, knownUntilMs: null })).toBe(true)
    const { figures } = good
    for (const wrong of [{ days: 1 }, { state: 'unknown' }, { best: null }, { won: -1 }, { winStreak: 0.5 }])
      expect([wrong, accepts({ ...good, figures: { ...figures, ...wrong } })]).toEqual([wrong, false])
    for (const hour of [-1, 24]) {
      const hours = good.hours.map((row) => ({ ...row, hour }))
      expect(accepts({ ...good, hours })).toBe(false)
    }
    const unpriced = { ...good.sum, volume: null, fees: null, realized: { state: 'unknown' } }
    expect(accepts({ ...good, sum: unpriced })).toBe(true)
  })
})
