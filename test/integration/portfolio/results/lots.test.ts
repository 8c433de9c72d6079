// Lots and disposals of an account over a real store, against figures that were worked out by hand.
import { describe, expect, it } from 'vitest'
import { lotsAnswer, type CostMethod } from '../../../../src-preload/contract/portfolio/lots.ts'
import { createAccountLots } from '../../../../src-main/portfolio/lots/account-lots.ts'
import {
  bought,
  eth,
  hourMs,
  momentMs,
  openLedgerWorld,
  openTraded,
  sold,
  t0,
  unitFigures,
  usdc,
} from './ledger-world.ts'
import type { LedgerWorld } from './ledger-world.ts'

const always = { fromMs: 0, toMs: Date.UTC(2027, 0, 1) }
const prices = new Map([['ethusdc', { market: 'ethusdc', price: '320', asOfMs: momentMs }]])

function lotsOf(world: LedgerWorld) {
  const lots = createAccountLots(world.store, world.ledger)
  return {
    list: async (method: CostMethod, more = {}) =>
      lotsAnswer.parse(
        await lots.list(world.owner, prices, { method, currency: null, offset: 0, limit: 500, ...more }),
      ),
    disposals: async (method: CostMethod, range = always) => [
      ...(await lots.disposals(world.owner, method, range)).disposals,
    ],
  }
}
const known = (amount: string) => ({ state: 'known', amount })
const unknown = { state: 'unknown' }

describe('10 ETH that had cost 1,000, 10 bought for 2,000, and 5 sold for 1,500', () => {
  it.each([
    ['fifo', '500', '1000', null, [null, '5', '500'], [t0 + hourMs, '10', '2000']],
    ['lifo', '1000', '500', { least: 0, most: 0 }, [null, '10', '1000'], [t0 + hourMs, '5', '1000']],
    ['average', '750', '750', null, [null, '5', '750'], [t0 + hourMs, '10', '1500']],
  ] as const)('by %s cost %s and gain %s', async (method, cost, gain, heldDays, ...open) => {
    const world = await openTraded()
    await world.reading(momentMs, { eth, usdc })
    const lots = lotsOf(world)
    const [sale, ...others] = await lots.disposals(method)
    expect(others).toEqual([])
    expect(sale).toMatchObject({
      ...{
        kind: 'sale',
        currency: 'eth',
        atMs: t0 + 2 * hourMs,
        amount: '5',
        isEarly: false,
        uncovered: null,
      },
      ...{ proceeds: known('1500'), grossProceeds: known('1500'), cost: known(cost), gain: known(gain) },
      ...{ heldDays, fill: { id: 200, market: 'ethusdc' } },
    })
    const { currencies, currency, lots: rows, total, readingMs } = await lots.list(method)
    expect(currencies).toEqual([{ currency: 'eth', state: 'known', fault: null, lots: 2 }])
    expect([currency, readingMs]).toEqual(['eth', momentMs])
    expect(rows.map((row) => [row.openedMs, row.amount, 'amount' in row.cost && row.cost.amount])).toEqual(
      open,
    )
    const whole = 2_500 + Number(gain) - 1_000
    expect(total).toMatchObject({ amount: '15', cost: known(String(whole)), marketValue: '4800' })
    expect(total?.unrealized).toEqual(known(String(4_800 - whole)))
  })
})

it('the cost has the fee of the buy, the proceeds are after that of the sale, and both stand beside them without', async () => {
  const world = await openLedgerWorld()
  await world.order(1, [{ ...bought, fee: { currency: 'eth', amount: '0.1' } }])
  await world.order(2, [{ ...sold, fee: { currency: 'usdc', amount: '3' } }])
  await world.listed()
  await world.reading(momentMs, {
    eth: {
      ...{ totalCredit: '19.9', totalCreditValue: '2980', totalDebit: '5', totalDebitValue: '1500' },
      totalBalanceValue: '2231.2562814070351759',
    },
    usdc: unitFigures('11497', '2000', '9497'),
  })
  const lots = lotsOf(world)
  expect(await lots.disposals('lifo')).toMatchObject([
    {
      ...{ proceeds: known('1497'), grossProceeds: known('1500') },
      // 5 of 9.9 ETH that cost 2,000 with their fee of 20, and 1,980 without.
      ...{ cost: known('1010.10101010101010101'), grossCost: known('1000') },
      gain: known('486.89898989898989899'),
    },
  ])
  const { lots: rows } = await lots.list('lifo')
  expect(rows[1]).toMatchObject({
    ...{ amount: '4.9', cost: known('989.89898989898989899'), grossCost: known('980') },
    unitCost: known('202.020202020202020202'),
  })
})

it('a page of lots begins and ends where it is asked to', async () => {
  const world = await openTraded()
  await world.reading(momentMs, { eth, usdc })
  const { lots, total } = await lotsOf(world).list('fifo', { offset: 1, limit: 1 })
  expect(lots.map(({ amount }) => amount)).toEqual(['10'])
  expect(total?.amount).toBe('15')
})

it('disposals outside of the range are left out, and their lots are taken all the same', async () => {
  const world = await openTraded()
  await world.order(3, [{ ...sold, atMs: t0 + 3 * hourMs, amount: '10', total: '3000' }])
  await world.reading(momentMs, {
    eth: { ...eth, totalDebit: '15', totalDebitValue: '4500', totalBalanceValue: '750' },
    usdc: unitFigures('14500', '2000', '12500'),
  })
  const disposals = await lotsOf(world).disposals('fifo', { fromMs: t0 + 3 * hourMs, toMs: t0 + 4 * hourMs })
  // 5 of the opening at 100, and 5 that were bought at 200.
  expect(disposals).toMatchObject([
    { amount: '10', cost: known('1500'), gain: known('1500'), heldDays: null },
  ])
  expect(disposals[0]?.parts).toMatchObject([
    { openedMs: null, amount: '5' },
    { openedMs: t0 + hourMs, amount: '5' },
  ])
})

it('what was sold beyond the known lots is marked, and its gain is not guessed', async () => {
  const world = await openLedgerWorld()
  await world.order(2, [sold])
  await world.listed()
  const lots = lotsOf(world)
  expect(await lots.disposals('fifo')).toMatchObject([
    { proceeds: known('1500'), cost: unknown, gain: unknown, uncovered: '5', heldDays: null, parts: [] },
  ])
  expect(await lots.list('fifo')).toMatchObject({ currencies: [], currency: null, lots: [], total: null })
})

it('a book that a check fails makes its lots estimated', async () => {
  const world = await openTraded()
  await world.reading(momentMs, { eth: { ...eth, totalBalanceValue: '2251' }, usdc })
  const lots = lotsOf(world)
  expect((await lots.disposals('fifo'))[0]?.gain).toEqual({ state: 'estimated', amount: '1000' })
  expect((await lots.list('fifo')).currencies).toMatchObject([
    { currency: 'eth', state: 'estimated', fault: { reason: 'check', check: 'balanceValue' } },
  ])
})

it('lots follow a later fill, and a withdrawal takes its lots without a gain', async () => {
  const world = await openTraded()
  await world.reading(momentMs, { eth, usdc })
  const lots = lotsOf(world)
  expect((await lots.list('fifo')).total?.amount).toBe('15')
  const atMs = momentMs + hourMs
  await world.store.putMovement(
    { networkKey: world.owner.network, address: world.owner.address },
    { currency: 'eth', direction: 'out', amount: '6', value: '1800', atMs },
  )
  await world.reading(momentMs + 2 * hourMs, {
    eth: { ...eth, totalDebit: '11', totalDebitValue: '3300', totalBalanceValue: '1350' },
    usdc,
  })
  const { lots: open } = await lots.list('fifo')
  expect(open.map(({ amount, cost }) => [amount, cost])).toEqual([['9', known('1800')]])
  expect((await lots.disposals('fifo'))[1]).toMatchObject({
    ...{ kind: 'movedOut', amount: '6', cost: known('700'), proceeds: unknown, gain: unknown },
  })
})
