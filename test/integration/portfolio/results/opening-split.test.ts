// An opening that the user split and dated: its lots by every method, what is refused, what outdates it, and that it is kept.
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccountLots } from '../../../../src-main/portfolio/lots/account-lots.ts'
import type { CostMethod } from '../../../../src-preload/contract/portfolio/lots.ts'
import { openingAnswer, type OpeningPart } from '../../../../src-preload/contract/portfolio/opening.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { clock, makeFile, open } from '../../store/support.ts'
import { backUp, damagePages, openKept, pagesOf, putCache, putOwn } from '../../store/maintenance/support.ts'
import { account } from '../../world.ts'
import {
  bought,
  eth,
  hourMs,
  type LedgerWorld,
  momentMs,
  openTraded,
  t0,
  unitFigures,
  usdc,
} from './ledger-world.ts'

const always = { fromMs: 0, toMs: Date.UTC(2027, 0, 1) }
const prices = new Map([['ethusdc', { market: 'ethusdc', price: '320', asOfMs: momentMs }]])
const march = Date.UTC(2025, 2, 1)
const june = Date.UTC(2025, 5, 1)
const dayMs = 86_400_000
const known = (amount: string) => ({ state: 'known', amount })
const part = (amount: string, openedMs: number | null = null, cost: string | null = null): OpeningPart => ({
  ...{ amount, openedMs, cost },
})

/** 10 ETH that had cost 1,000, 10 bought for 2,000, and 5 sold for 1,500. */
let world: LedgerWorld
let lots: ReturnType<typeof createAccountLots>

beforeEach(async () => {
  world = await openTraded()
  await world.reading(momentMs, { eth, usdc })
  lots = createAccountLots(world.store, world.ledger)
})

const split = (...parts: OpeningPart[]) => lots.splitOpening(world.owner, 'eth', parts)
const opening = async () => openingAnswer.parse(await lots.opening(world.owner, 'eth'))
const list = (method: CostMethod) =>
  lots.list(world.owner, prices, { method, currency: null, offset: 0, limit: 500 })
const rows = async (method: CostMethod) =>
  (await list(method)).lots.map(({ openedMs, isOpening, amount, cost }) => [
    openedMs,
    isOpening,
    amount,
    cost,
  ])
const fieldOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (cause: unknown) => (cause instanceof AppError ? cause.data['field'] : cause),
  )

it('is one lot of unknown date until it is split, and again after a reset', async () => {
  const whole = {
    ...{ currency: 'eth', pnlCurrency: 'usdc', amount: '10', cost: known('1000') },
    ...{ beforeMs: t0 + hourMs, split: 'none', parts: [] },
  }
  expect(await opening()).toEqual(whole)
  await split(part('4', march), part('6'))
  expect(await opening()).toEqual({ ...whole, split: 'used', parts: [part('6'), part('4', march)] })
  expect((await list('fifo')).split).toBe('used')
  await lots.resetOpening(world.owner, 'eth')
  expect(await opening()).toEqual(whole)
  expect(await rows('fifo')).toEqual([
    [null, true, '5', known('500')],
    [t0 + hourMs, false, '10', known('2000')],
  ])
})

describe('3 ETH of March by share, 3 of June for 450, and 4 without a date', () => {
  beforeEach(() => split(part('3', june, '450'), part('4'), part('3', march)))

  // By share 4 cost 400 and 3 cost 300; with those of June the opening costs 1,150.
  it.each([
    [
      'fifo',
      '700',
      [
        [march, true, '2', '200'],
        [june, true, '3', '450'],
        [t0 + hourMs, false, '10', '2000'],
      ],
    ],
    [
      'lifo',
      '1000',
      [
        [null, true, '4', '400'],
        [march, true, '3', '300'],
        [june, true, '3', '450'],
        [t0 + hourMs, false, '5', '1000'],
      ],
    ],
    // 5 of 20 that cost 3,150 together.
    [
      'average',
      '787.5',
      [
        [march, true, '2', '315'],
        [june, true, '3', '472.5'],
        [t0 + hourMs, false, '10', '1575'],
      ],
    ],
  ] as const)('by %s', async (method, _cost, left) => {
    expect(await rows(method)).toEqual(
      left.map(([at, isOpening, amount, cost]) => [at, isOpening, amount, known(cost)]),
    )
  })

  it.each([
    ['fifo', '500', '1000', null],
    ['lifo', '1000', '500', { least: 0, most: 0 }],
    ['average', '787.5', '712.5', null],
  ] as const)('a sale by %s costs %s and gains %s', async (method, cost, gain, heldDays) => {
    const { disposals } = await lots.disposals(world.owner, method, always)
    expect([...disposals]).toMatchObject([{ cost: known(cost), gain: known(gain), heldDays }])
  })
})

it('a sale from dated parts has its holding days, and is marked as from the opening', async () => {
  await split(part('3', march), part('7', june))
  const [sale] = (await lots.disposals(world.owner, 'fifo', always)).disposals
  const days = (from: number) => Math.floor((t0 + 2 * hourMs - from) / dayMs)
  expect(sale).toMatchObject({ heldDays: { least: days(june), most: days(march) }, gain: known('1000') })
  expect(sale?.parts).toEqual([
    { openedMs: march, isOpening: true, amount: '3', cost: known('300') },
    { openedMs: june, isOpening: true, amount: '2', cost: known('200') },
  ])
})

it.each([
  ['a sum that is too small', [part('9.999999999999999999')], 'amount'],
  ['a sum that is too large', [part('4'), part('6.000000000000000001')], 'amount'],
  ['a part of nothing', [part('10'), part('0')], 'amount'],
  ['a negative part', [part('11'), part('-1')], 'amount'],
  ['more decimals than are counted', [part(`9.${'9'.repeat(31)}`), part(`0.${'0'.repeat(30)}1`)], 'amount'],
  ['a negative cost', [part('10', march, '-1')], 'cost'],
  ['a cost of too many decimals', [part('10', march, `1.${'1'.repeat(19)}`)], 'cost'],
  ['a day after the first fill', [part('10', Date.UTC(2026, 0, 11))], 'openedMs'],
] as const)('%s is refused, and nothing is stored', async (_what, parts, field) => {
  expect(await fieldOf(split(...parts))).toBe(field)
  expect((await opening()).parts).toEqual([])
})

it('the day of the first fill is accepted, and a currency without an opening has none to split', async () => {
  await split(part('10', t0))
  expect((await opening()).split).toBe('used')
  expect(await fieldOf(lots.splitOpening(world.owner, 'btc', [part('1')]))).toBe('currency')
  expect(await lots.opening(world.owner, 'btc')).toMatchObject({ amount: null, split: 'none', parts: [] })
})

it('is kept but not used once its amounts are not the opening, or a fill is older than a part', async () => {
  await split(part('4', march), part('6', june))
  const owner = { networkKey: world.owner.network, address: world.owner.address }
  const deposit = { currency: 'eth', direction: 'in', amount: '1', value: '90' } as const
  const id = await world.store.putMovement(owner, { ...deposit, atMs: t0 + hourMs / 2 })
  expect(await opening()).toMatchObject({
    amount: '9',
    split: 'amountDiffers',
    parts: [part('4', march), part('6', june)],
  })
  expect((await rows('fifo'))[0]?.slice(0, 3)).toEqual([null, true, '4'])
  await world.store.removeMovement(owner, id)
  expect((await opening()).split).toBe('used')
  // Half an ETH in and out in April: the opening stays, and is older than that.
  await world.store.putMovement(owner, { ...deposit, atMs: Date.UTC(2025, 3, 1) })
  await world.store.putMovement(owner, { ...deposit, direction: 'out', atMs: Date.UTC(2025, 3, 2) })
  expect(await opening()).toMatchObject({
    amount: '10',
    split: 'dateTooLate',
    beforeMs: Date.UTC(2025, 3, 1),
  })
  expect((await rows('lifo'))[0]?.slice(0, 3)).toEqual([null, true, '10'])
})

it('an opening that was sold completely can still be split', async () => {
  await world.order(3, [{ ...bought, side: 'sell', atMs: t0 + 3 * hourMs, amount: '15', total: '4500' }])
  await world.reading(momentMs + hourMs, {
    eth: { ...eth, totalDebit: '20', totalDebitValue: '6000', totalBalanceValue: '0' },
    usdc: unitFigures('16000', '2000', '14000'),
  })
  expect(await list('fifo')).toMatchObject({
    currencies: [{ currency: 'eth', lots: 0 }],
    lots: [],
    total: null,
    split: 'none',
  })
  await split(part('5', march), part('5', june))
  const sales = [...(await lots.disposals(world.owner, 'fifo', always)).disposals]
  expect(sales.map(({ parts }) => parts.map(({ openedMs }) => openedMs))).toEqual([
    [march],
    [june, t0 + hourMs],
  ])
})

it('survives a restart, the removal of the account, and a repair of a damaged cache and of the table itself', async () => {
  const file = makeFile()
  let store = await open(file)
  await store.putAccount(account)
  await putOwn(store)
  await putCache(store, 600)
  const owner = { networkKey: 'n', address: account.ethereumAddress }
  const parts = [part('4', march, '900'), part('6', june)]
  await store.putOpeningParts(owner, 'btc', [part('1')])
  await store.putOpeningParts(owner, 'eth', [part('9')])
  await store.putOpeningParts(owner, 'eth', parts)
  await store.putOpeningParts(owner, 'btc', [])
  await store.removeAccount(account.id)
  await store.close()
  const expected = parts.map((one) => ({ currency: 'eth', ...one }))
  store = await open(file)
  // A wallet is the same however its address is written.
  const anyCase = { ...owner, address: owner.address.toLowerCase() }
  expect(await store.listOpeningParts(anyCase)).toEqual(expected)
  expect(await store.listOpeningParts({ ...owner, networkKey: 'other' })).toEqual([])
  await store.close()
  backUp(file, clock.now())
  damagePages(file, [...pagesOf(file, 'orders').slice(1), ...pagesOf(file, 'opening_parts')])
  const kept = await openKept(file)
  await kept.maintenance.check()
  await kept.repair('data', 'check')
  expect(await kept.store.listOpeningParts(owner)).toEqual(expected)
})
