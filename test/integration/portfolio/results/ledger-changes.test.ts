// Changes what is here after a ledger was made: its figures then are those that a new one would have. Must not: test how the first is made.
import { describe, expect, it } from 'vitest'
import { createAccountLedger } from '../../../../src-main/portfolio/results/ledger/account-ledger.ts'
import { sampleCandles, sampleOrder, toldAt } from '../../store/support.ts'
import { account } from '../../world.ts'
import {
  bought,
  eth,
  hourMs,
  type LedgerWorld,
  momentMs,
  openLedgerWorld,
  openTraded,
  sold,
  t0,
  unitFigures,
  usdc,
} from './ledger-world.ts'

const minuteMs = 60_000
const dayMs = 24 * hourMs
const wholeRange = { fromMs: 0, toMs: Date.UTC(2027, 0, 1) }

/** With a reading, too. */
async function openRead(): Promise<LedgerWorld> {
  const world = await openTraded()
  await world.reading(momentMs, { eth, usdc })
  return world
}

/** The ledger of a start of now. */
const newLedger = ({ store, journal }: LedgerWorld) => createAccountLedger(store, journal)

describe('fills that are gone', () => {
  it('are missing, although all had been here: in part too, and as after a new start', async () => {
    const world = await openRead()
    expect((await world.report()).sum.realized).toEqual({ state: 'known', amount: '750' })
    expect((await world.books()).isPartial).toBe(false)
    while ((await world.store.dropAll('fills', 1_000)).hasMore);
    const cleared = await world.report()
    expect(await world.books()).toMatchObject({ isPartial: true, net: null, feeSum: '0' })
    expect(cleared).toMatchObject({ sum: { isPartial: true }, trades: 0, ordersWithoutFills: 2 })
    expect(cleared.sum.realized.state).toBe('estimated')
    expect(cleared).toEqual(await newLedger(world).report(world.owner, wholeRange))

    await world.order(1, [bought])
    const half = await world.report()
    expect(half).toMatchObject({ sum: { isPartial: true }, trades: 1, ordersWithoutFills: 1 })
    expect(half).toEqual(await newLedger(world).report(world.owner, wholeRange))

    await world.order(2, [sold])
    expect((await world.report()).sum.realized).toEqual({ state: 'known', amount: '750' })
  })
})

describe('what is moved out after the ledger’s moment', () => {
  it('has no result yet, of its own currency alone, and what was moved before it keeps its own', async () => {
    const world = await openRead()
    const move = (currency: string, atMs: number) =>
      world.store.putMovement(
        { networkKey: 'n', address: account.ethereumAddress },
        { currency, direction: 'out', amount: '1', value: '300', atMs },
      )
    await move('eth', momentMs + hourMs)
    await move('btc', t0)
    const movedOut = await world.ledger.movedOut(world.owner)
    expect(movedOut('eth', momentMs)).toBeUndefined()
    expect(movedOut('eth', momentMs + hourMs)).toMatchObject({ result: { state: 'unknown' } })
    expect(movedOut('link', momentMs + hourMs)).toBeUndefined()

    await move('eth', t0 + 5 * hourMs)
    await world.reading(momentMs + 100, {
      eth: { ...eth, totalDebit: '6', totalDebitValue: '1800', totalBalanceValue: '2100' },
      usdc,
    })
    const later = await world.ledger.movedOut(world.owner)
    expect(later('eth', momentMs)).toMatchObject({ result: { state: 'known', amount: '150' } })
    expect(later('eth', momentMs + hourMs)).toMatchObject({ result: { state: 'unknown' } })
  })
})

describe('a price that comes later', () => {
  it('is taken within a minute, though hundreds of fills wait for a better one', async () => {
    const world = await openLedgerWorld(t0 + 3_000 * hourMs)
    const told = toldAt(t0 + 400 * hourMs)
    const endMs = t0 + 11 * dayMs
    const put = (times: readonly number[], close: number, fromMs: number, toMs: number) =>
      world.store.putCandles(
        ...(['n', 'usdcusdt', 1, sampleCandles([...times], close)] as const),
        { fromMs, toMs, reachesStart: false },
        told,
      )
    // One candle a day: every fill has a price of some other minute.
    const days = Array.from({ length: 10 }, (_, at) => t0 + at * dayMs)
    await put(days, 1, t0, endMs)
    for (let at = 0; at < 250; at += 1) {
      const atMs = t0 + 5 * minuteMs + at * 30 * minuteMs
      await world.order(at + 1, [{ market: 'ethusdt', atMs, amount: '1', price: '100', total: '100' }])
    }
    // Two days after the newest candle: it has no price.
    const lastMs = t0 + 12 * dayMs
    await world.order(500, [{ market: 'ethusdt', atMs: lastMs, amount: '1', price: '100', total: '100' }])
    await world.listed([{ fromId: 0, toId: 999, rows: 251, fromMs: null }])
    await world.reading(t0 + 20 * dayMs, {
      eth: {
        ...{ totalCredit: '251', totalCreditValue: '25100', totalDebit: '0', totalDebitValue: '0' },
        totalBalanceValue: '25100',
      },
      usdt: {
        ...{ totalCredit: '30000', totalCreditValue: '30000', totalDebit: '25100' },
        ...{ totalDebitValue: '25100', totalBalanceValue: '4900' },
      },
      usdc: unitFigures('0', '0', '0'),
    })
    expect((await world.bookOf('eth'))?.state).toBe('unknown')
    await put([lastMs], 1, endMs, lastMs + hourMs)
    const later = { ...world.owner, nowMs: world.owner.nowMs + minuteMs }
    const { books } = await world.ledger.books(later, new Map())
    expect(books.find(({ currency }) => currency === 'eth')?.state).toBe('known')
    expect(books).toEqual((await newLedger(world).books(later, new Map())).books)
  })
})

describe('an account with fills without a price', () => {
  it('is not walked again for another period', async () => {
    const world = await openRead()
    await world.order(3, [
      { market: 'ethbtc', atMs: t0 + 9 * hourMs, amount: '1', price: '0.1', total: '0.1' },
    ])
    await world.reading(momentMs + hourMs, { eth, usdc })
    let reads = 0
    const counted: typeof world.store = {
      ...world.store,
      readFillsByTime: (...args) => {
        reads += 1
        return world.store.readFillsByTime(...args)
      },
    }
    const ledger = createAccountLedger(counted, world.journal)
    await ledger.report(world.owner, wholeRange)
    expect(reads).toBeGreaterThan(0)
    reads = 0
    await ledger.report(world.owner, { fromMs: t0, toMs: t0 + dayMs })
    expect(reads).toBe(0)
  })
})

describe('many orders whose fills are still to be fetched', () => {
  it('leave the figures at the last reading before the first of them', async () => {
    const world = await openRead()
    const missing = Array.from({ length: 2_000 }, (_, at) => {
      const createdAtMs = momentMs + 10 * minuteMs + at * 1_000
      return sampleOrder(100 + at, {
        ...{ uuid: `u${String(at)}`, state: 'done', tradesCount: 1, executedVolume: '1' },
        ...{ createdAtMs, updatedAtMs: createdAtMs + 500 },
      })
    })
    await world.store.putOrders(account.id, missing, {
      stretches: [{ fromId: 0, toId: 9_999, rows: 2_002, fromMs: null }],
      ...{ keptFromMs: 0, asOfMs: world.owner.nowMs },
    })
    // Within a day, so that the last one of before is among those that are looked at.
    for (let at = 1; at < 90; at += 1)
      await world.reading(momentMs + at * 15 * minuteMs, { eth: { ...eth, totalCredit: String(at) }, usdc })
    const { readingMs, sum } = await world.report()
    expect([readingMs, sum.realized]).toEqual([momentMs, { state: 'known', amount: '750' }])
  })
})
