// Files of disposals and of transactions, read back as a program for taxes reads them.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DisposalFigures } from '../../../src-main/portfolio/lots/lot-figures.ts'
import { sampleOrder, sampleTrade } from '../store/support.ts'
import { account } from '../world.ts'
import { openExports, readByPython } from './exports-world.ts'

const atMs = Date.UTC(2026, 2, 4, 5, 6, 7, 890)
const day = 86_400_000
const known = (amount: string) => ({ state: 'known', amount }) as const

const sale: DisposalFigures = {
  kind: 'sale',
  currency: 'eth',
  atMs,
  fill: { id: 9, orderId: 3, market: 'ethusdc' },
  isEarly: false,
  amount: '1.5',
  proceeds: known('2999'),
  grossProceeds: known('3000'),
  cost: known('1700.5'),
  grossCost: known('1700'),
  gain: known('1298.5'),
  heldDays: { least: 2, most: 10 },
  parts: [
    { openedMs: atMs - 10 * day, isOpening: false, amount: '1', cost: known('1200') },
    { openedMs: atMs - 2 * day, isOpening: false, amount: '0.5', cost: known('500.5') },
  ],
  uncovered: null,
}

describe('a file of disposals', () => {
  const request = {
    what: 'disposals',
    fromMs: Date.UTC(2026, 0, 1),
    toMs: Date.UTC(2027, 0, 1),
    method: 'fifo',
    format: 'csv',
  } as const

  it('has a row per sale with its lots, and says why a gain is not known', async ({ skip }) => {
    const early: DisposalFigures = {
      ...sale,
      gain: { state: 'unknown' },
      cost: { state: 'unknown' },
      heldDays: null,
      uncovered: '0.25',
      parts: [{ openedMs: null, isOpening: true, amount: '1.25', cost: { state: 'unknown' } }],
    }
    const asked: unknown[] = []
    const { end, folder } = await openExports({
      getDisposals: (...wish) => {
        asked.push(wish)
        return Promise.resolve({
          pnlCurrency: 'usdc',
          disposals: [sale, early, { ...sale, kind: 'movedOut' }],
          books: [{ currency: 'eth', state: 'known', fault: null }],
        })
      },
    })
    expect(await end(request)).toMatchObject({ status: 'done', rows: 2 })
    expect(asked).toEqual([['fifo', { fromMs: request.fromMs, toMs: request.toMs }]])
    const cells = readByPython(join(folder, 'starkdesk-disposals-fifo-2026-11-22.csv'))
    if (cells === null) return skip('no python3 on this computer')
    const [head = [], first = [], second = []] = cells
    expect(head.slice(0, 9)).toEqual([
      ...['Date (UTC)', 'Currency', 'Amount (currency)', 'Proceeds after fee (PnL currency)'],
      ...['Cost with fees (PnL currency)', 'Gain (PnL currency)', 'Holding days of the newest lot'],
      ...['Holding days of the oldest lot', 'Lots'],
    ])
    expect(first).toEqual([
      ...['2026-03-04T05:06:07.890+00:00', 'eth', '1.5', '2999', '1700.5', '1298.5', '2', '10'],
      '2026-02-22T05:06:07.890+00:00: 1 for 1200 / 2026-03-02T05:06:07.890+00:00: 0.5 for 500.5',
      ...['3000', '1700', 'usdc', 'FIFO', 'sale', 'no', '', 'known', '', 'ethusdc', '3', '9'],
    ])
    expect(second.slice(4, 9)).toEqual(['', '', '', '', 'opening: 1.25 for unknown'])
    expect(second.slice(14, 18)).toEqual(['yes', '0.25', 'unknown', 'more sold than is known'])
  })

  it('has every sale once, in its order, however many', async () => {
    const { end, read } = await openExports({
      getDisposals: () =>
        Promise.resolve({
          pnlCurrency: 'usdc',
          disposals: Array.from({ length: 600 }, (_, at) => ({ ...sale, amount: String(at + 1) })),
          books: [{ currency: 'eth', state: 'known', fault: null }],
        }),
    })
    expect(await end(request)).toMatchObject({ status: 'done', rows: 600 })
    const rows = read('starkdesk-disposals-fifo-2026-11-22.csv').trimEnd().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[2])).toEqual(
      Array.from({ length: 600 }, (_, at) => String(at + 1)),
    )
  })
})

describe('a file of transactions', () => {
  async function openTransactions() {
    const world = await openExports({
      listTransfers: () =>
        Promise.resolve([
          { atMs: atMs - day, amount: '250', currency: 'usdc', direction: 'in', value: '250' },
          { atMs: atMs + day, amount: '0.25', currency: '=eth', direction: 'out', value: null },
        ]),
    })
    const order = sampleOrder(3, { tradesCount: 3, executedVolume: '4', state: 'done' })
    const trade = { createdAtMs: atMs, amount: '1', price: '2000', total: '2000' } as const
    await world.store.putOrderTrades(account.id, order, [
      sampleTrade(7, { ...trade, side: 'buy', feeCurrency: 'eth', feeAmount: '0.001' }),
      sampleTrade(8, {
        ...trade,
        side: 'sell',
        feeCurrency: 'usdc',
        feeAmount: '2',
        createdAtMs: atMs + 1_000,
      }),
      sampleTrade(9, {
        ...trade,
        side: 'sell',
        feeCurrency: 'usdc',
        feeAmount: '0',
        createdAtMs: atMs + 2_000,
      }),
    ])
    return world
  }

  it('has Koinly’s columns: amounts before the fee, the fee beside them, times in UTC', async () => {
    const { end, read } = await openTransactions()
    const request = { what: 'transactions', layout: 'koinly', format: 'csv' } as const
    expect(await end(request)).toMatchObject({ status: 'done', rows: 5 })
    expect(read('starkdesk-transactions-koinly-2026-11-22.csv').split('\r\n')).toEqual([
      'Date UTC,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,' +
        'Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
      '2026-03-03 05:06:07,,,250,USDC,,,,,,Deposit or received transfer,',
      '2026-03-04 05:06:07,2000,USDC,1,ETH,0.001,ETH,,,,"Trade 7 of order 3, buy ETH/USDC",',
      '2026-03-04 05:06:08,1,ETH,2000,USDC,2,USDC,,,,"Trade 8 of order 3, sell ETH/USDC",',
      '2026-03-04 05:06:09,1,ETH,2000,USDC,,,,,,"Trade 9 of order 3, sell ETH/USDC",',
      `2026-03-05 05:06:07,0.25,"'=ETH",,,,,,,,Withdrawal or sent transfer,`,
      '',
    ])
  })

  it('has CoinTracker’s columns, and its dates', async () => {
    const { end, read } = await openTransactions()
    const request = { what: 'transactions', layout: 'coinTracker', format: 'csv' } as const
    expect(await end(request)).toMatchObject({ status: 'done', rows: 5 })
    expect(read('starkdesk-transactions-cointracker-2026-11-22.csv').split('\r\n')).toEqual([
      'Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag',
      '03/03/2026 05:06:07,250,USDC,,,,,',
      '03/04/2026 05:06:07,1,ETH,2000,USDC,0.001,ETH,',
      '03/04/2026 05:06:08,2000,USDC,1,ETH,2,USDC,',
      '03/04/2026 05:06:09,2000,USDC,1,ETH,,,',
      `03/05/2026 05:06:07,,,0.25,"'=ETH",,,`,
      '',
    ])
  })
})
