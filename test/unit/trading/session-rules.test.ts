// What a session allows: nothing beyond what a person granted, and never more lost than was shown.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compare,
  compareDecimals,
  exactText,
  multiply,
  parseExact,
  subtract,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import {
  defaultSessionLimits,
  findSessionLimitFault,
  largestSessionLimits,
  type SessionLimits,
} from '../../../src-preload/domain/accounts/session-limits.ts'
import { createSessionLedger } from '../../../src-main/trading/session/session-ledger.ts'
import {
  countedValue,
  findBrokenLimit,
  largestLossOf,
} from '../../../src-main/trading/session/session-rules.ts'

const standard = defaultSessionLimits('ethusdc') as SessionLimits
const unused = { sum: '0', signatures: 0, lastMinute: 0, openOrders: 0 }

describe('limits that may be granted', () => {
  it.each(['ethusdc', 'btcusdt', 'ethbtc', 'linketh'])('the defaults of %s may', (market) => {
    const limits = defaultSessionLimits(market) as SessionLimits
    expect(limits.markets).toEqual([market])
    expect(findSessionLimitFault(limits)).toBeNull()
  })

  it('are the largest ones, and nothing above them', () => {
    const largest = largestSessionLimits('usdc') as Omit<SessionLimits, 'markets' | 'quote'>
    const limits = { ...standard, ...largest }
    expect(findSessionLimitFault(limits)).toBeNull()
    for (const field of ['largestSum', 'bandPercent'] as const) {
      const above = { ...limits, [field]: `${largest[field]}.01` }
      expect(findSessionLimitFault(above)).toEqual({ field, reason: 'aboveLargest', largest: largest[field] })
    }
    for (const field of ['signatures', 'ordersPerMinute', 'openOrders', 'minutes'] as const) {
      expect(findSessionLimitFault({ ...limits, [field]: largest[field] + 1 })?.field).toBe(field)
    }
  })

  it.each([
    ['nothing to spend', { largestSum: '0' }, 'largestSum'],
    ['an amount below zero', { largestOrder: '-1' }, 'largestOrder'],
    ['an order above the sum', { largestOrder: '1000.01' }, 'largestOrder'],
    ['a market of another quote currency', { markets: ['ethusdc', 'ethbtc'] }, 'markets'],
    ['a market twice', { markets: ['ethusdc', 'ethusdc'] }, 'markets'],
    ['a quote currency that is not known', { quote: 'doge' }, 'quote'],
    ['a name of every object', { quote: 'constructor' }, 'quote'],
    ['no band', { bandPercent: '0' }, 'bandPercent'],
  ])('are not %s', (_what, changes, field) => {
    expect(findSessionLimitFault({ ...standard, ...changes })?.field).toBe(field)
  })
})

describe('an order in a session', () => {
  const broken = (changes: object, value = '250', market = 'ethusdc') =>
    findBrokenLimit(standard, { ...unused, ...changes }, { market, value })

  it('fits up to each limit, and says which it breaks and what is left', () => {
    expect(broken({})).toBeNull()
    expect(broken({}, '250.000001')).toEqual({ limit: 'largestOrder', allowed: '250', left: '250' })
    expect(broken({ sum: '750' })).toBeNull()
    expect(broken({ sum: '750.5' })).toEqual({ limit: 'largestSum', allowed: '1000', left: '249.5' })
    expect(broken({ signatures: 19 })).toBeNull()
    expect(broken({ signatures: 20 })).toEqual({ limit: 'signatures', allowed: '20', left: '0' })
    expect(broken({ lastMinute: 10 })).toEqual({ limit: 'ordersPerMinute', allowed: '10', left: '0' })
    expect(broken({ openOrders: 10 })).toEqual({ limit: 'openOrders', allowed: '10', left: '0' })
    expect(broken({}, '1', 'btcusdc')?.limit).toBe('markets')
  })

  it('counts a sell below the market with what it would have brought there', () => {
    expect(countedValue({ side: 'buy', amount: '2', price: '99', base: '100' })).toBe('198')
    expect(countedValue({ side: 'sell', amount: '2', price: '99', base: '100' })).toBe('200')
    expect(countedValue({ side: 'sell', amount: '2', price: '101', base: '100' })).toBe('202')
  })
})

it('the most that can be lost is shown, by the formula and to the last digit', () => {
  expect(largestLossOf({ largestSum: '1000', bandPercent: '1' }, '0.1')).toBe('11')
  expect(largestLossOf({ largestSum: '0.01', bandPercent: '0.75' }, '0.04')).toBe('0.000079')
})

it('no orders within limits and band lose more than was shown, whatever they are', () => {
  const cents = (most: number) =>
    fc.integer({ min: 1, max: most }).map((count) => exactText({ units: BigInt(count), scale: 2 }))
  const order = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    amount: cents(500),
    price: cents(40_000),
    base: cents(40_000),
  })
  const zero = parseExact('0')
  fc.assert(
    fc.property(fc.array(order, { maxLength: 40 }), (orders) => {
      const ledger = createSessionLedger(
        { ...standard, signatures: 500, ordersPerMinute: 60, openOrders: 100 },
        () => 0,
      )
      let lost = zero
      for (const [at, { side, amount, price, base }] of orders.entries()) {
        const distance = subtract(parseExact(price), parseExact(base))
        const losing = side === 'buy' ? distance : { ...distance, units: -distance.units }
        const allowed = multiply(parseExact(base), parseExact(standard.bandPercent))
        // Outside the band a person is asked.
        if (compare(multiply(losing, parseExact('100')), allowed) > 0) continue
        const value = countedValue({ side, amount, price, base })
        if (ledger.reserve({ ticketId: String(at), market: 'ethusdc', value }) !== null) continue
        const loss = multiply(losing, parseExact(amount))
        if (loss.units > 0n) lost = add(lost, loss)
      }
      expect(compareDecimals(ledger.use().sum, standard.largestSum)).toBeLessThanOrEqual(0)
      expect(compare(lost, parseExact(largestLossOf(standard, '0')))).toBeLessThanOrEqual(0)
    }),
  )
})

describe('what is used up', () => {
  const asked = (ticketId: string, value = '100') => ({ ticketId, market: 'ethusdc', value })

  it('is counted before it is signed, and given back where it never was', () => {
    const ledger = createSessionLedger(standard, () => 0)
    expect(ledger.reserve(asked('a', '250'))).toBeNull()
    expect(ledger.use()).toEqual({ sum: '250', signatures: 1, lastMinute: 1, openOrders: 1 })
    ledger.noteEnded('a')
    expect(ledger.use()).toEqual({ ...unused, lastMinute: 1 })
  })

  it('stays counted once it was signed, whatever the exchange makes of it', () => {
    const ledger = createSessionLedger(standard, () => 0)
    ledger.reserve(asked('a'))
    ledger.noteSigned('a')
    ledger.noteEnded('a')
    expect(ledger.use()).toEqual({ sum: '100', signatures: 1, lastMinute: 1, openOrders: 0 })
  })

  it('counts the orders of a minute by the clock that only goes forward', () => {
    let nowMs = 0
    const ledger = createSessionLedger({ ...standard, ordersPerMinute: 2 }, () => nowMs)
    expect([ledger.reserve(asked('a')), ledger.reserve(asked('b'))]).toEqual([null, null])
    expect(ledger.reserve(asked('c'))?.limit).toBe('ordersPerMinute')
    nowMs = 60_000
    expect(ledger.reserve(asked('c'))).toBeNull()
  })
})
