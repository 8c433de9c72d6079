// Files of profit and loss, of now and of earlier, say the service's figures and what follows from them.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../src-main/exports/pnl-columns.ts'
import { valueSnapshots } from '../../../src-main/portfolio/results/history.ts'
import { readLastPrices } from '../../../src-main/portfolio/results/prices/last-price.ts'
import { pnlResult } from '../../../src-main/portfolio/results/pnl-results.ts'
import { zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { isoTime } from '../../../src-preload/domain/iso-time.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { sampleCandles, samplePnl, toldAt } from '../store/support.ts'
import { account } from '../world.ts'
import { candleNetwork, openExports, readByPython } from './exports-world.ts'

const asOfMs = Date.UTC(2026, 10, 22, 12)
const entries = [samplePnl('eth'), samplePnl('=usdc')]

describe('a file of profit and loss', () => {
  const [eth] = entries
  const links = [
    { market: 'ethbtc', price: '0.001', asOfMs: asOfMs - 60_000, isInverse: false },
    { market: 'usdcbtc', price: '0.00001', asOfMs: asOfMs - 30_000, isInverse: true },
  ]
  const last = { links, price: '100', asOfMs: asOfMs - 60_000 }
  const moved = {
    result: { state: 'estimated', amount: '2.5' },
    cost: { state: 'estimated', amount: '40' },
  } as const
  const results = eth === undefined ? [] : [pnlResult(eth, last, moved)]
  const now = {
    getPnl: () => Promise.resolve({ entries, asOfMs }),
    getResults: () => Promise.resolve({ results }),
  }

  it('has a row per currency, also of one without a price', async ({ skip }) => {
    const { end, folder } = await openExports(now)
    expect(await end({ what: 'pnl', format: 'csv' })).toMatchObject({ status: 'done', rows: 2 })
    const cells = readByPython(join(folder, 'starkdesk-pnl-2026-11-22.csv'))
    if (cells === null) return skip('no python3 on this computer')
    const [head = [], first = [], second = []] = cells
    const read = (row: string[], heading: string): string | undefined => row[head.indexOf(heading)]
    expect(read(first, 'Currency')).toBe('eth')
    expect(read(first, 'As of (UTC)')).toBe('2026-11-22T12:00:00.000+00:00')
    expect(read(first, 'Total credit (currency)')).toBe('10.5')
    expect(read(first, 'Balance (currency)')).toBe('7.25')
    expect(read(first, 'Last price (PnL currency)')).toBe('100')
    expect(read(first, 'Last price source')).toBe('ethbtc / usdcbtc')
    expect(read(first, 'Last price as of (UTC)')).toBe('2026-11-22T11:59:00.000+00:00')
    expect(read(first, 'Market value (PnL currency)')).toBe('725')
    expect(read(first, 'Cost basis (PnL currency)')).toBe('-12.5')
    expect(read(first, 'Realized P&L (PnL currency)')).toBe('-614.9')
    expect(read(first, 'Moved out (PnL currency)')).toBe('2.5')
    expect(read(first, 'Unrealized P&L (PnL currency)')).toBe('737.5')
    expect(read(first, 'Total P&L (PnL currency)')).toBe('122.6')
    const state = 'State of realized P&L, moved out and total'
    expect([read(first, state), read(second, state)]).toEqual(['estimated', 'known'])
    expect(read(second, 'Currency')).toBe("'=usdc")
    expect(read(second, 'Balance (currency)')).toBe('7.25')
    expect(read(second, 'Realized P&L (PnL currency)')).toBe('-612.4')
    for (const heading of [
      'Last price (PnL currency)',
      'Last price source',
      'Last price as of (UTC)',
      'Market value (PnL currency)',
      'Unrealized P&L (PnL currency)',
      'Total P&L (PnL currency)',
    ]) {
      expect([heading, read(second, heading)]).toEqual([heading, ''])
    }
  })

  it('is a line per currency as JSON Lines, figures as text, times as ISO', async () => {
    const { end, read } = await openExports(now)
    expect(await end({ what: 'pnl', format: 'jsonl' })).toMatchObject({ status: 'done', rows: 2 })
    const [first, second] = read('starkdesk-pnl-2026-11-22.jsonl').split('\n')
    const [from, over] = links.map(({ market, price, isInverse }) => ({ market, price, isInverse }))
    expect(JSON.parse(first ?? '')).toEqual({
      asOf: '2026-11-22T12:00:00.000+00:00',
      entry: eth,
      result: {
        ...results[0],
        lastPrice: {
          price: '100',
          asOf: '2026-11-22T11:59:00.000+00:00',
          links: [
            { ...from, asOf: '2026-11-22T11:59:00.000+00:00' },
            { ...over, asOf: '2026-11-22T11:59:30.000+00:00' },
          ],
        },
      },
    })
    expect(JSON.parse(second ?? '')).toMatchObject({
      result: { currency: '=usdc', lastPrice: null, marketValue: null, unrealized: null, total: null },
    })
  })
})

describe('a file of the history of profit and loss', () => {
  it('has every snapshot of the range, a row per currency, oldest first', async () => {
    const { end, store, read } = await openExports()
    const startMs = Date.UTC(2026, 0, 1)
    const count = 130
    for (let at = 0; at < count; at += 1) {
      const told = [samplePnl('eth', { totalBalanceValue: `${at}.5` }), samplePnl('btc')]
      await store.putPnlSnapshot(account.id, told, startMs + at * 60_000)
    }
    // Its close is a price from an hour after the first snapshot on.
    const candles = sampleCandles([startMs], 100)
    await store.putCandles(candleNetwork, 'ethusdc', 60, candles, null, toldAt(startMs + 86_400_000))
    const request = { what: 'pnlHistory', fromMs: startMs, toMs: startMs + (count - 10) * 60_000 } as const
    expect(await end({ ...request, format: 'csv' })).toMatchObject({ status: 'done', rows: (count - 10) * 2 })
    const lines = read('starkdesk-pnl-history-2026-11-22.csv').trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFAt (UTC),Currency,PnL currency,Market value (PnL currency),Cost basis (PnL currency),' +
        'Realized P&L (PnL currency),Unrealized P&L (PnL currency),Total P&L (PnL currency),State,' +
        'First reported (UTC),Last reported (UTC)',
    )
    const values = lines.slice(1).map((line) => line.split(','))
    const byCurrency = (wanted: string) =>
      values.filter(([, currency]) => currency === wanted).map((row) => row.slice(3, 9))
    // Sold − paid is −599.9, and 7.25 ETH at 100 are worth 725.
    expect(byCurrency('eth')).toEqual(
      Array.from({ length: count - 10 }, (_, at) => {
        const [cost, realized] = [`${at}.5`, `-${599 - at}.4`]
        return at < 60
          ? ['', cost, realized, '', '', 'no price']
          : ['725', cost, realized, `${724 - at}.5`, '125.1', 'known']
      }),
    )
    expect(byCurrency('btc')).toEqual(Array(count - 10).fill(['', '-12.5', '-612.4', '', '', 'no price']))
    for (const at of [0, 9, 10]) expect(values[0]?.[at]).toBe('2026-01-01T00:00:00.000+00:00')
    expect(await end({ ...request, format: 'jsonl' })).toMatchObject({ rows: (count - 10) * 2 })
    const [first] = read('starkdesk-pnl-history-2026-11-22.jsonl').split('\n')
    expect(JSON.parse(first ?? '')).toEqual({
      at: '2026-01-01T00:00:00.000+00:00',
      isCurrent: false,
      firstAsOf: '2026-01-01T00:00:00.000+00:00',
      asOf: '2026-01-01T00:00:00.000+00:00',
      currency: 'eth',
      pnlCurrency: 'usdc',
      costBasis: '0.5',
      realized: '-599.4',
      marketValue: null,
      unrealized: null,
      total: null,
      state: 'no price',
    })
  })

  it('says where realized is not known for what was moved out', () => {
    expect(stateOf({ marketValue: '1', realized: null })).toBe('moved out unknown')
    expect(stateOf({ marketValue: null, realized: null })).toBe('no price, moved out unknown')
    expect(stateOf({ marketValue: '0', realized: '0' })).toBe('known')
  })

  it('has the rows that the screen shows, figure by figure, of each moment that both have', async () => {
    const { end, store, read } = await openExports()
    const startMs = Date.UTC(2026, 0, 1)
    const dayMs = 86_400_000
    for (const at of [0, 1, 2]) {
      const told = [samplePnl('eth', { totalBalanceValue: `${at}.5` }), samplePnl('usdc')]
      await store.putPnlSnapshot(account.id, told, startMs + 3 * at * dayMs)
      await store.putPnlSnapshot(account.id, told, startMs + (3 * at + 2) * dayMs)
    }
    const days = Array.from({ length: 9 }, (_, at) => startMs + (at - 1) * dayMs)
    for (const [at, day] of days.entries()) {
      const candles = sampleCandles([day], 100 + at)
      await store.putCandles(candleNetwork, 'ethusdc', 1_440, candles, null, toldAt(startMs + 99 * dayMs))
    }
    const range = { fromMs: startMs, toMs: startMs + 20 * dayMs }
    const network = candleNetwork
    const lastPrices = await readLastPrices(store, network)
    const signal = new AbortController().signal
    const source = { store, network, signal, lastPrices, movedOutAt: () => zero }
    const snapshots = await store.getPnlSnapshots(
      account.id,
      (await store.listPnlValues(account.id, range, null, 10)).map(({ id }) => id),
    )
    const points = await valueSnapshots(source, snapshots, range)
    expect(await end({ what: 'pnlHistory', ...range, format: 'jsonl' })).toMatchObject({ status: 'done' })
    const rows = read('starkdesk-pnl-history-2026-11-22.jsonl').trimEnd().split('\n')
    const written = rows.map((row): unknown => JSON.parse(row))
    const shown = points.flatMap(({ atMs, entries, isCurrent }) =>
      entries.map((entry) => ({ ...entry, isCurrent, at: isoTime(openZone('UTC'), atMs) })),
    )
    expect(shown).toHaveLength(written.length)
    for (const [index, row] of shown.entries()) expect(written[index]).toMatchObject(row)
  })

  it('is a heading alone where there was none', async () => {
    const { end } = await openExports()
    expect(await end({ what: 'pnlHistory', fromMs: 0, toMs: 1, format: 'csv' })).toMatchObject({ rows: 0 })
  })
})
