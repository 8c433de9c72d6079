// The figures of the ticket against independent sums: exact, and rounded down only where it says so.
import { describe, expect, it } from 'vitest'
import {
  amountForDown,
  estimateFill,
} from '../../../../../src-renderer/features/trade/ticket/fill-estimate.ts'
import { crosses, feeOf } from '../../../../../src-preload/domain/orders/order-fee.ts'
import {
  cutDown,
  emptyFields,
  findFaults,
  follow,
  leftOver,
  midAtTick,
  moveBySteps,
  orderOf,
  shareOf,
  type TicketFields,
} from '../../../../../src-renderer/features/trade/ticket/ticket-figures.ts'
import { fractionOf, isEqual, minus, order, plus, randomDecimal, seeded, times } from './exact-reference.ts'

const seed = Number(process.env['TICKET_SEED'] ?? Date.now() % 1_000_000)
const cases = 2_000
const rules = { amountDecimals: 4, priceDecimals: 2 }
const nothingSaid = { saidAmountDecimals: null, saidPriceDecimals: null, last: null }
const make = (change: Partial<TicketFields>): TicketFields => ({ ...emptyFields, ...change })
const faultsOf = (change: Partial<TicketFields>, context: Partial<typeof nothingSaid> & object = {}) => {
  const fields = make(change)
  return findFaults(fields, follow(fields, rules), { ...nothingSaid, ...context }).map(
    ({ field, reason }) => `${field} ${reason}`,
  )
}

describe(`price, amount and total (seed ${String(seed)})`, () => {
  it('make a total of exactly price × amount', () => {
    const random = seeded(seed)
    for (let at = 0; at < cases; at += 1) {
      const price = randomDecimal(random, 8, 12)
      const amount = randomDecimal(random, 9, 18)
      const { total, exactTotal, isTotalExact } = follow(make({ price, amount }), rules)
      const expected = times(fractionOf(price), fractionOf(amount))
      expect(isEqual(total, expected), `seed ${String(seed)}: ${price} × ${amount}`).toBe(true)
      expect([exactTotal, isTotalExact]).toEqual([total, true])
    }
  })

  it('make of a total the largest amount that it covers, and say whether that is all of it', () => {
    const random = seeded(seed + 1)
    for (let at = 0; at < cases; at += 1) {
      const price = randomDecimal(random, 6, 8)
      const total = randomDecimal(random, 9, 10)
      const amountDecimals = random(10)
      const told = `seed ${String(seed)}: ${total} ÷ ${price} at ${String(amountDecimals)}`
      const followed = follow(make({ price, total, lead: 'total' }), { amountDecimals, priceDecimals: 2 })
      const step = { top: 1n, bottom: 10n ** BigInt(amountDecimals) }
      expect(followed.total, told).toBe(total)
      if (followed.amount === '') {
        expect(order(times(step, fractionOf(price)), fractionOf(total)), told).toBeGreaterThan(0)
        continue
      }
      const amount = fractionOf(followed.amount)
      const cost = times(amount, fractionOf(price))
      const oneMore = times(plus(amount, step), fractionOf(price))
      expect(order(cost, fractionOf(total)), told).toBeLessThanOrEqual(0)
      expect(order(oneMore, fractionOf(total)), told).toBeGreaterThan(0)
      expect(followed.amount.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(amountDecimals)
      expect(isEqual(followed.exactTotal ?? '', cost), told).toBe(true)
      expect(followed.isTotalExact, told).toBe(order(cost, fractionOf(total)) === 0)
    }
  })

  it('keep what was typed as it was typed', () => {
    expect(follow(make({ amount: '0.1900', price: 'abc' }), rules)).toMatchObject({
      amount: '0.1900',
      total: '',
    })
    expect(follow(make({ total: '1,5', price: '2', lead: 'total' }), rules)).toMatchObject({
      amount: '',
      total: '1,5',
    })
  })
})

describe(`parts of what is free (seed ${String(seed)})`, () => {
  it('are exact before they are cut to the market’s decimals, and never more', () => {
    const random = seeded(seed + 2)
    for (let at = 0; at < cases; at += 1) {
      const free = randomDecimal(random, 8, 18)
      const percent = ([25, 50, 75, 100] as const)[random(4)] ?? 100
      const part = shareOf(free, percent)
      const told = `seed ${String(seed)}: ${String(percent)}% of ${free}`
      expect(isEqual(part, times(fractionOf(free), { top: BigInt(percent), bottom: 100n })), told).toBe(true)
      const decimals = random(9)
      const cut = cutDown(part, decimals)
      const step = { top: 1n, bottom: 10n ** BigInt(decimals) }
      const rest = minus(fractionOf(part), fractionOf(cut ?? '0'))
      expect(order(rest, { top: 0n, bottom: 1n }), told).toBeGreaterThanOrEqual(0)
      expect(order(rest, step), told).toBeLessThan(0)
    }
  })

  it('leave exactly what is not spent, below zero where it is not enough', () => {
    expect(leftOver('1000.1', '999.99')).toBe('0.11')
    expect(leftOver('1', '1.00000000000000000001')).toBe('-0.00000000000000000001')
    expect(leftOver(null, '1')).toBeNull()
  })
})

describe('steps of a price', () => {
  it('move by whole ticks, keep finer digits, and end at one tick', () => {
    expect(moveBySteps('1222.52', 1, 2, null)).toBe('1222.53')
    expect(moveBySteps('1222.52', -10, 2, null)).toBe('1222.42')
    expect(moveBySteps('1222.525', 1, 2, null)).toBe('1222.535')
    expect(moveBySteps('0.02', -10, 2, null)).toBe('0.01')
    expect(moveBySteps('', 1, 2, '99.5')).toBe('99.5')
    expect(moveBySteps('abc', 1, 2, null)).toBe('0.01')
  })

  it('take of a mid price between two ticks the one that is better for the side', () => {
    expect(midAtTick('100.005', 2, 'buy')).toBe('100')
    expect(midAtTick('100.005', 2, 'sell')).toBe('100.01')
    expect(midAtTick('100.01', 2, 'sell')).toBe('100.01')
  })
})

describe('faults', () => {
  it('stand at the field that must change', () => {
    expect(faultsOf({})).toEqual(['price empty', 'amount empty'])
    expect(faultsOf({ price: '-1', amount: '1e3' })).toEqual(['price sign', 'amount exponent'])
    expect(faultsOf({ price: '1 0', amount: '0' })).toEqual(['price space', 'amount zero'])
    expect(faultsOf({ type: 'market', amount: '01' })).toEqual(['amount leadingZero'])
    expect(faultsOf({ type: 'stop_limit', price: '1', amount: '1' })).toEqual(['stopPrice empty'])
    expect(faultsOf({ price: '1', total: '', lead: 'total' })).toEqual(['total empty'])
    expect(faultsOf({ price: '1000', total: '0.01', lead: 'total' })).toEqual(['total totalTooSmall'])
  })

  it('count decimals only where the exchange said how many there are, and no zeros at the end', () => {
    expect(faultsOf({ price: '1.234', amount: '0.12345' })).toEqual([])
    const said = { saidAmountDecimals: 4, saidPriceDecimals: 2 } as object
    expect(faultsOf({ price: '1.234', amount: '0.12345' }, said)).toEqual([
      'price overDecimals',
      'amount overDecimals',
    ])
    expect(faultsOf({ price: '1.2300', amount: '0.12340' }, said)).toEqual([])
  })

  it('refuse a stop that the last price has passed', () => {
    const stop = { type: 'stop_limit', price: '100', amount: '1' } as const
    const last = { last: '100' } as object
    expect(faultsOf({ ...stop, side: 'buy', stopPrice: '100' }, last)).toEqual(['stopPrice wrongSide'])
    expect(faultsOf({ ...stop, side: 'buy', stopPrice: '100.01' }, last)).toEqual([])
    expect(faultsOf({ ...stop, side: 'sell', stopPrice: '100.01' }, last)).toEqual(['stopPrice wrongSide'])
    expect(faultsOf({ ...stop, side: 'sell', stopPrice: '99.99' }, last)).toEqual([])
  })

  it('gone, the order is what stands in the fields', () => {
    const fields = make({ price: ' 1222.520', amount: '0.1900', type: 'limit_maker' })
    expect(orderOf('ethusdc', fields, follow(fields, rules))).toEqual({
      ...{ market: 'ethusdc', side: 'buy', type: 'limit_maker', amount: '0.19', price: '1222.52' },
    })
    const market = make({ side: 'sell', type: 'market', amount: '2', price: '5' })
    expect(orderOf('ethusdc', market, follow(market, rules))).toEqual({
      ...{ market: 'ethusdc', side: 'sell', type: 'market', amount: '2' },
    })
  })
})

const asks = [
  ['100.5', '1', '100.5'],
  ['101', '2', '202'],
  ['102', '3.25', '331.5'],
] as const

describe(`what a market order takes from the book (seed ${String(seed)})`, () => {
  it('is known from the levels, with its average and how much worse that is than the best price', () => {
    expect(estimateFill(asks, '2', '100.5', 2)).toEqual({
      ...{ amount: '2', value: '201.5', averagePrice: '100.75', isShort: false },
      slippage: { text: '0.25', mark: '' },
    })
    expect(estimateFill(asks, '0.5', '100.5', 2)?.slippage).toEqual({ text: '0.00', mark: '' })
    expect(estimateFill(asks, '7', '100.5', 2)).toMatchObject({ amount: '6.25', value: '634', isShort: true })
    expect(estimateFill([], '7', '100.5', 2)).toBeNull()
  })

  it('adds up for random books', () => {
    const random = seeded(seed + 3)
    for (let at = 0; at < 500; at += 1) {
      const levels = Array.from({ length: 1 + random(12) }, (_, level) => {
        const price = `${String(100 + level)}.${String(random(10))}`
        const amount = randomDecimal(random, 2, 4)
        const { top, bottom } = times(fractionOf(price), fractionOf(amount))
        const places = bottom.toString().length - 1
        const digits = top.toString().padStart(places + 1, '0')
        const value = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
        return [price, amount, value] as const
      })
      const wanted = randomDecimal(random, 3, 4)
      let left = fractionOf(wanted)
      let value = { top: 0n, bottom: 1n }
      for (const [price, amount] of levels) {
        const taken = order(fractionOf(amount), left) < 0 ? fractionOf(amount) : left
        value = plus(value, times(taken, fractionOf(price)))
        left = minus(left, taken)
      }
      const told = `seed ${String(seed)}, book ${String(at)}`
      const found = estimateFill(levels, wanted, levels[0]?.[0] ?? null, 2)
      expect(isEqual(found?.value ?? '', value), told).toBe(true)
      expect(isEqual(found?.amount ?? '', minus(fractionOf(wanted), left)), told).toBe(true)
      expect(found?.isShort, told).toBe(left.top > 0n)

      // Spending what that costs buys as much again, down to the decimals; spending a little less buys no more.
      const bought = amountForDown(levels, found?.value ?? '0', 4)
      const difference = minus(fractionOf(found?.amount ?? '0'), fractionOf(bought ?? '0'))
      expect(order(difference, { top: 0n, bottom: 1n }), told).toBeGreaterThanOrEqual(0)
      expect(order(difference, { top: 1n, bottom: 10_000n }), told).toBeLessThan(0)
    }
  })
})

describe('the fee', () => {
  const rates = { maker: '0.0004', taker: '0.001' }
  const fee = (change: Partial<Parameters<typeof feeOf>[0]>) =>
    feeOf(
      { side: 'buy', type: 'limit', price: '99', bestOpposite: '100', received: '0.19', ...change },
      rates,
    )

  it('is the rate of what is received: as maker where the limit rests, as taker where it takes', () => {
    expect(fee({})).toEqual({ rate: '0.0004', liquidity: 'maker', amount: '0.000076' })
    expect(fee({ price: '100' })).toEqual({ rate: '0.001', liquidity: 'taker', amount: '0.00019' })
    expect(fee({ type: 'market', price: null }).liquidity).toBe('taker')
    expect(fee({ type: 'limit_maker', price: '101' }).liquidity).toBe('maker')
  })

  it('is the higher one where either may happen', () => {
    expect(fee({ type: 'stop_limit' })).toMatchObject({ rate: '0.001', liquidity: 'either' })
    expect(fee({ bestOpposite: null })).toMatchObject({ rate: '0.001', liquidity: 'either' })
  })

  it('knows which side a limit takes from', () => {
    expect(crosses('buy', '100', '100')).toBe(true)
    expect(crosses('buy', '99.99', '100')).toBe(false)
    expect(crosses('sell', '100', '100')).toBe(true)
    expect(crosses('sell', '100.01', '100')).toBe(false)
  })
})
