// The order history when it is long and when it grows, and the lives of its orders.
import { describe, expect, it } from 'vitest'
import { cancelReasons, orderStates, orderTypes } from '../../../src-preload/domain/markets/markets.ts'
import { CandleBook } from '../../../src-main/practice/markets/candles.ts'
import {
  type ListPart,
  OrderHistory,
  type OrderFilter,
} from '../../../src-main/practice/orders/order-history.ts'
import { traceOrder, type OrderLife } from '../../../src-main/practice/orders/order-details.ts'
import { planOrder, type OrderPlan } from '../../../src-main/practice/orders/order-plans.ts'
import { orderCountAt, type OrderWorld } from '../../../src-main/practice/orders/order-times.ts'
import { orderStateAt } from '../../../src-main/practice/orders/order-views.ts'
import { openingDeposits } from '../../../src-main/practice/orders/opening-deposits.ts'
import { PnlBook } from '../../../src-main/practice/orders/pnl.ts'
import { SeededFills } from '../../../src-main/practice/orders/seeded-fills.ts'
import { soakRounds } from '../../fixtures/soak.ts'

const genesisMs = Date.parse('2026-11-20T16:00:00Z')
const world = (historyCount: number, seed = 1): OrderWorld => ({
  book: new CandleBook(seed),
  genesisMs,
  historyCount,
})
const orderOf = (some: OrderWorld, user: number, index: number): OrderPlan & OrderLife => {
  const plan = planOrder(some, user, index)
  return { ...plan, ...traceOrder(some, plan) }
}
const query: OrderFilter = {
  market: null,
  type: null,
  state: null,
  side: null,
  baseUnit: null,
  quoteUnit: null,
  startSecond: null,
  endSecond: null,
}
const pageOf = (page: number, most = 50): ListPart => ({ skip: (page - 1) * most, most, orderBy: 'desc' })
const pnlOf = (history: OrderHistory): PnlBook => new PnlBook(new SeededFills(history), () => [])

describe('the default history', () => {
  it.each([1, 7, 99])(
    'of seed %d has every type with every outcome and every cancel reason, for both users',
    (seed) => {
      for (const user of [0, 1]) {
        const some = world(2_500, seed)
        const plans = Array.from({ length: 2_500 }, (_, index) => orderOf(some, user, index))
        const kinds = new Set(plans.map((plan) => `${plan.type} ${plan.finalState}`))
        expect(kinds.size).toBe(orderTypes.length * 2)
        expect(new Set(plans.map((plan) => plan.cancelReason))).toEqual(new Set([null, ...cancelReasons]))
        expect(new Set(plans.map((plan) => orderStateAt(plan, plan, genesisMs)))).toEqual(
          new Set(orderStates),
        )
        const partial = plans.filter((plan) => plan.finalState === 'cancel' && plan.fills.length > 0)
        expect(partial.length).toBeGreaterThan(20)
        const open = plans.filter((plan) => plan.closedMs > genesisMs)
        expect(open).toHaveLength(25)
        expect(new Set(open.map((plan) => plan.market.symbol)).size).toBe(6)
        expect(new Set(open.map((plan) => plan.finalState))).toEqual(new Set(['done', 'cancel']))
      }
    },
  )

  it('lives every order in order: created, accepted, filled, closed', () => {
    const some = world(2_500)
    let before = -Infinity
    for (let index = 0; index < 3_500; index += 1) {
      const plan = orderOf(some, 0, index)
      expect(plan.createdMs).toBeGreaterThanOrEqual(before)
      before = plan.createdMs
      expect(plan.closedMs).toBeGreaterThan(plan.createdMs)
      expect(plan.closedMs).toBeLessThanOrEqual(plan.latestMs)
      if (plan.finalState === 'cancel') expect(plan.closedMs).toBe(plan.latestMs)
      let latest = plan.acceptedMs
      for (const { timeMs, units } of plan.fills) {
        expect(timeMs).toBeGreaterThanOrEqual(latest)
        expect(timeMs).toBeLessThanOrEqual(plan.closedMs)
        expect(units).toBeGreaterThan(0)
        latest = timeMs
      }
      const executed = plan.fills.reduce((sum, { units }) => sum + units, 0)
      expect(executed).toBeLessThanOrEqual(plan.originUnits)
      expect(executed === plan.originUnits).toBe(plan.finalState === 'done')
      expect(plan.cancelReason === null).toBe(plan.finalState === 'done')
      if (index < 2_500) expect(plan.createdMs).toBeLessThan(genesisMs)
      // Even the longest life ends.
      expect(plan.latestMs - Math.max(plan.createdMs, index < 2_500 ? genesisMs : 0)).toBeLessThan(
        73 * 3_600_000,
      )
    }
  })

  it('is counted right at any instant', () => {
    const some = world(500)
    const times = Array.from({ length: 900 }, (_, index) => planOrder(some, 1, index).createdMs)
    for (const time of [...times.slice(0, 890), genesisMs - 1, genesisMs, genesisMs + 1]) {
      for (const nowMs of [time - 1, time, time + 1]) {
        expect(orderCountAt(some, 1, nowMs)).toBe(times.filter((created) => created <= nowMs).length)
      }
    }
  })
})

describe('a long history', () => {
  /** `npm run soak -- practice-orders` makes a million. */
  const count = soakRounds(20_000)
  it(`of ${count} orders is made, filtered and paged`, { timeout: soakRounds(60_000) }, async () => {
    const history = new OrderHistory(world(count), 0)
    expect(await history.prepare(genesisMs)).toBe(count)
    const pages = count / 50
    const last = (await history.list(query, pageOf(pages), genesisMs)).orders
    expect(last).toHaveLength(50)
    expect(await history.list(query, pageOf(pages + 1), genesisMs)).toEqual({ orders: [], matched: count })
    const rare = (await history.list({ ...query, state: 'pending' }, pageOf(1, 1_000), genesisMs)).orders
    expect(rare.length).toBeGreaterThan(3)
    expect(rare.length).toBeLessThanOrEqual(25)
    expect(history.get(last[49]?.id ?? 0, genesisMs)?.created_at).toBe(last[49]?.created_at)
  })
})

describe('two callers at once', () => {
  it('get the same orders while the history is still being made', async () => {
    const history = new OrderHistory(world(60_000), 0)
    const pages = await Promise.all(
      [1, 1, 7, 7].map(async (page) => (await history.list(query, pageOf(page), genesisMs)).orders),
    )
    expect(pages[1]).toEqual(pages[0])
    expect(pages[3]).toEqual(pages[2])
    expect(pages[0]?.[0]?.id).toBe(pages[2]?.[0] === undefined ? 0 : pages[2][0].id + 600)
  })
})

describe('profit and loss', { timeout: 120_000 }, () => {
  it.each([1, 7])('of seed %d never runs out of a currency, now or months later', async (seed) => {
    for (const user of [0, 1]) {
      const book = pnlOf(new OrderHistory(world(2_500, seed), user))
      for (const nowMs of [genesisMs, genesisMs + 30 * 86_400_000, genesisMs + 60 * 86_400_000]) {
        for (const entry of await book.entries(nowMs, 0n, 0n)) {
          expect(Number(entry.total_credit)).toBeGreaterThan(Number(entry.total_debit))
          expect(Number(entry.total_balance_value)).toBeGreaterThan(0)
        }
      }
    }
  })

  // Of 9 and 13 one user's trades take more than half of what they would begin with otherwise; of 9 more than all.
  it.each([
    { seed: 7, orders: 2_500 },
    { seed: 9, orders: 5_000 },
    { seed: 13, orders: 2_500 },
  ])('of seed $seed with $orders orders never gives more than is held', async ({ seed, orders }) => {
    for (const user of [0, 1]) {
      const some = world(orders, seed)
      const fills = await new SeededFills(new OrderHistory(some, user)).upTo(genesisMs)
      const deposits = openingDeposits(orders, fills)
      const held = new Map([...deposits].map(([currency, whole]) => [currency, Number(whole)]))
      const change = (currency: string, by: number): void => {
        const now = (held.get(currency) ?? 0) + by
        held.set(currency, now)
        if (now < Number(deposits.get(currency)) / 2) throw new Error(`${currency} is down to ${now}`)
      }
      for (const { market, side, price, units, rate } of fills) {
        const amount = units / 10 ** market.volumeDecimals
        const total = (units * price) / 10 ** (market.volumeDecimals + market.priceDecimals)
        const kept = 1 - Number(rate) / 10_000
        // What is given first: a trade is not paid with what it brings.
        if (side === 'buy') change(market.quote, -total)
        change(market.base, side === 'buy' ? amount * kept : -amount)
        if (side === 'sell') change(market.quote, total * kept)
      }
      const told = await pnlOf(new OrderHistory(some, user)).entries(genesisMs, 0n, 0n)
      for (const { currency, total_credit, total_debit } of told) {
        expect(Number(total_credit) - Number(total_debit)).toBeCloseTo(held.get(currency) ?? 0, 4)
      }
    }
  })

  it('is the same in one step and in many, and after the clock went back', async () => {
    const stepwise = pnlOf(new OrderHistory(world(800), 0))
    for (let hour = -48; hour < 48; hour += 1) await stepwise.entries(genesisMs + hour * 3_600_000, 0n, 0n)
    const end = genesisMs + 48 * 3_600_000
    const whole = await pnlOf(new OrderHistory(world(800), 0)).entries(end, 0n, 0n)
    expect(await stepwise.entries(end, 0n, 0n)).toEqual(whole)
    const early = await pnlOf(new OrderHistory(world(800), 0)).entries(genesisMs, 0n, 0n)
    expect(await stepwise.entries(genesisMs, 0n, 0n)).toEqual(early)
    const before = genesisMs - 48 * 3_600_000
    const earliest = await pnlOf(new OrderHistory(world(800), 0)).entries(before, 0n, 0n)
    expect(await stepwise.entries(before, 0n, 0n)).toEqual(earliest)
    const both = await Promise.all([stepwise.entries(end, 0n, 0n), stepwise.entries(end, 0n, 0n)])
    expect(both).toEqual([whole, whole])
  })
})
