// How far an order is from the market on the side that loses, and what must be acknowledged.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactText } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import {
  checkTriggerSide,
  estimateFee,
  findPriceWarnings,
  lossPercent,
  type PricedOrder,
  referencePrice,
  waitsForTrigger,
  worstCase,
  worstInBand,
} from '../../../src-main/trading/price-check.ts'

const prices = { bestBid: '99', bestAsk: '101', last: '100', candle: null }
const noPrices = { bestBid: null, bestAsk: null, last: null, candle: null }
const order = (changes: Partial<PricedOrder> = {}): PricedOrder => ({
  side: 'buy',
  type: 'limit',
  amount: '2',
  price: '99',
  stopPrice: null,
  ...changes,
})

describe('the reference', () => {
  it('is the lowest price for a buy and the highest for a sell', () => {
    expect(referencePrice('buy', prices)).toBe('99')
    expect(referencePrice('sell', prices)).toBe('101')
    expect(referencePrice('buy', { ...noPrices, last: '5' })).toBe('5')
    expect(referencePrice('sell', noPrices)).toBeNull()
  })

  it('gives the loss in percent, below zero where the price is better', () => {
    expect(lossPercent('buy', '101', '100')).toBe('1')
    expect(lossPercent('buy', '99', '100')).toBe('-1')
    expect(lossPercent('sell', '99', '100')).toBe('1')
    expect(lossPercent('sell', '100.125', '100')).toBe('-0.12')
  })
})

describe('the worst price of a band', () => {
  const told = { bestBid: '1240.1', bestAsk: '1240.3', last: '1240.25', candle: null }

  it('is within it, with no more decimals than the market’s prices have', () => {
    // 1240.1 × 1.01 = 1252.501 and 1240.3 × 0.99 = 1227.897
    expect(worstInBand('buy', told, '1')).toBe('1252.5')
    expect(worstInBand('sell', told, '1')).toBe('1227.9')
    expect(worstInBand('buy', { ...told, candle: '1000' }, '1')).toBe('1010')
  })

  it('is one that needs no acknowledgment, whatever the prices are', () => {
    const price = fc
      .integer({ min: 1, max: 10_000_000 })
      .map((units) => exactText({ units: BigInt(units), scale: 4 }))
    fc.assert(
      fc.property(
        price,
        price,
        price,
        fc.constantFrom('buy' as const, 'sell' as const),
        (bestBid, bestAsk, last, side) => {
          const all = { bestBid, bestAsk, last, candle: null }
          const worst = worstInBand(side, all, '0.5')
          if (worst !== null) expect(findPriceWarnings(order({ side, price: worst }), all, '0.5')).toEqual([])
        },
      ),
    )
  })

  it('is none without a price', () => {
    expect(worstInBand('buy', noPrices, '1')).toBeNull()
  })
})

describe('what must be acknowledged', () => {
  it.each([
    ['nothing at exactly 1%', order({ price: '99.99' }), []],
    ['more than 1% above, as a buy', order({ price: '99.990000001' }), ['outOfBand']],
    ['nothing far below, as a buy', order({ price: '1' }), []],
    ['nothing at exactly 1%, as a sell', order({ side: 'sell', price: '99.99' }), []],
    ['more than 1% below, as a sell', order({ side: 'sell', price: '99.98' }), ['outOfBand']],
    ['any market order', order({ type: 'market', price: null }), ['marketOrder']],
    [
      'a stop whose limit is too far from its trigger',
      order({ type: 'stop_limit', stopPrice: '110', price: '112' }),
      ['outOfBand'],
    ],
    ['no stop near its trigger', order({ type: 'stop_limit', stopPrice: '110', price: '111' }), []],
    [
      'a trigger more than 20% away',
      order({ type: 'stop_limit', stopPrice: '120.01', price: '120.01' }),
      ['farTrigger'],
    ],
  ])('%s', (_what, asked, warnings) => {
    expect(findPriceWarnings(asked, prices)).toEqual(warnings)
  })

  it('is that no price is known', () => {
    expect(findPriceWarnings(order(), noPrices)).toEqual(['noPrice'])
    expect(findPriceWarnings(order({ type: 'market', price: null }), noPrices)).toEqual([
      'marketOrder',
      'noPrice',
    ])
  })
})

it('a stop waits above the last price to buy, and below it to sell', () => {
  expect(['101', '100', '99'].map((at) => waitsForTrigger('buy', at, '100'))).toEqual([true, false, false])
  expect(['101', '100', '99'].map((at) => waitsForTrigger('sell', at, '100'))).toEqual([false, false, true])
})

it('the worst case is the limit, or the best opposite price 30% worse', () => {
  expect(worstCase(order({ amount: '0.19', price: '1222.52' }), prices)).toBe('232.2788')
  expect(worstCase(order({ type: 'market', price: null }), prices)).toBe('262.6')
  expect(worstCase(order({ type: 'market', side: 'sell', price: null }), prices)).toBe('138.6')
  expect(worstCase(order({ type: 'market', price: null }), noPrices)).toBeNull()
})

describe('the trigger of a stop', () => {
  const wrong = (last: string) =>
    expect.objectContaining({ data: { field: 'stopPrice', reason: 'wrongSide', last } }) as unknown

  it('waits beyond the last trade, whatever the book says', () => {
    expect(() => checkTriggerSide('buy', '100.5', prices)).not.toThrow()
    expect(() => checkTriggerSide('buy', '100', prices)).toThrow(wrong('100'))
    expect(() => checkTriggerSide('sell', '99.5', prices)).not.toThrow()
    expect(() => checkTriggerSide('sell', null, prices)).not.toThrow()
  })

  it('of a market without a trade waits beyond the book', () => {
    const book = { ...prices, last: null }
    expect(() => checkTriggerSide('buy', '100.5', book)).toThrow(wrong('101'))
    expect(() => checkTriggerSide('sell', '99.5', book)).toThrow(wrong('99'))
    expect(() => checkTriggerSide('sell', '98', book)).not.toThrow()
    expect(() => checkTriggerSide('sell', '98', noPrices)).not.toThrow()
  })
})

describe('the estimated fee', () => {
  const rates = { maker: '0.0004', taker: '0.001' }

  it('is taken from what is received: the amount of a buy, the worst case of a sell', () => {
    expect(estimateFee(order({ amount: '0.19' }), prices, rates)).toEqual({
      ...{ rate: '0.0004', liquidity: 'maker', amount: '0.000076', received: '0.189924' },
    })
    expect(estimateFee(order({ side: 'sell', price: '98' }), prices, rates)).toEqual({
      ...{ rate: '0.001', liquidity: 'taker', amount: '0.196', received: '195.804' },
    })
    expect(estimateFee(order({ side: 'sell', type: 'market', price: null }), prices, rates)).toMatchObject({
      ...{ liquidity: 'taker', amount: '0.1386' },
    })
  })

  it('is unknown without rates, and for a market sell without a price', () => {
    expect(estimateFee(order(), prices, null)).toBeNull()
    expect(estimateFee(order({ side: 'sell', type: 'market', price: null }), noPrices, rates)).toBeNull()
  })
})
