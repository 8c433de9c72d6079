// The change of 24 hours, by numbers worked out by hand.
import { describe, expect, it } from 'vitest'
import { type Exact, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { dayChange, type DayFlows } from '../../../../src-main/portfolio/results/day-change.ts'

const amounts = (of: Record<string, string>): ReadonlyMap<string, Exact> =>
  new Map(Object.entries(of).map(([currency, text]) => [currency, parseExact(text)]))
const link = (market: string, price: string) => ({ market, price, asOfMs: 0 })
const prices = new Map([['ethusdc', link('ethusdc', '2000')]])
const then = (currency: string) =>
  currency === 'usdc' ? [] : currency === 'eth' ? [{ ...link('ethusdc', '1900'), isInverse: false }] : null
const flows = (of: Record<string, string>, more: Partial<DayFlows> = {}): DayFlows => ({
  ...{ amounts: amounts(of), valueIn: parseExact('0'), valueOut: parseExact('0'), isPartial: false },
  ...more,
})
const change = (balances: Record<string, string>, moved: DayFlows) =>
  dayChange(amounts(balances), moved, 'usdc', prices, then)

describe('the change of 24 hours', () => {
  it('is market value now less then: of a balance that rested, and of one that was bought in between', () => {
    const rested = change({ eth: '2', usdc: '50' }, flows({}))
    expect(rested).toEqual({ change: { state: 'known', amount: '200' }, base: '3850' })
    // 1 ETH for 1,950 and a fee of 3: worth 2,000 now.
    const bought = change({ eth: '1', usdc: '47' }, flows({ eth: '1', usdc: '-1953' }))
    expect(bought).toEqual({ change: { state: 'known', amount: '47' }, base: '2000' })
  })

  it('counts no deposit and no withdrawal', () => {
    const valueIn = parseExact('1000')
    const got = change({ eth: '1', usdc: '1000' }, flows({ usdc: '1000' }, { valueIn }))
    expect(got).toEqual({ change: { state: 'known', amount: '100' }, base: '2900' })
    const valueOut = parseExact('1960')
    const sent = change({ eth: '1' }, flows({ eth: '-1' }, { valueOut }))
    // 100 of what is here, and 60 of what left at 1,960.
    expect(sent).toEqual({ change: { state: 'known', amount: '160' }, base: '3800' })
  })

  it('is estimated where fills may be missing, or a balance of then comes out below zero', () => {
    expect(change({ eth: '1' }, flows({}, { isPartial: true })).change).toEqual({
      state: 'estimated',
      amount: '100',
    })
    expect(change({ usdc: '10' }, flows({ usdc: '30' })).change.state).toBe('estimated')
  })

  it('leaves out a currency without a price like the headline, and is unknown where that moved', () => {
    expect(change({ eth: '1', strk: '5' }, flows({})).change).toEqual({ state: 'known', amount: '100' })
    const unknown = { change: { state: 'unknown' }, base: null }
    expect(change({ eth: '1', strk: '5' }, flows({ strk: '5', usdc: '-10' }))).toEqual(unknown)
    expect(change({ eth: '1' }, flows({}, { valueIn: null }))).toEqual(unknown)
    const noThen = dayChange(amounts({ eth: '1' }), flows({}), 'usdc', prices, () => null)
    expect(noThen).toEqual(unknown)
  })
})
