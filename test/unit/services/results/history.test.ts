// Owns: earlier profit and loss, thinned out. Must not: stand in for the store.
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThinner, readHistory } from '../../../../src-main/services/results/history.ts'
import type { Store } from '../../../../src-main/store/store-api.ts'
import { parseExact } from '../../../../src-preload/shared/exact.ts'
import { openWithAccount, sampleAccount, samplePnl } from '../../store/support.ts'

const never = new AbortController().signal

describe('thinning out', () => {
  const moments = fc
    .array(fc.tuple(fc.nat(5_000), fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 300 })
    .map((rows) => rows.map(([atMs, value], id) => ({ id, atMs, value: parseExact(String(value)) })))

  it('keeps the first, the last, and the highest and lowest of all where there is room for more than them', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 2, max: 60 }), (rows, most) => {
        const times = rows.map(({ atMs }) => atMs)
        const span = { firstMs: Math.min(...times), lastMs: Math.max(...times) }
        const thinner = createThinner(span, most)
        for (const row of rows) thinner.add(row)
        const kept = rows.filter(({ id }) => thinner.ids().includes(id))
        expect(new Set(thinner.ids()).size).toBe(thinner.ids().length)
        if (rows.length <= most) {
          expect(kept).toEqual(rows)
          return
        }
        expect(kept.length).toBeLessThanOrEqual(most)
        expect(kept.map(({ atMs }) => atMs)).toEqual(expect.arrayContaining([span.firstMs, span.lastMs]))
        const values = (some: typeof rows): number[] => some.map(({ value }) => Number(value.units))
        if (most < 4) return
        expect(Math.max(...values(kept))).toBe(Math.max(...values(rows)))
        expect(Math.min(...values(kept))).toBe(Math.min(...values(rows)))
        // Of each span of time that has any, one at least.
        const width = (span.lastMs - span.firstMs + 1) / Math.floor((most - 2) / 2)
        const spans = (some: typeof rows) =>
          [...new Set(some.map(({ atMs }) => Math.floor((atMs - span.firstMs) / width)))].sort()
        expect(spans(kept)).toEqual(spans(rows))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the history', () => {
  const from = (store: Store, signal = never) => ({ store, network: 'n', signal })
  const { totalDebitValue, totalCreditValue } = samplePnl('eth')
  const realizedWith = (cost: string): string =>
    new Big(totalDebitValue).minus(totalCreditValue).plus(cost).toFixed()
  const range = { fromMs: 0, toMs: 1_000_000 }
  const valued = (value: string) => [
    samplePnl('eth', { totalBalanceValue: value }),
    samplePnl('usdc', { totalBalanceValue: '100' }),
  ]

  it('of an account without snapshots, or that is not here, is empty', async () => {
    const store = await openWithAccount()
    expect(await readHistory(from(store), 'a', range, 10)).toEqual([])
    expect(await readHistory(from(store), 'gone', range, 10)).toEqual([])
  })

  it('has every figure of a snapshot, from when to when it was told, and those of the account only', async () => {
    const store = await openWithAccount()
    await store.putAccount(sampleAccount('b'))
    await store.putPnlSnapshot('b', valued('9'), 1_500)
    await store.putPnlSnapshot('a', valued('1.50'), 1_000)
    await store.putPnlSnapshot('a', valued('1.50'), 2_000)
    expect(await readHistory(from(store), 'a', range, 10)).toEqual([
      {
        firstAsOfMs: 1_000,
        asOfMs: 2_000,
        entries: [
          // Sold − paid + cost of what is held; no candle prices ETH, and 7.25 USDC are worth 7.25.
          {
            ...{ currency: 'eth', pnlCurrency: 'usdc', costBasis: '1.50', realized: realizedWith('1.5') },
            ...{ marketValue: null, unrealized: null },
          },
          {
            ...{ currency: 'usdc', pnlCurrency: 'usdc', costBasis: '100', realized: realizedWith('100') },
            ...{ marketValue: '7.25', unrealized: '-92.75' },
          },
        ],
      },
    ])
  })

  it('has what was told at some time of the range, its end not included', async () => {
    const store = await openWithAccount()
    for (const [value, fromMs, toMs] of [
      ['1', 100, 200],
      ['2', 300, 400],
      ['3', 500, 600],
      ['4', 700, 800],
    ] as const) {
      await store.putPnlSnapshot('a', valued(value), fromMs)
      await store.putPnlSnapshot('a', valued(value), toMs)
    }
    const read = async (fromMs: number, toMs: number) =>
      (await readHistory(from(store), 'a', { fromMs, toMs }, 10)).map(({ entries }) => entries[0]?.costBasis)
    expect(await read(200, 500)).toEqual(['1', '2'])
    expect(await read(201, 501)).toEqual(['2', '3'])
    expect(await read(350, 360)).toEqual(['2'])
    expect(await read(401, 500)).toEqual([])
    expect(await read(900, 1_000)).toEqual([])
  })

  it('keeps summits of thousands of snapshots, in the order of time though the clock was set back', async () => {
    const store = await openWithAccount()
    for (let at = 0; at < 2_300; at += 1) {
      const atMs = at < 2_000 ? 100_000 + at * 100 : 50_000 + at * 10
      await store.putPnlSnapshot('a', valued(at === 1_234 ? '99999' : `${at % 7}.25`), atMs)
    }
    const points = await readHistory(from(store), 'a', range, 100)
    expect(points.length).toBeLessThanOrEqual(100)
    expect(points.length).toBeGreaterThan(50)
    const times = points.map(({ asOfMs }) => asOfMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect([times[0], times.at(-1)]).toEqual([70_000, 299_900])
    expect(points.some(({ entries }) => entries[0]?.costBasis === '99999')).toBe(true)
  })

  it('ends with what it was aborted with', async () => {
    const store = await openWithAccount()
    await store.putPnlSnapshot('a', valued('1'), 1)
    const signal = AbortSignal.abort(new Error('left'))
    await expect(readHistory(from(store, signal), 'a', range, 10)).rejects.toThrow('left')
  })
})
