// Owns: proving that files of profit and loss, of now and of earlier, say the service's figures and what follows from them.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pnlResult } from '../../../../src-main/services/results/pnl-results.ts'
import { samplePnl } from '../../store/support.ts'
import { account } from '../world.ts'
import { openExports, readByPython } from './exports-world.ts'

const asOfMs = Date.UTC(2026, 10, 22, 12)
const entries = [samplePnl('eth'), samplePnl('=usdc')]

describe('a file of profit and loss', () => {
  const [eth] = entries
  const last = { market: 'ethusdc', price: '100.5', asOfMs: asOfMs - 60_000 }
  const now = {
    getPnl: () => Promise.resolve({ entries, asOfMs }),
    getResults: () => Promise.resolve({ results: eth === undefined ? [] : [pnlResult(eth, last)] }),
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
    expect(read(first, 'Value at last price (PnL currency)')).toBe('728.625')
    expect(read(first, 'Last price as of (UTC)')).toBe('2026-11-22T11:59:00.000+00:00')
    expect(read(second, 'Currency')).toBe("'=usdc")
    expect(read(second, 'Balance (currency)')).toBe('7.25')
    expect(read(second, 'Value at last price (PnL currency)')).toBe('')
  })

  it('is a line per currency as JSON Lines, figures as text', async () => {
    const { end, read } = await openExports(now)
    await end({ what: 'pnl', format: 'jsonl' })
    const [first] = read('starkdesk-pnl-2026-11-22.jsonl').split('\n')
    expect(JSON.parse(first ?? '')).toEqual({
      asOfMs,
      entry: eth,
      result: eth === undefined ? null : pnlResult(eth, last),
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
    const wish = { what: 'pnlHistory', fromMs: startMs, toMs: startMs + (count - 10) * 60_000 } as const
    expect(await end({ ...wish, format: 'csv' })).toMatchObject({ status: 'done', rows: (count - 10) * 2 })
    const lines = read('starkdesk-pnl-history-2026-11-22.csv').trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFFirst told (UTC),Last told (UTC),Currency,PnL currency,Value (PnL currency),Realised result (PnL currency),' +
        'Open result (PnL currency)',
    )
    const values = lines.slice(1).map((line) => line.split(','))
    expect(values.filter(([, , currency]) => currency === 'eth').map(([, , , , value]) => value)).toEqual(
      Array.from({ length: count - 10 }, (_, at) => `${at}.5`),
    )
    expect(values[0]?.[1]).toBe('2026-01-01T00:00:00.000+00:00')
    expect(await end({ ...wish, format: 'jsonl' })).toMatchObject({ rows: (count - 10) * 2 })
    const [first] = read('starkdesk-pnl-history-2026-11-22.jsonl').split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({ firstAsOfMs: startMs, currency: 'eth', value: '0.5' })
  })

  it('is a heading alone where there was none', async () => {
    const { end } = await openExports()
    expect(await end({ what: 'pnlHistory', fromMs: 0, toMs: 1, format: 'csv' })).toMatchObject({ rows: 0 })
  })
})
