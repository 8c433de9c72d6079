// By random histories that every fill of every order is here once at the end.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderWithFills } from '../../../../../src-main/exchange/endpoints/orders/orders.ts'
import { createFillHistory } from '../../../../../src-main/orders/sync/fill-history.ts'
import type { Store } from '../../../../../src-main/store/api/store-api.ts'
import type { OwnTradesQuery } from '../../../../../src-main/exchange/endpoints/orders/own-trades.ts'
import type { Rows } from '../../../../../src-main/exchange/endpoints/rows.ts'
import type { Order } from '../../../../../src-preload/contract/orders/entities.ts'
import type { OwnTrade } from '../../../../../src-preload/contract/trading/trading-entities.ts'
import { AppError, isAppError } from '../../../../../src-preload/domain/errors.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { sampleAccount, sampleOrder, sampleTrade, seed } from '../../../store/support.ts'
import { openTestStore } from '../../../growing-exchange.ts'
import { checkHistories } from './histories.ts'

const { signal } = new AbortController()
const HOUR_MS = 3_600_000

let store: Store
let close: () => Promise<void>
let accounts = 0

beforeAll(async () => {
  ;({ store, close } = await openTestStore())
})
afterAll(() => close())

const place = fc.nat(999)
const turn = fc.record({
  arrive: fc.nat(8),
  /** Orders that are filled further, and whether within the second of the fill before. */
  filled: fc.array(fc.record({ place, isSameSecond: fc.boolean() }), { maxLength: 3 }),
  /** Orders whose own answers lack the last fill for this turn, or are refused. */
  lagging: fc.array(place, { maxLength: 2 }),
  refused: fc.array(place, { maxLength: 1 }),
  /** What happens to an order in the middle of its call. */
  meanwhile: fc.constantFrom('nothing', 'filled', 'olderAnswer'),
  /** All orders are known: else nobody can tell whether all fills are. */
  areOrdersKnown: fc.boolean(),
  /** Whether there is a list of own trades, how many rows its pages have at most, and which fills it lacks or tells wrong. */
  pages: fc.constantFrom('none', 'whole', 'lacking', 'wrong'),
  pageRows: fc.integer({ min: 1, max: 9 }),
  breaksAfter: fc.integer({ min: 1, max: 12 }),
  isNewStart: fc.boolean(),
})

it(
  `fills: each one once, of the order as it is now (SEED=${String(seed)})`,
  { timeout: soakRounds(60_000) },
  () =>
    checkHistories('fills', fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
      const accountId = `account-${String((accounts += 1))}`
      await store.putAccount(
        sampleAccount(accountId, { ethereumAddress: `0x${String(accounts).padStart(40, '0')}` }),
      )
      const clock = movableClock(0)
      const orders: Order[] = []
      let lagging = new Set<number>()
      let refused = new Set<number>()
      let meanwhile = 'nothing'
      let areOrdersKnown = true
      let pages = 'none'
      let pageRows = 1
      let lies = 0
      let calls = 0
      let breaksAt = Infinity

      /** When each fill of an order came. */
      const times = new Map<number, number[]>()
      const tradesOf = ({ id, market, side }: Order, count: number): OwnTrade[] =>
        Array.from({ length: count }, (_, at) => ({
          ...sampleTrade(id * 100 + at),
          orderId: id,
          market,
          side,
          amount: '0.5',
          createdAtMs: times.get(id)?.[at] ?? 0,
        }))
      const filledBy = (count: number): Pick<Order, 'tradesCount' | 'executedVolume'> => ({
        tradesCount: count,
        executedVolume: String(count * 0.5),
      })
      function listOwnTrades({ page = 1, limit = 100 }: OwnTradesQuery): Promise<Rows<OwnTrade>> {
        calls += 1
        if (calls >= breaksAt) return Promise.reject(new AppError('network', { endpoint: 'trades.list' }))
        if (pages === 'none') return Promise.reject(new AppError('rejectedByExchange', { status: 404 }))
        const size = Math.min(limit, pageRows)
        const rows = orders
          .flatMap((order) => tradesOf(order, order.tradesCount))
          .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
          .slice((page - 1) * size, page * size)
          .filter(({ id }) => pages !== 'lacking' || id % 3 > 0)
        if (pages === 'wrong' && rows.length > 0) lies += 1
        const told = rows.map((row) =>
          pages === 'wrong' && row.id % 2 > 0 ? { ...row, amount: '0.25' } : row,
        )
        return Promise.resolve({ rows: told, unread: null })
      }
      const list = (order: Order) => store.putOrders(accountId, [order], null)
      async function fill(at: number, isSameSecond: boolean): Promise<void> {
        const order = orders[at]
        if (order === undefined) return
        const updatedAtMs = order.updatedAtMs + (isSameSecond ? 0 : 1_000)
        orders[at] = { ...order, updatedAtMs, ...filledBy(order.tradesCount + 1) }
        times.get(order.id)?.push(updatedAtMs)
        await list(orders[at])
      }
      async function getOrder(id: number): Promise<OrderWithFills> {
        calls += 1
        if (calls >= breaksAt) throw new AppError('network', { endpoint: 'orders.get' })
        const order = orders[id - 1]
        if (order === undefined || refused.has(id)) throw new AppError('rejectedByExchange', { status: 404 })
        const answer = { order, trades: tradesOf(order, order.tradesCount - (lagging.has(id) ? 1 : 0)) }
        if (meanwhile === 'filled') await fill(id - 1, true)
        // Somebody opened the order a moment before, and that answer comes only now.
        if (meanwhile === 'olderAnswer' && order.tradesCount > 1) {
          await store.putOrderTrades(accountId, order, answer.trades)
          const older = { ...order, ...filledBy(order.tradesCount - 1) }
          await store.putOrderTrades(accountId, older, tradesOf(older, older.tradesCount))
        }
        return answer
      }
      const open = () =>
        createFillHistory({
          accountId,
          source: { getOrder, listOwnTrades },
          store,
          clock,
          keptFromMs: () => Promise.resolve(0),
          areOrdersKnown: () => Promise.resolve(areOrdersKnown),
          everyMs: 0,
        })
      let history = open()
      const idsAt = (places: readonly number[]) =>
        new Set(places.map((at) => 1 + Math.floor((at * orders.length) / 1_000)))
      async function expectHonest(): Promise<void> {
        const { isComplete, total } = await history.progress()
        if (!areOrdersKnown) expect({ isComplete, total }).toEqual({ isComplete: false, total: null })
        if (!isComplete) return
        const told = await Promise.all(orders.map(({ id }) => store.getOrderTrades(accountId, id)))
        expect(told.map((one) => one?.trades.length ?? 0)).toEqual(
          orders.map(({ tradesCount }) => tradesCount),
        )
      }
      async function read(): Promise<void> {
        for (let steps = 0; steps < 2_000; steps += 1) {
          const result = await history.step(signal)
          if (result === 'complete') expect(areOrdersKnown).toBe(true)
          if (result !== 'more') return
        }
        throw new Error('the history has no end')
      }

      for (const one of turns) {
        for (let count = 0; count < one.arrive; count += 1) {
          const order = sampleOrder(orders.length + 1, { ...filledBy(1), state: 'done' })
          times.set(order.id, [order.updatedAtMs])
          orders.push(order)
          await list(orders.at(-1) ?? sampleOrder(1))
        }
        for (const { place: at, isSameSecond } of one.filled) {
          await fill(Math.floor((at * orders.length) / 1_000), isSameSecond)
        }
        lagging = idsAt(one.lagging)
        refused = idsAt(one.refused)
        meanwhile = one.meanwhile
        areOrdersKnown = one.areOrdersKnown
        ;({ pages, pageRows } = one)
        calls = 0
        breaksAt = one.breaksAfter
        if (one.isNewStart) history = open()
        history.freshen()
        await expectHonest()
        await read().catch((error: unknown) => {
          if (!isAppError(error)) throw error
        })
        await expectHonest()
      }
      lagging.clear()
      refused.clear()
      meanwhile = 'nothing'
      areOrdersKnown = true
      if (pages === 'wrong') pages = 'whole'
      breaksAt = Infinity
      clock.moveTo(clock.now() + 2 * HOUR_MS)
      history.freshen()
      await read()
      expect(await history.progress()).toMatchObject({ isComplete: true })
      if (lies === 0) expect(await store.countFillConflicts(accountId)).toBe(0)
      for (const order of orders) {
        expect(await store.getOrder(accountId, order.id)).toEqual(order)
        const told = await store.getOrderTrades(accountId, order.id)
        expect(told?.trades ?? []).toEqual(tradesOf(order, order.tradesCount))
      }
    }),
)
