// Earlier figures in another currency, against fractions that were worked out without our arithmetic.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  convertFigures,
  convertPoints,
  listTargets,
} from '../../../../src-main/portfolio/results/conversion.ts'
import type { PnlHistoryPoint } from '../../../../src-preload/contract/portfolio.ts'
import type { MarketPrice } from '../../../../src-main/portfolio/results/price-path.ts'
import { open, sampleCandles, toldAt } from '../../store/support.ts'
import { Fraction } from '../../../unit/portfolio/results/fractions.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const base = 20_000 * dayMs
const signal = new AbortController().signal

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([isNegative, digits, scale]) => {
    const padded = digits.toString().padStart(scale + 1, '0')
    const cut = padded.length - scale
    const text = scale === 0 ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`
    return isNegative && digits > 0n ? `-${text}` : text
  })
const price = decimal.map((text) => text.replace('-', '')).filter((text) => Fraction.of(text).top > 0n)

const point = (atMs: number, value: string, pnlCurrency = 'usdc', isCurrent = false): PnlHistoryPoint => ({
  ...{ atMs, isCurrent, firstAsOfMs: base, asOfMs: base + 9 * dayMs },
  entries: [
    {
      ...{ currency: 'link', pnlCurrency, costBasis: value, realized: '-1.5', marketValue: '0.3' },
      ...{ unrealized: null, total: null },
    },
  ],
})

describe('a figure at a price', () => {
  const figures = (costBasis: string) => ({
    ...{ costBasis, realized: '0', marketValue: null },
  })

  it('is the product to the last digit', () => {
    fc.assert(
      fc.property(decimal, price, (value, rate) => {
        const at = { market: 'usdcusdt', price: rate, asOfMs: 0, isInverse: false }
        expect(convertFigures(figures(value), [at]).costBasis).toBe(
          Fraction.of(value).times(Fraction.of(rate)).text(),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is the quotient, rounded once to 18 decimals, half to even', () => {
    fc.assert(
      fc.property(decimal, price, (value, rate) => {
        const at = { market: 'ethusdc', price: rate, asOfMs: 0, isInverse: true }
        const exact = Fraction.of(value).over(Fraction.of(rate))
        expect(convertFigures(figures(value), [at]).costBasis).toBe(exact.rounded(18).text())
      }),
      { numRuns: 500 },
    )
    const third = { market: 'ethusdc', price: '3', asOfMs: 0, isInverse: true }
    const thirds = { costBasis: '2', realized: '-1', marketValue: '3' }
    expect(convertFigures(thirds, [third])).toEqual({
      costBasis: '0.666666666666666667',
      realized: '-0.333333333333333333',
      marketValue: '1',
      // The difference of the two, not a third rounding; and the sum of those.
      unrealized: '0.333333333333333333',
      total: '0',
    })
    expect(convertFigures({ ...thirds, realized: null }, [third])).toMatchObject({
      ...{ realized: null, unrealized: '0.333333333333333333', total: null },
    })
  })
})

describe('the history in another currency', () => {
  async function openSource() {
    const store = await open()
    return { store, network: 'n', signal, lastPrices: new Map<string, MarketPrice>() }
  }
  const told = toldAt(base + 100 * dayMs)
  const linkOf = (market: string, price: string, asOfMs: number, isInverse: boolean) => ({
    ...{ market, price, asOfMs, isInverse },
  })

  it('has each moment at the newest price of its own time, which multiplies or divides', async () => {
    const source = await openSource()
    const { store } = source
    await store.putCandles('n', 'ethusdc', 60, sampleCandles([base], 2_000), null, told)
    await store.putCandles('n', 'ethusdc', 60, sampleCandles([base + hourMs], 2_500), null, told)
    await store.putCandles('n', 'usdcusdt', 60, sampleCandles([base], 1.25), null, told)
    const points = [point(base + hourMs, '100'), point(base + 2 * hourMs, '100')]
    const inEth = await convertPoints(source, points, 'eth')
    expect(inEth.map(({ entries }) => entries[0]?.conversion)).toEqual([
      {
        status: 'converted',
        costBasis: '0.05',
        realized: '-0.00075',
        marketValue: '0.00015',
        unrealized: '-0.04985',
        total: '-0.0506',
        links: [linkOf('ethusdc', '2000', base + hourMs, true)],
      },
      {
        status: 'converted',
        costBasis: '0.04',
        realized: '-0.0006',
        marketValue: '0.00012',
        unrealized: '-0.03988',
        total: '-0.04048',
        links: [linkOf('ethusdc', '2500', base + 2 * hourMs, true)],
      },
    ])
    const [inUsdt] = await convertPoints(source, points, 'usdt')
    expect(inUsdt?.entries[0]?.conversion).toMatchObject({
      costBasis: '125',
      links: [{ market: 'usdcusdt', price: '1.25', isInverse: false }],
    })
    // What the service told stands beside it, untouched.
    expect(inUsdt).toMatchObject(points[0] ?? {})
  })

  it('takes the own market before a newer inverse one, and a chain where there is neither', async () => {
    const source = await openSource()
    const { store } = source
    await store.putCandles('n', 'usdcusdt', 60, sampleCandles([base], 1.25), null, told)
    await store.putCandles('n', 'usdtusdc', 60, sampleCandles([base + hourMs], 0.5), null, told)
    await store.putCandles('n', 'solusdt', 60, sampleCandles([base], 50), null, told)
    const points = [point(base + 2 * hourMs, '100')]
    const linksIn = async (currency: string) => {
      const [found] = await convertPoints(source, points, currency)
      const conversion = found?.entries[0]?.conversion
      return conversion?.status === 'converted' ? conversion : null
    }
    expect((await linksIn('usdt'))?.links).toEqual([linkOf('usdcusdt', '1.25', base + hourMs, false)])
    expect(await linksIn('sol')).toMatchObject({
      costBasis: '2.5',
      links: [linkOf('usdcusdt', '1.25', base + hourMs, false), linkOf('solusdt', '50', base + hourMs, true)],
    })
  })

  it('of the present is at the last prices, whatever their age, as its market value is', async () => {
    const source = await openSource()
    const last = { market: 'ethusdc', price: '4000', asOfMs: base }
    const lastPrices = new Map([['ethusdc', last]])
    const points = [point(base + 9 * dayMs, '1', 'usdc', true)]
    const [found] = await convertPoints({ ...source, lastPrices }, points, 'eth')
    expect(found?.entries[0]?.conversion).toMatchObject({
      ...{ status: 'converted', costBasis: '0.00025', links: [{ ...last, isInverse: true }] },
    })
  })

  it('has none without a price of the day before, and says which is the newest', async () => {
    const source = await openSource()
    await source.store.putCandles('n', 'ethusdc', 60, sampleCandles([base], 2_000), null, told)
    const endMs = base + hourMs
    const points = [point(endMs - 1, '1'), point(endMs + dayMs, '1'), point(endMs + dayMs + 1, '1')]
    const found = await convertPoints(source, points, 'eth')
    expect(found.map(({ entries }) => entries[0]?.conversion)).toMatchObject([
      { status: 'noPrice', newest: null },
      { status: 'converted' },
      { status: 'noPrice', newest: { market: 'ethusdc', asOfMs: endMs } },
    ])
    const [nowhere] = await convertPoints(source, points, 'doge')
    expect(nowhere?.entries[0]?.conversion).toEqual({ status: 'noPrice', newest: null })
  })

  it('takes no price of zero', async () => {
    const source = await openSource()
    await source.store.putCandles('n', 'ethusdc', 60, sampleCandles([base], 0), null, told)
    const [found] = await convertPoints(source, [point(base + hourMs, '1')], 'eth')
    expect(found?.entries[0]?.conversion).toMatchObject({ status: 'noPrice' })
  })

  it('is as told where it is told in that currency, and where none is wanted', async () => {
    const source = await openSource()
    const points = [point(base, '1', 'USDC')]
    const [same] = await convertPoints(source, points, 'usdc')
    expect(same?.entries[0]?.conversion).toEqual({ status: 'told' })
    const [none] = await convertPoints(source, points, null)
    expect(none?.entries[0]?.conversion).toBeNull()
  })

  it('can be had in the currencies that some price of that time leads to, from whatever it is told in', async () => {
    const source = await openSource()
    const { store } = source
    for (const [market, atMs] of [
      ['ethusdc', base],
      ['usdcusdt', base + dayMs],
      ['btcusdc', base - 3 * dayMs],
      ['linkusdc', base + 9 * dayMs],
      ['ethbtc', base],
      ['solusdt', base],
      ['strange', base],
    ] as const) {
      await store.putCandles('n', market, 60, sampleCandles([atMs], 2), null, told)
    }
    const points = [point(base, '1'), point(base + dayMs, '1')]
    const range = { toMs: base + 2 * dayMs }
    // BTC by ETH/BTC, SOL by SOL/USDT; neither LINK/USDC, which came later, nor BTC/USDC, which is too old.
    expect(await listTargets(source, points, range)).toEqual(['btc', 'eth', 'sol', 'usdt'])
    const mixed = [...points, point(base + dayMs, '1', 'usdt')]
    expect(await listTargets(source, mixed, range)).toEqual(['btc', 'eth', 'sol', 'usdc', 'usdt'])
    expect(await listTargets(source, [], range)).toEqual([])
    expect(await listTargets({ ...source, network: 'other' }, points, range)).toEqual([])
  })

  it('ends with what it was aborted with', async () => {
    const source = await openSource()
    const left = { ...source, signal: AbortSignal.abort(new Error('left')) }
    await expect(convertPoints(left, [point(base, '1')], 'eth')).rejects.toThrow('left')
  })
})
