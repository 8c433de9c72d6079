// What an order is said to be: cancel reasons, its life, its price against its limit, its fees, its trades.
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderTrade } from '../../../../../src-preload/contract/orders/entities.ts'
import { cancelReasons } from '../../../../../src-preload/domain/markets/markets.ts'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import { sumFees } from '../../../../../src-renderer/features/orders/totals/fee-sums.ts'
import { orderAsJson } from '../../../../../src-renderer/features/orders/order-json.ts'
import { describeLife } from '../../../../../src-renderer/features/orders/detail/order-life.ts'
import {
  describeSyncFault,
  explainCancelReason,
} from '../../../../../src-renderer/features/orders/order-explanations.ts'
import { comparePrices } from '../../../../../src-renderer/features/orders/detail/price-difference.ts'
import { placeTrades } from '../../../../../src-renderer/features/orders/detail/trades-place.ts'
import { makeOrder } from '../make-order.ts'

function makeTrade(id: number, change: Partial<OrderTrade> = {}): OrderTrade {
  return {
    id,
    orderId: 1,
    market: 'ethusdc',
    side: null,
    takerType: null,
    price: '1',
    amount: '1',
    total: null,
    feeCurrency: null,
    feeRate: null,
    feeAmount: null,
    createdAtMs: id,
    ...change,
  }
}

describe('cancel reasons', () => {
  it('are all explained, and unknown ones are left to speak for themselves', () => {
    for (const reason of cancelReasons) expect(explainCancelReason(reason)).toMatch(/\.$/)
    expect(explainCancelReason('A reason of tomorrow')).toBeNull()
    expect(explainCancelReason('toString')).toBeNull()
  })
})

describe('what failed while orders were read', () => {
  it('is said with the number of orders that are missing', () => {
    expect(describeSyncFault({ refusedRows: 0 })).toBe('Couldn’t refresh orders.')
    expect(describeSyncFault({ refusedRows: 1 })).toBe('1 order could not be read and cannot be shown.')
    expect(describeSyncFault({ refusedRows: 7 })).toBe('7 orders could not be read and cannot be shown.')
  })
})

describe('the life of an order', () => {
  const namesOf = (...given: Parameters<typeof describeLife>) =>
    describeLife(...given).map(({ what }) => what)

  it('ends where it was filled or cancelled, and an open one has no end yet', () => {
    expect(namesOf(makeOrder(1, { state: 'done' }), [makeTrade(2)])).toEqual(['Created', 'Fill', 'Filled'])
    expect(namesOf(makeOrder(1, { state: 'cancel' }), [])).toEqual(['Created', 'Canceled'])
    expect(describeLife(makeOrder(1), [])).toEqual([
      { what: 'Created', timeMs: 1 },
      { what: 'End', timeMs: null },
    ])
  })

  it('has its first and last trade, in whatever order they are told', () => {
    const order = makeOrder(1, { updatedAtMs: 9 })
    expect(describeLife(order, [makeTrade(5), makeTrade(3), makeTrade(4)])).toEqual([
      { what: 'Created', timeMs: 1 },
      { what: 'First fill', timeMs: 3 },
      { what: 'Last fill', timeMs: 5 },
      { what: 'Updated', timeMs: 9 },
      { what: 'End', timeMs: null },
    ])
    expect(namesOf(makeOrder(1), [makeTrade(1, { createdAtMs: null })])).toEqual(['Created', 'End'])
  })
})

describe('the average price against the limit', () => {
  it('is better below it for a buy and above it for a sell', () => {
    const below = { price: '2000', averagePrice: '1999.5' }
    expect(comparePrices({ ...below, side: 'buy' })).toEqual({
      amount: '0.5',
      percent: { text: '0.02', mark: '' },
      verdict: 'better',
    })
    expect(comparePrices({ ...below, side: 'sell' })?.verdict).toBe('worse')
    expect(comparePrices({ price: '2000.0', averagePrice: '2000', side: 'buy' })?.verdict).toBe('same')
  })

  it('is rounded half to even to two decimals of a percent, and 0 only where it is none', () => {
    const percentOf = (price: string, averagePrice: string) =>
      comparePrices({ price, averagePrice, side: 'sell' })?.percent
    // 0.0199860 %, which was cut to 0.01.
    expect(percentOf('1000', '1000.19986')).toEqual({ text: '0.02', mark: '' })
    expect(percentOf('1000', '1000.25')).toEqual({ text: '0.02', mark: '' })
    expect(percentOf('1000', '1000.35')).toEqual({ text: '0.04', mark: '' })
    expect(percentOf('1000', '1000.00001')).toEqual({ text: '0.01', mark: '<' })
  })

  it('is none without a limit or before anything was executed', () => {
    expect(comparePrices({ price: null, averagePrice: '1', side: 'buy' })).toBeNull()
    expect(comparePrices({ price: '1', averagePrice: '0.000', side: 'buy' })).toBeNull()
    expect(comparePrices({ price: '0', averagePrice: '1', side: 'buy' })).toBeNull()
  })

  it('is exact for any prices', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 30n })
    fc.assert(
      fc.property(digits, digits, fc.nat(20), (one, other, decimals) => {
        const text = (value: bigint): string => new Big(value.toString()).div(`1e${decimals}`).toFixed()
        const scale = (amount: string): string => new Big(amount).times(`1e${decimals}`).toFixed()
        // Big's own division would round at 20 decimals, which these never need.
        const found = comparePrices({ price: text(one), averagePrice: text(other), side: 'buy' })
        const difference = one > other ? one - other : other - one
        expect(found && scale(found.amount)).toBe(difference.toString())
      }),
    )
  })
})

describe('the fees of an order', () => {
  it('are summed exactly by currency, and those not told are counted', () => {
    const trades = [
      makeTrade(1, { feeCurrency: 'eth', feeAmount: '0.1' }),
      makeTrade(2, { feeCurrency: 'eth', feeAmount: '0.2' }),
      makeTrade(3, { feeCurrency: 'usdc', feeAmount: '0.000000000000000001' }),
      makeTrade(4),
    ]
    expect(sumFees(trades)).toEqual({
      fees: [
        { currency: 'eth', amount: '0.3' },
        { currency: 'usdc', amount: '0.000000000000000001' },
      ],
      untold: 1,
    })
  })
})

describe('an order as JSON', () => {
  it('has its figures as they came, its times as text, and what follows from them', () => {
    const order = makeOrder(7, {
      price: '10.500',
      createdAtMs: 0,
      updatedAtMs: 1_000,
      originVolume: '3',
      executedVolume: '1',
      executedValue: '10.4',
      isExecutedValueExact: false,
    })
    const value: unknown = JSON.parse(
      orderAsJson(order, [makeTrade(2, { createdAtMs: null })], openZone('UTC')),
    )
    expect(value).toMatchObject({
      id: 7,
      price: '10.500',
      base: 'eth',
      quote: 'usdc',
      createdAt: '1970-01-01T00:00:00.000+00:00',
      updatedAt: '1970-01-01T00:00:01.000+00:00',
      filledPercent: '33.3',
      executedValue: '10.4',
      isExecutedValueExact: false,
      // As the list of fills has it: what the fill does not tell its order does.
      trades: [{ id: 2, side: 'buy', value: '1', role: null, createdAt: '1970-01-01T00:00:01.000+00:00' }],
    })
    expect(value).not.toHaveProperty('createdAtMs')
    expect(JSON.parse(orderAsJson(order, null, openZone('UTC')))).not.toHaveProperty('trades')
  })
})

describe('the place of an order\u2019s trades', () => {
  const order = makeOrder(1, { tradesCount: 2 })
  const rows = [makeTrade(1)]
  const reason = { code: 'offline', data: {}, ref: null } as const

  it('is loading only while they are being asked for', () => {
    expect(placeTrades(order, null, true).kind).toBe('loading')
    expect(placeTrades(order, null, false)).toEqual({ kind: 'unread', rows: [], reason: null })
  })

  it('says that they are not read, and why, with those of earlier beside it', () => {
    const earlier = { status: 'unavailable', earlier: rows, reason } as const
    expect(placeTrades(order, earlier, true)).toEqual({ kind: 'unread', rows, reason })
    expect(placeTrades(order, { ...earlier, earlier: null }, false).rows).toEqual([])
  })

  it('tells an order without trades from one whose trades are here', () => {
    expect(placeTrades(makeOrder(1), null, true).kind).toBe('none')
    expect(placeTrades(order, { status: 'ready', rows }, false)).toEqual({ kind: 'ready', rows })
  })
})
