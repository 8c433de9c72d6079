// Figures of a currency against fractions that were worked out without our arithmetic, and last prices.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice } from '../../../../src-preload/contract/portfolio/results.ts'
import { parseExact, zero } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { amountOf } from '../../../../src-preload/domain/orders/report-figures.ts'
import { readLastPrices } from '../../../../src-main/portfolio/results/prices/last-price.ts'
import { historyEntry, pnlResult, sumResults } from '../../../../src-main/portfolio/results/pnl-results.ts'
import {
  lastPriceOf,
  listPaths,
  type MarketPrice,
  priceText,
} from '../../../../src-main/portfolio/results/prices/price-path.ts'
import { open, sampleCandles, samplePnl, toldAt } from '../../store/support.ts'
import { Fraction } from '../../../unit/portfolio/results/fractions.ts'

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 20 }))
  .map(([digits, scale]) => {
    const padded = digits.toString().padStart(scale + 1, '0')
    const cut = padded.length - scale
    return scale === 0 ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`
  })
const price = decimal.filter((text) => Fraction.of(text).top > 0n)
const links = fc.array(
  fc.record({
    market: fc.constant('ethusdc'),
    price,
    asOfMs: fc.constant(1),
    isInverse: fc.boolean(),
  }),
  { maxLength: 3 },
)
const entries = fc.record({
  totalCredit: decimal,
  totalDebit: decimal,
  totalCreditValue: decimal,
  totalDebitValue: decimal,
  totalBalanceValue: decimal,
})

/** What left, of a cost that is as sure as its result. */
const movedOut = (result: Figure, cost = '0') => ({
  result,
  cost: result.state === 'unknown' ? result : { ...result, amount: cost },
})

describe('the figures of a currency', () => {
  it('have the cost of what was sold: all that was paid, less the cost of what is here and of what was moved out', () => {
    const price: LastPrice = { links: [], price: '1', asOfMs: 1 }
    const paid = { totalCreditValue: '15000', totalBalanceValue: '9003' }
    const eth = pnlResult(samplePnl('eth', paid), price, movedOut({ state: 'known', amount: '5' }, '1200.5'))
    expect(eth.costOfSold).toEqual({ state: 'known', amount: '4796.5' })
    const none = pnlResult(samplePnl('eth', paid), price, movedOut({ state: 'unknown' }))
    expect(none.costOfSold).toEqual({ state: 'unknown' })
    // What was given for ETH is no cost of a sale with a result.
    expect(pnlResult(samplePnl('usdc', paid), price).costOfSold).toEqual({ state: 'known', amount: '0' })
    expect(sumResults([eth, pnlResult(samplePnl('usdc', paid), price)])[0]?.costOfSold).toEqual(
      eth.costOfSold,
    )
  })

  it('have realized + moved out + unrealized = sold + worth − paid, to the last digit', () => {
    fc.assert(
      fc.property(entries, links, decimal, (changes, path, moved) => {
        const entry = samplePnl('eth', changes)
        const lastPrice: LastPrice = { links: path, price: '1', asOfMs: 1 }
        const result = pnlResult(entry, lastPrice, movedOut({ state: 'estimated', amount: moved }))
        const of = (one: Figure | string | null) => {
          const text = typeof one === 'object' ? one && amountOf(one) : one
          return Fraction.of(text ?? 'none')
        }
        const sum = of(result.realized).plus(of(result.movedOut)).plus(of(result.unrealized))
        const worth = of(entry.totalDebitValue).plus(of(result.marketValue)).minus(of(entry.totalCreditValue))
        expect(sum.text()).toBe(worth.text())
        expect(of(result.total).text()).toBe(of(result.realized).plus(of(result.unrealized)).text())
        const exact = path.reduce(
          (value, { price: rate, isInverse }) =>
            isInverse ? value.over(Fraction.of(rate)) : value.times(Fraction.of(rate)),
          of(entry.totalCredit).minus(of(entry.totalDebit)),
        )
        const hasInverse = path.some(({ isInverse }) => isInverse)
        expect(of(result.marketValue).text()).toBe((hasInverse ? exact.rounded(18) : exact).text())
      }),
      { numRuns: 500 },
    )
  })

  it('are as sure as what was moved out, and unknown where that is, in rows and sums', () => {
    const price: LastPrice = { links: [], price: '1', asOfMs: 1 }
    const one = pnlResult(samplePnl('eth'), price, movedOut({ state: 'estimated', amount: '3' }))
    expect([one.realized.state, one.total?.state, sumResults([one])[0]?.total.state]).toEqual(
      Array(3).fill('estimated'),
    )
    const none = pnlResult(samplePnl('btc'), price, movedOut({ state: 'unknown' }))
    expect([none.realized, none.total, sumResults([one, none])[0]?.realized]).toEqual(
      Array(3).fill({ state: 'unknown' }),
    )
    expect(sumResults([one, none])[0]?.marketValue).not.toBe('0')
  })

  it('have no noise where the market value is the cost', () => {
    // balance × rounded average would be 0.00…01 off.
    const entry = samplePnl('usdc', { totalCredit: '3', totalDebit: '0', totalBalanceValue: '3' })
    expect(pnlResult(entry, { links: [], price: '1', asOfMs: 1 })).toMatchObject({
      costBasis: '3',
      unrealized: '0',
    })
  })

  it('are 0 of nothing that is held, with or without a price, and are left out of no sum', () => {
    const sold = samplePnl('strk', { totalCredit: '3.5', totalDebit: '3.50', totalBalanceValue: '0' })
    const result = pnlResult(sold, null)
    expect(result).toMatchObject({ balance: '0', marketValue: '0', unrealized: '0' })
    expect(result.total).toEqual({ state: 'known', amount: '-599.9' })
    expect(sumResults([result])).toMatchObject([{ marketValue: '0', total: result.total, leftOut: [] }])
    expect(historyEntry(sold, null, zero)).toMatchObject({ marketValue: '0', total: '-599.9' })
  })

  it('are the same in the history, and unknown exactly where a part is', () => {
    fc.assert(
      fc.property(entries, links, decimal, (changes, path, moved) => {
        const entry = samplePnl('eth', changes)
        const until = parseExact(moved)
        const { costBasis, marketValue, unrealized, ...results } = pnlResult(
          entry,
          { links: path, price: '1', asOfMs: 1 },
          { result: { state: 'known', amount: moved }, cost: { state: 'known', amount: '0' } },
        )
        const [realized, total] = [amountOf(results.realized), results.total && amountOf(results.total)]
        const figures = { costBasis, realized, marketValue, unrealized, total }
        expect(historyEntry(entry, path, until)).toMatchObject(figures)
        expect(historyEntry(entry, path, null)).toMatchObject({ ...figures, realized: null, total: null })
      }),
    )
  })

  it('are summed over the same currencies, and the others are named', () => {
    const priced = pnlResult(samplePnl('usdc'), { links: [], price: '1', asOfMs: 1 })
    const bare = pnlResult(samplePnl('arb'), null)
    const [totals] = sumResults([priced, bare])
    expect(totals).toEqual({
      pnlCurrency: 'usdc',
      marketValue: priced.marketValue,
      costBasis: priced.costBasis,
      realized: priced.realized,
      costOfSold: priced.costOfSold,
      movedOut: { state: 'known', amount: '0' },
      unrealized: priced.unrealized,
      total: priced.total,
      leftOut: ['arb'],
    })
    expect(bare).toMatchObject({ marketValue: null, unrealized: null, total: null })
  })
})

describe('a last price', () => {
  const prices = (all: Record<string, string>): ReadonlyMap<string, MarketPrice> =>
    new Map(
      Object.entries(all).map(([market, text], at) => [market, { market, price: text, asOfMs: 100 + at }]),
    )
  const pathOf = (all: Record<string, string>, from: string, to = 'usdc') =>
    lastPriceOf(prices(all), from, to, 7)?.links.map(({ market, isInverse }) =>
      isInverse ? `1/${market}` : market,
    )

  it('is that of the own market, else of the inverse one, else of the shortest chain', () => {
    expect(pathOf({ usdcusdt: '1.0015', usdtusdc: '0.9985' }, 'usdt')).toEqual(['usdtusdc'])
    expect(pathOf({ usdcusdt: '1.0015' }, 'usdt')).toEqual(['1/usdcusdt'])
    expect(lastPriceOf(prices({ usdcusdt: '1.0015' }), 'USDT', 'USDC', 7)?.price).toBe('0.998502246630054918')
    expect(pathOf({ btcusdt: '30000', usdcusdt: '1.0015' }, 'btc')).toEqual(['btcusdt', '1/usdcusdt'])
    expect(pathOf({ btcusdt: '30000' }, 'btc')).toBeUndefined()
    expect(pathOf({}, 'usdc')).toEqual([])
  })

  it('goes through USDC before USDT before any other, and is as old as its oldest link', () => {
    const all = { linketh: '1', linkusdt: '2', linkusdc: '3', ethbtc: '4', usdtbtc: '5', usdcbtc: '6' }
    expect([...listPaths(Object.keys(all), 'link', 'btc')][0]?.map(({ market }) => market)).toEqual([
      'linkusdc',
      'usdcbtc',
    ])
    expect(lastPriceOf(prices(all), 'link', 'btc', 7)).toMatchObject({ price: '18', asOfMs: 102 })
  })

  it('is that of the newest candle, of whichever period', async () => {
    const store = await open()
    const hourMs = 3_600_000
    await store.putCandles('n', 'ethusdc', 60, sampleCandles([0, hourMs], 10), null, toldAt(9e9))
    await store.putCandles('n', 'ethusdc', 1, sampleCandles([2 * hourMs], 12), null, toldAt(9e9))
    await store.putCandles('n', 'arbusdc', 60, sampleCandles([0], 0), null, toldAt(9e9))
    expect([...(await readLastPrices(store, 'n')).values()]).toEqual([
      { market: 'ethusdc', price: '12', asOfMs: 2 * hourMs + 60_000 },
    ])
    expect((await readLastPrices(store, 'other')).size).toBe(0)
  })

  it.each([
    [1e-7, '0.0000001'],
    [1.5e-7, '0.00000015'],
    [1e21, '1000000000000000000000'],
    [1284.24, '1284.24'],
    [0, null],
    [NaN, null],
    [-1, null],
    [1e300, null],
  ])('of a double %d is written %s', (value, text) => {
    expect(priceText(value)).toBe(text)
  })
})
