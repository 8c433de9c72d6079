// The portfolio of all accounts on one network, with nothing but what is here.
import { expect, it } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { createPortfolio } from '../../../src-main/portfolio/portfolio.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { sampleCandles, samplePnl, toldAt } from '../store/support.ts'
import { account, inUse, makeSession, makeStore } from '../world.ts'

const nowMs = Date.UTC(2026, 2, 29, 12)
const clock = fixedClock(nowMs)
const other = {
  ...{ ...account, id: 'b', label: 'Other', createdAtMs: 2 },
  ethereumAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
}
const unread = { ...other, id: 'c', createdAtMs: 3, ethereumAddress: `0x${'1'.repeat(40)}` }
const elsewhere = { ...account, id: 'd', baseUrl: 'https://other.example' }

async function open() {
  const store = await makeStore()
  // Nobody listens there.
  const session = makeSession('http://127.0.0.1:9', clock)
  for (const one of [other, unread, elsewhere]) await store.putAccount(one)
  await store.putCandles(
    session.network,
    'ethusdc',
    60,
    sampleCandles([nowMs], 2_000.5),
    null,
    toldAt(nowMs + 1),
  )
  await store.putPnlSnapshot('a', [samplePnl('eth'), samplePnl('usdc')], 10)
  await store.putPnlSnapshot(
    'b',
    [samplePnl('eth', { totalCredit: '4.25', totalBalanceValue: '100.000000001' })],
    7,
  )
  await store.putPnlSnapshot('d', [samplePnl('eth')], 11)
  await store.putBalances('a', JSON.stringify([{ currency: 'eth', balance: '1.5', locked: '0' }]), 9)
  await store.putBalances('b', JSON.stringify([{ currency: 'eth', balance: '0.5', locked: '0.1' }]), 8)
  const portfolio = createPortfolio({
    ...{ store, journal: openJournalHere(), clock, current: inUse(session) },
    getTimeZone: () => 'UTC',
    onChanged: () => undefined,
  })
  return { store, portfolio }
}

it('is each account’s figures and their sums, of no other network, each with its age', async () => {
  const { portfolio } = await open()
  const all = await portfolio.getAllAccounts()
  expect(all.accounts).toEqual([
    { accountId: 'a', asOfMs: 10, balancesAsOfMs: 9 },
    { accountId: 'b', asOfMs: 7, balancesAsOfMs: 8 },
    { accountId: 'c', asOfMs: null, balancesAsOfMs: null },
  ])
  const { results, totals } = await portfolio.getResults()
  const [eth, usdc] = all.positions
  expect(eth?.parts.map(({ accountId }) => accountId)).toEqual(['a', 'b'])
  expect(eth?.parts[0]?.result).toEqual(results[0])
  // 7.25 + 1, −12.5 + 100.000000001, each × 2,000.5
  expect(eth?.result).toMatchObject({
    balance: '8.25',
    costBasis: '87.500000001',
    marketValue: '16504.125',
    unrealized: '16416.624999999',
  })
  expect(usdc?.result).toEqual(results[1])
  expect(all.totals).toMatchObject([{ marketValue: '16511.375', costBasis: '75.000000001', leftOut: [] }])
  expect(totals).toMatchObject([{ marketValue: '14510.875' }])
  expect(all.balances).toMatchObject([
    {
      currency: 'eth',
      total: { state: 'estimated', amount: '2' },
      free: { state: 'unknown' },
      locked: '0.1',
    },
  ])
  expect(all.value).toEqual({ state: 'estimated', amount: '4001' })
})

it('takes off what each account itself has moved out, and counts none of it twice', async () => {
  const { store, portfolio } = await open()
  const before = await portfolio.getAllAccounts()
  const out = { currency: 'eth', direction: 'out', amount: '1', value: '2000', atMs: 5 } as const
  await store.putMovement({ networkKey: 'https://exchange.example', address: other.ethereumAddress }, out)
  const after = await portfolio.getAllAccounts()
  const [was, is] = [before.positions[0], after.positions[0]]
  expect(is?.parts[0]?.result).toEqual(was?.parts[0]?.result)
  // Its book has no reading here: what it cost is not known, and neither is the sum.
  expect(is?.parts[1]?.result.realized).toEqual({ state: 'unknown' })
  expect(is?.result.realized).toEqual({ state: 'unknown' })
  expect(is?.result.marketValue).toBe(was?.result.marketValue)
})
