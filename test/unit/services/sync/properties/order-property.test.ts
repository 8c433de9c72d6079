// Owns: proof by random histories that the sync of orders ends with every row once, as it is now.
// Must not: know how the list is read.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OrderSync, readSyncState } from '../../../../../src-main/services/order-sync.ts'
import { anyOrder, newestFirst } from '../../../../../src-main/store/order-filter.ts'
import type { Store } from '../../../../../src-main/store/store-api.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { seed } from '../../../store/support.ts'
import { createSync, GrowingExchange, openTestStore } from '../../growing-exchange.ts'
import { checkHistories } from './histories.ts'

const { signal } = new AbortController()
const HOUR_MS = 3_600_000

let store: Store
let close: () => Promise<void>

beforeAll(async () => {
  ;({ store, close } = await openTestStore())
})
afterAll(() => close())

const turn = fc.record({
  arrive: fc.nat(30),
  arriveOpen: fc.nat(3),
  breaksAfter: fc.integer({ min: 1, max: 9 }),
  /** New before each call of the turn. */
  growth: fc.constantFrom(0, 0, 1, 2, 3),
  /** Gone for good from the top before each call of the turn. */
  hidden: fc.constantFrom(0, 0, 1, 2),
  /** Gone from the list during the turn: places in it, in thousandths. */
  away: fc.array(fc.nat(999), { maxLength: 3 }),
  /** Open orders that close in the middle of the turn. */
  closes: fc.nat(3),
  isNewStart: fc.boolean(),
})

it(`orders: each one once, as it is now (seed ${String(seed)})`, { timeout: soakRounds(120_000) }, () =>
  checkHistories(
    'orders',
    fc.record({
      turns: fc.array(turn, { minLength: 1, maxLength: 5 }),
      largest: fc.integer({ min: 7, max: 16 }),
    }),
    async ({ turns, largest }) => {
      const exchange = new GrowingExchange()
      exchange.largestPage = largest
      exchange.tellsHidden = true
      const made = await createSync(store, exchange)
      let sync: OrderSync = made
      let hidden = 0
      let closing = 0
      const list = exchange.listOrders.bind(exchange)
      exchange.listOrders = (query) => {
        if (query.state === undefined && query.startMs === undefined) exchange.hide(hidden)
        const open = exchange.orders.find(({ state }) => state === 'wait')
        if (exchange.calls % 2 === 1 && closing > 0 && open !== undefined) {
          closing -= 1
          exchange.change(open.id, { state: 'done', executedVolume: '1', remainingVolume: '0' })
        }
        return list(query)
      }
      for (const one of turns) {
        exchange.grow(one.arriveOpen, 'wait')
        exchange.grow(one.arrive)
        exchange.growth = one.growth
        hidden = one.hidden
        closing = one.closes
        for (const at of one.away) exchange.vanish(Math.floor((at * exchange.orders.length) / 1_000))
        exchange.calls = 0
        exchange.breaksAt = one.breaksAfter
        if (one.isNewStart) sync = made.restart()
        await sync.run(signal).catch(() => undefined)
        exchange.comeBack()
      }
      exchange.growth = 0
      hidden = 0
      closing = 0
      exchange.breaksAt = Infinity
      // What rests after it was asked for alone has its turn in time.
      for (let rest = 0; rest < 3; rest += 1) {
        made.clock.moveTo(made.clock.now() + 200 * HOUR_MS)
        await sync.run(signal)
      }
      const { rows } = await store.listOrders(made.accountId, anyOrder, newestFirst, 0, 10_000)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      const listed = new Set(exchange.orders.map(({ id }) => id))
      expect(rows.filter(({ id }) => listed.has(id))).toEqual(exchange.orders.toReversed())
      // A list that is empty though orders were in it is not believed to have an end.
      if (exchange.orders.length === 0) return
      expect(await readSyncState(store, made.accountId, null)).toMatchObject({ isComplete: true })
    },
  ),
)
