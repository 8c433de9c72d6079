// By random histories that the sync of orders has every row once, as it is, whenever it says so, and that it says so in the end.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anyOrder, newestFirst } from '../../../../../src-main/store/api/order-filter.ts'
import type { Store } from '../../../../../src-main/store/api/store-api.ts'
import type { Order } from '../../../../../src-preload/contract/orders/entities.ts'
import { type AppError, isAppError } from '../../../../../src-preload/domain/errors.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { seed } from '../../../store/support.ts'
import { createSync, GrowingExchange, openTestStore, type TestSync } from '../../../growing-exchange.ts'
import { checkHistories } from './histories.ts'

const { signal } = new AbortController()
const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
/** The whole list is read again no sooner: a loss stays to be seen. */
const LONGEST_HISTORY_MS = HOUR_MS
/** Pages of fewer rows cannot pass every place in the list (planPage). */
const SAFE_PAGE = 13

let store: Store
let close: () => Promise<void>

beforeAll(async () => {
  ;({ store, close } = await openTestStore())
})
afterAll(() => close())

/** A part of something, in thousandths. */
const share = fc.nat(999)
const partOf = (whole: number, thousandths: number): number => Math.floor((thousandths * whole) / 1_000)

const turn = fc.record({
  /** New before the turn, in shares of four pages. */
  arrive: share,
  arriveOpen: fc.nat(3),
  breaksAfter: fc.integer({ min: 1, max: 12 }),
  /** New before each call of the turn. */
  growth: fc.constantFrom(0, 0, 1, 2, 3),
  /** Gone for good from the top before each call of the turn. */
  hidden: fc.constantFrom(0, 0, 0, 1, 2),
  /** Gone from the list during the turn: places in it. */
  away: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(share, { maxLength: 3 }) },
  ),
  /** Open orders that close in the middle of the turn. */
  closes: fc.nat(3),
  /** From which call on, and for how many, answers are of a copy as old as the beginning of an earlier turn. */
  lag: fc.option(
    fc.record({
      fromCall: fc.integer({ min: 1, max: 6 }),
      calls: fc.integer({ min: 1, max: 6 }),
      back: fc.nat(2),
    }),
  ),
  isNewStart: fc.boolean(),
})

const everyHistory = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 6 }),
  largest: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 3, max: 20 }) },
    { weight: 3, arbitrary: fc.integer({ min: 3, max: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom(100, 200) },
  ),
  /** Ways in which the service may give fewer rows than it has. */
  short: fc.constantFrom('no', 'no', 'no', 'no', 'deeper', 'leftOut'),
})

/** Where rows are left out of pages, nothing but an empty page shows the end: no row moves up and no answer is old then. */
const history = everyHistory.map((one) => {
  if (one.short !== 'leftOut') return one
  return { ...one, turns: one.turns.map((each) => ({ ...each, hidden: 0, away: [], lag: null })) }
})

it(`orders: each one once, as it is now (SEED=${String(seed)})`, { timeout: soakRounds(120_000) }, () =>
  checkHistories('orders', history, async ({ turns, largest, short }) => {
    const exchange = new GrowingExchange()
    exchange.largestPage = largest
    exchange.tellsHidden = true
    if (short === 'deeper') exchange.deepPage = Math.max(3, Math.floor((largest * 3) / 4))
    if (short === 'leftOut') exchange.leavesOutEvery = 2 + (largest % 7)
    const made = await createSync(store, exchange)
    let sync: TestSync = made
    let hidden = 0
    let closing = 0
    let isLate: (call: number) => boolean = () => false
    let lateList: readonly Order[] = []
    /** The newest order that a first page has shown. */
    let shownId = 0
    /** Orders that the list has left out for a while: what was read then is whole without them. */
    const everAway = new Set<number>()
    /** What each order has been since the turn began. */
    const versions = new Map<number, Order[]>()

    const list = exchange.listOrders.bind(exchange)
    exchange.listOrders = async (query) => {
      const isPaged = query.state === undefined && query.startMs === undefined
      if (isPaged) exchange.hide(hidden)
      const open = exchange.orders.find(({ state }) => state === 'wait')
      if (exchange.calls % 2 === 1 && closing > 0 && open !== undefined) {
        closing -= 1
        exchange.change(open.id, { state: 'done', executedVolume: '1', remainingVolume: '0' })
        const changed = exchange.orders.find(({ id }) => id === open.id)
        if (changed !== undefined) versions.get(open.id)?.push(changed)
      }
      exchange.copy = isLate(exchange.calls + 1) ? lateList : null
      const answer = await list(query)
      if (isPaged && query.page === 1) shownId = Math.max(shownId, ...answer.orders.map(({ id }) => id))
      return answer
    }
    const readRows = async (): Promise<Order[]> =>
      (await store.listOrders(made.accountId, anyOrder, newestFirst, 0, 10_000)).rows
    const listed = (): Order[] => exchange.orders.filter((order) => !exchange.isLeftOut(order))

    /** What the sync says of itself is so. */
    async function expectHonest(isFresh: boolean): Promise<void> {
      const rows = await readRows()
      const here = new Map(rows.map((order) => [order.id, order]))
      expect(here.size).toBe(rows.length)
      const steady = listed().filter(({ id }) => !everAway.has(id))
      if (await sync.isComplete()) {
        expect(steady.filter(({ id }) => id <= shownId && !here.has(id)).map(({ id }) => id)).toEqual([])
      }
      if (!isFresh) return
      for (const { id } of steady) {
        const order = here.get(id)
        const since = versions.get(id)
        if (order !== undefined && since !== undefined) expect(since).toContainEqual(order)
      }
    }

    const lists: (readonly Order[])[] = []
    for (const one of turns) {
      made.clock.moveTo(made.clock.now() + 15 * SECOND_MS)
      lists.unshift([...exchange.orders])
      exchange.grow(one.arriveOpen, 'wait')
      exchange.grow(partOf(4 * largest, one.arrive))
      exchange.growth = one.growth
      hidden = one.hidden
      closing = one.closes
      for (const at of one.away) {
        const index = partOf(exchange.orders.length, at)
        const order = exchange.orders[index]
        if (order !== undefined) everAway.add(order.id)
        exchange.vanish(index)
      }
      versions.clear()
      for (const order of exchange.orders) versions.set(order.id, [order])
      const { lag } = one
      lateList = lists[lag?.back ?? 0] ?? []
      isLate = (call) => lag !== null && call >= lag.fromCall && call < lag.fromCall + lag.calls
      exchange.calls = 0
      exchange.breaksAt = one.breaksAfter
      if (one.isNewStart) sync = made.restart()
      const isAll = await sync.run(signal).catch(() => false)
      await expectHonest(isAll && lag === null)
      exchange.comeBack()
    }
    exchange.growth = 0
    hidden = 0
    closing = 0
    isLate = () => false
    exchange.breaksAt = Infinity
    /** What the last run was refused for; null where it was not. */
    async function readOn(): Promise<AppError | null> {
      exchange.calls = 0
      try {
        await sync.run(signal)
        return null
      } catch (error) {
        if (!isAppError(error, 'contractViolation')) throw error
        return error
      } finally {
        expect(exchange.calls).toBeLessThan(60 + exchange.orders.length)
      }
    }
    let refusal: AppError | null = null
    // What rests after it was asked for alone has its turn in time, and what has gone from the top is believed to have.
    for (let rest = 0; rest < 4; rest += 1) {
      const restMs = everAway.size > 0 ? 200 * HOUR_MS : LONGEST_HISTORY_MS / 6
      made.clock.moveTo(made.clock.now() + restMs)
      refusal = await readOn()
      versions.clear()
      for (const order of exchange.orders) versions.set(order.id, [order])
      await expectHonest(false)
    }
    // Where pages are too small for this place in the list, it is another place with the next order.
    for (let more = 0; more < 400 && refusal !== null && largest < SAFE_PAGE; more += 1) {
      exchange.grow(1)
      refusal = await readOn()
    }
    // An end that was not seen as such is believed when it is so some minutes later.
    if (refusal === null && !(await sync.isComplete())) {
      made.clock.moveTo(made.clock.now() + LONGEST_HISTORY_MS / 20)
      refusal = await readOn()
    }
    // A list that is read again passes all its places at once.
    const mayBeTooSmall = largest < SAFE_PAGE && everAway.size > 0
    if (short === 'no' && !mayBeTooSmall) expect(refusal).toBeNull()
    // A list that is empty though orders were in it is not believed to have an end.
    if (refusal === null && exchange.orders.length > 0) expect(await sync.isComplete()).toBe(true)
    if (!(await sync.isComplete())) return
    // Where pages are too small, the list may not have been read again since.
    const isReadAgain = largest >= SAFE_PAGE && refusal === null
    const steady = listed().filter(({ id }) => isReadAgain || !everAway.has(id))
    const ids = new Set(steady.map(({ id }) => id))
    expect((await readRows()).filter(({ id }) => ids.has(id))).toEqual(steady.toReversed())
  }),
)
