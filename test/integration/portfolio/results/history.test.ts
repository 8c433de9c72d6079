// Earlier profit and loss as files have it, priced, against fractions that were worked out without our arithmetic.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HistorySource, valueSnapshots } from '../../../../src-main/portfolio/results/history.ts'
import { readLastPrices } from '../../../../src-main/portfolio/results/prices/last-price.ts'
import { pnlResult } from '../../../../src-main/portfolio/results/pnl-results.ts'
import { lastPriceOf } from '../../../../src-main/portfolio/results/prices/price-path.ts'
import type { TimeRange } from '../../../../src-main/store/api/result-rows.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'
import type { PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'
import type { PnlHistoryPoint } from '../../../../src-preload/contract/portfolio/history.ts'
import { exactText, parseExact, zero } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { amountOf } from '../../../../src-preload/domain/orders/report-figures.ts'
import { openWithAccount, sampleAccount, sampleCandles, samplePnl, toldAt } from '../../store/support.ts'
import { Fraction } from '../../../unit/portfolio/results/fractions.ts'

const never = new AbortController().signal
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const base = 20_000 * dayMs

/** The history's inputs as the portfolio reads them, with nothing moved out. */
const from = async (store: Store, more: Partial<Omit<HistorySource, 'store'>> = {}) => ({
  ...{ store, network: 'n', signal: never, movedOutAt: () => zero },
  lastPrices: await readLastPrices(store, 'n'),
  ...more,
})

/** All snapshots of a range, valued. */
async function readHistory(source: HistorySource & { readonly store: Store }, id: string, range: TimeRange) {
  const rows = await source.store.listPnlValues(id, range, null, 1_000)
  const snapshots = await source.store.getPnlSnapshots(
    id,
    rows.map((row) => row.id),
  )
  return valueSnapshots(source, snapshots, range)
}

/** Hourly candles that ended at some times, each with its own close. */
async function putCloses(store: Store, market: string, closes: Readonly<Record<number, number>>) {
  for (const [endMs, close] of Object.entries(closes)) {
    const told = toldAt(base + 1_000 * dayMs)
    await store.putCandles('n', market, 60, sampleCandles([Number(endMs) - hourMs], close), null, told)
  }
}

/** The same figures, reported at two times. */
async function putSpan(store: Store, entries: readonly PnlEntry[], firstMs: number, lastMs: number) {
  await store.putPnlSnapshot('a', [...entries], firstMs)
  await store.putPnlSnapshot('a', [...entries], lastMs)
}

/** Ten ETH that cost 9,000 USDC, of which none was sold. */
const tenEth = samplePnl('eth', {
  ...{ totalCredit: '10', totalDebit: '0', totalCreditValue: '9000', totalDebitValue: '0' },
  totalBalanceValue: '9000',
})
const ethOf = ({ entries }: PnlHistoryPoint) => entries.find(({ currency }) => currency === 'eth')

describe('the history', () => {
  const { totalDebitValue, totalCreditValue } = samplePnl('eth')
  const realizedWith = (cost: string): string =>
    Fraction.of(totalDebitValue).minus(Fraction.of(totalCreditValue)).plus(Fraction.of(cost)).text()
  const range = { fromMs: 0, toMs: 1_000_000 }
  const valued = (value: string) => [
    samplePnl('eth', { totalBalanceValue: value }),
    samplePnl('usdc', { totalBalanceValue: '100' }),
  ]

  it('of an account without snapshots, or that is not here, is empty', async () => {
    const store = await openWithAccount()
    expect(await readHistory(await from(store), 'a', range)).toEqual([])
    expect(await readHistory(await from(store), 'gone', range)).toEqual([])
  })

  it('has every figure of a snapshot when it was reported first and last, and those of the account only', async () => {
    const store = await openWithAccount()
    await store.putAccount(sampleAccount('b'))
    await store.putPnlSnapshot('b', valued('9'), 1_500)
    await putSpan(store, valued('1.50'), 1_000, 2_000)
    const figures = {
      ...{ firstAsOfMs: 1_000, asOfMs: 2_000 },
      entries: [
        // Sold − paid + cost of what is held; no candle prices ETH, and 7.25 USDC are worth 7.25.
        {
          ...{ currency: 'eth', pnlCurrency: 'usdc', costBasis: '1.50', realized: realizedWith('1.5') },
          ...{ marketValue: null, unrealized: null, total: null },
        },
        {
          ...{ currency: 'usdc', pnlCurrency: 'usdc', costBasis: '100', realized: realizedWith('100') },
          ...{ marketValue: '7.25', unrealized: '-92.75', total: '-592.65' },
        },
      ],
    }
    expect(await readHistory(await from(store), 'a', range)).toEqual([
      { atMs: 1_000, isCurrent: false, ...figures },
      { atMs: 2_000, isCurrent: true, ...figures },
    ])
  })

  it('has what was reported at some time of the range, its end not included', async () => {
    const store = await openWithAccount()
    for (const [value, fromMs, toMs] of [
      ['1', 100, 200],
      ['2', 300, 400],
      ['3', 500, 600],
      ['4', 700, 800],
    ] as const) {
      await putSpan(store, valued(value), fromMs, toMs)
    }
    const source = await from(store)
    const read = async (fromMs: number, toMs: number) =>
      (await readHistory(source, 'a', { fromMs, toMs })).map(({ atMs, entries }) => [
        atMs,
        entries[0]?.costBasis,
      ])
    expect(await read(200, 500)).toEqual([
      [200, '1'],
      [300, '2'],
      [400, '2'],
    ])
    expect(await read(201, 501)).toEqual([
      [300, '2'],
      [400, '2'],
      [500, '3'],
    ])
    expect(await read(350, 360)).toEqual([
      [350, '2'],
      [359, '2'],
    ])
    expect(await read(401, 500)).toEqual([])
    expect(await read(900, 1_000)).toEqual([])
  })
})

describe('the history of an idle account', () => {
  const range = { fromMs: base, toMs: base + 100 * dayMs }

  it('follows the prices of each time while nothing is traded; cost and realized stay', async () => {
    const store = await openWithAccount()
    await putSpan(store, [tenEth], base + hourMs, base + 6 * dayMs + hourMs)
    await putCloses(store, 'ethusdc', {
      [base + hourMs]: 1_000,
      [base + dayMs]: 1_100,
      [base + 2 * dayMs]: 1_200,
      // Three days without a candle, then:
      [base + 6 * dayMs]: 2_000,
    })
    const points = await readHistory(await from(store), 'a', range)
    // Six steps of a day: the fourth and fifth had no price of the day before, the sixth has its own.
    expect(points.map((point) => [(point.atMs - base) / hourMs, ethOf(point)?.marketValue])).toEqual([
      [1, '10000'],
      [24, '11000'],
      [48, '12000'],
      [72, '12000'],
      [144, '20000'],
      [145, '20000'],
    ])
    for (const point of points) {
      expect(ethOf(point)).toMatchObject({ costBasis: '9000', realized: '0' })
      expect([point.firstAsOfMs, point.asOfMs]).toEqual([base + hourMs, base + 6 * dayMs + hourMs])
    }
  })

  it('keeps the worth of a time when the figures are reported again later', async () => {
    const store = await openWithAccount()
    await putCloses(store, 'ethusdc', { [base + hourMs]: 1_000, [base + 2 * dayMs]: 2_000 })
    await store.putPnlSnapshot('a', [tenEth], base + hourMs)
    const read = async () => {
      const points = await readHistory(await from(store), 'a', range)
      return points.find(({ atMs }) => atMs === base + hourMs)
    }
    const lastPrices: HistorySource['lastPrices'] = new Map()
    const [before] = await readHistory(await from(store, { lastPrices }), 'a', {
      fromMs: base,
      toMs: base + hourMs + 1,
    })
    expect(before && ethOf(before)?.marketValue).toBe(null)
    await store.putPnlSnapshot('a', [tenEth], base + 2 * dayMs)
    const after = await read()
    expect(after && ethOf(after)?.marketValue).toBe('10000')
  })
})

describe('the present moment of the history', () => {
  const range = { fromMs: base, toMs: base + 10 * dayMs }

  it('has the headline’s market value, at last prices of whatever age', async () => {
    const store = await openWithAccount()
    await putSpan(store, [tenEth], base + hourMs, base + 3 * dayMs)
    await putCloses(store, 'ethusdc', { [base + hourMs]: 1_000 })
    const source = await from(store)
    const points = await readHistory(source, 'a', range)
    const last = points.at(-1)
    const headline = pnlResult(tenEth, lastPriceOf(source.lastPrices, 'eth', 'usdc', 0))
    expect(last).toMatchObject({ atMs: base + 3 * dayMs, isCurrent: true })
    expect(last && ethOf(last)).toMatchObject({
      marketValue: headline.marketValue,
      total: headline.total && amountOf(headline.total),
    })
    expect(headline.marketValue).toBe('10000')
    // A day and an hour after the only close there was no price for the past.
    expect(points.filter(({ isCurrent }) => !isCurrent).every(({ atMs }) => atMs <= base + 25 * hourMs)).toBe(
      true,
    )
  })

  it('is when the newer of the figures and their last prices was read', async () => {
    const store = await openWithAccount()
    await store.putPnlSnapshot('a', [tenEth], base + hourMs)
    await putCloses(store, 'ethusdc', { [base + 5 * hourMs]: 3_000 })
    const [only, ...more] = await readHistory(await from(store), 'a', range)
    expect(more).toEqual([])
    expect(only).toMatchObject({ atMs: base + 5 * hourMs, isCurrent: true, asOfMs: base + hourMs })
    // Of a range that ended before, the present is no part.
    const past = { fromMs: base, toMs: base + 2 * hourMs }
    const [then] = await readHistory(await from(store), 'a', past)
    expect(then).toMatchObject({ atMs: base + hourMs, isCurrent: false })
    expect(then && ethOf(then)?.marketValue).toBeNull()
  })
})

describe('what was moved out', () => {
  const range = { fromMs: base, toMs: base + 10 * dayMs }
  /** 100 at each of some times; from a moment on it is not known. */
  const movedAt =
    (times: readonly number[], unknownFromMs = Infinity): HistorySource['movedOutAt'] =>
    (currency, atMs) =>
      currency !== 'eth'
        ? zero
        : atMs >= unknownFromMs
          ? null
          : parseExact(String(100 * times.filter((each) => each <= atMs).length))

  it('is taken off realized in the history as in the headline, and where it is not known realized is not', async () => {
    const store = await openWithAccount()
    const later = { ...tenEth, totalDebit: '1', totalDebitValue: '1000', totalBalanceValue: '8100' }
    const last = { ...later, totalDebit: '2', totalDebitValue: '2000', totalBalanceValue: '7200' }
    await putSpan(store, [tenEth, samplePnl('usdc')], base, base + dayMs)
    await putSpan(store, [later, samplePnl('usdc')], base + 2 * dayMs, base + 3 * dayMs)
    await putSpan(store, [last, samplePnl('usdc')], base + 4 * dayMs, base + 5 * dayMs)
    const times = [base + 1.5 * dayMs, base + 3.5 * dayMs]
    const movedOutAt = movedAt(times)
    const points = await readHistory(await from(store, { movedOutAt }), 'a', range)
    const moved = {
      result: { state: 'known', amount: '200' },
      cost: { state: 'known', amount: '1800' },
    } as const
    const headline = pnlResult(last, null, moved)
    expect(points.map((point) => ethOf(point)?.realized)).toEqual(Array(6).fill('0'))
    expect(headline.realized).toEqual({ state: 'known', amount: '0' })
    const unsure = await readHistory(
      await from(store, { movedOutAt: movedAt(times, base + 3.5 * dayMs) }),
      ...(['a', range] as const),
    )
    expect(unsure.map((point) => ethOf(point)?.realized)).toEqual(['0', '0', '0', '0', null, null])
    // The other currency is not concerned, and the sum of both is not known.
    expect(points.every(({ entries }) => entries[1]?.realized === '-612.4')).toBe(true)
  })

  it('within the time of figures that did not change leaves realized of all that time unknown', async () => {
    const store = await openWithAccount()
    await putSpan(store, [tenEth], base, base + dayMs)
    await store.putPnlSnapshot('a', [{ ...tenEth, totalDebit: '1' }], base + 2 * dayMs)
    const movedOutAt = movedAt([base + dayMs / 2])
    const points = await readHistory(await from(store, { movedOutAt }), 'a', range)
    expect(points.map((point) => ethOf(point)?.realized)).toEqual([null, null, '-100'])
  })
})

describe('whole snapshots for a file', () => {
  it('are their first and last moment of the range and each beginning of a day between them with a price', async () => {
    const store = await openWithAccount()
    await putSpan(store, [tenEth], base + hourMs, base + 3 * dayMs + hourMs)
    await putSpan(store, [{ ...tenEth, totalBalanceValue: '9001' }], base + 4 * dayMs, base + 5 * dayMs)
    await putCloses(store, 'ethusdc', { [base + dayMs]: 1_100, [base + 3 * dayMs]: 1_300 })
    const range = { fromMs: base, toMs: base + 4 * dayMs + hourMs }
    const rows = await store.listPnlValues('a', range, null, 10)
    const snapshots = await store.getPnlSnapshots(
      'a',
      rows.map(({ id }) => id),
    )
    const points = await valueSnapshots(await from(store), snapshots, range)
    // The range ends a millisecond after the last.
    const hourOf = ({ atMs }: PnlHistoryPoint): number => Math.round((atMs - base) / hourMs)
    expect(points.map((point) => [hourOf(point), ethOf(point)?.marketValue])).toEqual([
      [1, null],
      [24, '11000'],
      [48, '11000'],
      [72, '13000'],
      [73, '13000'],
      [96, '13000'],
      [97, null],
    ])
  })
})

describe('in every row and sum', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, scale]) => exactText({ units, scale }))
  const names = ['eth', 'btc', 'usdc', 'strk'] as const
  const entry = fc.record({
    ...{ totalCredit: amount, totalDebit: amount, totalCreditValue: amount, totalDebitValue: amount },
    totalBalanceValue: amount,
  })
  const reading = fc.record({
    afterHours: fc.integer({ min: 1, max: 60 }),
    forHours: fc.integer({ min: 0, max: 200 }),
    entries: fc.array(fc.tuple(fc.constantFrom(...names), entry), { minLength: 1, maxLength: 4 }),
  })
  const closes = fc.dictionary(
    fc.integer({ min: 1, max: 400 }).map(String),
    fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100),
    { maxKeys: 12 },
  )

  it('realized + unrealized = sold + worth − paid, and all figures of a sum are of the same currencies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reading, { minLength: 1, maxLength: 6 }),
        closes,
        closes,
        async (readings, ethCloses, btcCloses) => {
          const store = await openWithAccount()
          const stored: { readonly firstMs: number; readonly entries: readonly PnlEntry[] }[] = []
          let atMs = base
          for (const { afterHours, forHours, entries } of readings) {
            const unique = new Map(entries)
            const all = [...unique].map(([currency, changes]) => samplePnl(currency, changes))
            const firstMs = atMs + afterHours * hourMs
            atMs = firstMs + forHours * hourMs
            await putSpan(store, all, firstMs, atMs)
            stored.push({ firstMs, entries: all })
          }
          for (const [market, found] of [
            ['ethusdc', ethCloses],
            ['btcusdc', btcCloses],
          ] as const) {
            const shifted = Object.entries(found).map(([hour, close]) => [
              base + Number(hour) * hourMs,
              close,
            ])
            await putCloses(store, market, Object.fromEntries(shifted) as Record<number, number>)
          }
          const range = { fromMs: base, toMs: base + 10_000 * dayMs }
          const source = await from(store)
          const points = await readHistory(source, 'a', range)
          const of = (text: string | null): Fraction => Fraction.of(text ?? 'none')
          const partsOf = (point: PnlHistoryPoint, currency: string) => {
            const then = stored.findLast(({ firstMs }) => firstMs <= point.firstAsOfMs)
            const reported = then?.entries.find((each) => each.currency === currency)
            if (reported === undefined) throw new Error('a currency that was not reported')
            return { sold: of(reported.totalDebitValue), paid: of(reported.totalCreditValue), reported }
          }
          for (const point of points) {
            for (const row of point.entries) {
              const { sold, paid, reported } = partsOf(point, row.currency)
              const isNothing = of(reported.totalCredit).minus(of(reported.totalDebit)).top === 0n
              if (isNothing) expect(row.marketValue).toBe('0')
              if (row.marketValue === null) {
                expect([row.unrealized, row.total]).toEqual([null, null])
                continue
              }
              const worth = sold.plus(of(row.marketValue)).minus(paid).text()
              expect(of(row.realized).plus(of(row.unrealized)).text()).toBe(worth)
              expect(of(row.total).text()).toBe(worth)
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})
