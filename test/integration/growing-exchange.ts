// An exchange whose list of orders grows and changes between any two calls, and a sync that reads it into a real store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, fixedClock } from '../../src-main/async/clock.ts'
import type {
  ListedOrders,
  OrdersQuery,
  OrderWithFills,
} from '../../src-main/exchange/endpoints/orders/orders.ts'
import type { OrderSource } from '../../src-main/orders/order-source.ts'
import { createOrderSync, type OrderSync } from '../../src-main/orders/order-sync.ts'
import { createOrderCheck } from '../../src-main/orders/sync/order-check.ts'
import { createOrderLedger } from '../../src-main/orders/sync/order-ledger.ts'
import { createOrderHistory } from '../../src-main/orders/sync/order-history.ts'
import { createOrderReader } from '../../src-main/orders/sync/order-reader.ts'
import { openStore } from '../../src-main/store/client/open-store.ts'
import type { Store } from '../../src-main/store/api/store-api.ts'
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { type MovableClock, movableClock } from '../fixtures/test-client.ts'
import { startKeptThread } from '../fixtures/kept-threads.ts'
import { workerUrl } from '../fixtures/thread-scripts.ts'

export const START_MS = 1_700_000_000_000
const MOST_STEPS = 20_000

/** A real store for a file of tests, and how to be rid of it. */
export async function openTestStore(): Promise<{ store: Store; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-sync-'))
  const store = await openStore({
    file: join(folder, 'test.sqlite'),
    clock: fixedClock(START_MS),
    workerUrl,
    startThread: startKeptThread,
  })
  const close = async (): Promise<void> => {
    await store.close()
    rmSync(folder, { recursive: true })
  }
  return { store, close }
}

function makeOrder(id: number, state: Order['state']): Order {
  return {
    id,
    uuid: `order-${id}`,
    side: id % 2 ? 'buy' : 'sell',
    type: 'limit',
    price: '1.5',
    stopPrice: null,
    averagePrice: '0.0',
    state,
    market: id % 3 ? 'ethusdc' : 'btcusdc',
    createdAtMs: START_MS + id * 60_000,
    updatedAtMs: START_MS + id * 60_000,
    originVolume: '1',
    remainingVolume: '1',
    executedVolume: '0',
    makerFee: '0.001',
    takerFee: '0.001',
    tradesCount: 0,
    cancelReason: null,
  }
}

/** A list of orders that grows and changes between any two calls, paged and filtered as the interface says. */
export class GrowingExchange {
  orders: Order[] = []
  private lastId = 0
  private readonly away: Order[] = []
  private readonly hidden: Order[] = []
  calls = 0
  /** The ids of orders that were asked for alone. */
  readonly askedAlone: number[] = []
  /** The connection breaks at this call. */
  breaksAt = Infinity
  /** Orders that appear just before each call. */
  growth = 0
  /** The most rows that a page ever has, whatever was asked for. */
  largestPage = Infinity
  /** The most rows that a page after the first has, though the next one begins where it would with full ones. */
  deepPage = Infinity
  /** Of each so many orders one is left out of its page, after the list was paged; 0 where none is. */
  leavesOutEvery = 0
  /** Lists are told as of then, by a copy that lags; null where they are told as they are. */
  copy: readonly Order[] | null = null
  /** Orders whose rows cannot be read. */
  readonly unreadable = new Set<number>()
  /** The time that a range filters by. */
  rangeOf: 'createdAtMs' | 'updatedAtMs' = 'createdAtMs'
  /** Orders that cannot be asked for alone. */
  readonly gone = new Set<number>()
  /** What the list hides is told to whoever asks for it alone. */
  tellsHidden = false

  /** Takes the newest orders from the list, as a service does that hides what it has rejected. */
  hide(count: number): void {
    this.hidden.push(...this.orders.splice(Math.max(0, this.orders.length - count), count))
  }

  /** Takes an order out of the list for a while. */
  vanish(index: number): void {
    this.away.push(...this.orders.splice(index, 1))
  }

  comeBack(): void {
    this.orders = [...this.orders, ...this.away.splice(0)].sort((a, b) => a.id - b.id)
  }

  grow(count: number, state: Order['state'] = 'done'): void {
    for (let i = 0; i < count; i += 1) this.orders.push(makeOrder((this.lastId += 1), state))
  }

  change(id: number, changes: Partial<Order>): void {
    this.orders = this.orders.map((order) =>
      order.id === id ? { ...order, updatedAtMs: order.updatedAtMs + 3_600_000, ...changes } : order,
    )
  }

  isLeftOut({ id }: Order): boolean {
    return this.leavesOutEvery > 0 && id % this.leavesOutEvery === 0
  }

  listOrders(query: OrdersQuery): Promise<ListedOrders> {
    this.calls += 1
    if (this.calls >= this.breaksAt) return Promise.reject(new Error('cut off'))
    this.grow(this.growth)
    const { limit = 50, page = 1, state, market, startMs = 0, endMs = Infinity } = query
    const size = Math.min(limit, this.largestPage)
    const most = page === 1 ? size : Math.min(size, this.deepPage)
    const fitting = (this.copy ?? this.orders)
      .filter((order) => state === undefined || order.state === state)
      .filter((order) => market === undefined || order.market === market)
      .filter((order) => order[this.rangeOf] >= startMs && order[this.rangeOf] <= endMs)
      .toReversed()
      .slice((page - 1) * size, (page - 1) * size + most)
      .filter((order) => !this.isLeftOut(order))
    return Promise.resolve({
      orders: fitting.filter(({ id }) => !this.unreadable.has(id)),
      refused: fitting.filter(({ id }) => this.unreadable.has(id)).map(({ id }) => ({ id, field: 'state' })),
    })
  }

  getOrder(id: number): Promise<OrderWithFills> {
    this.calls += 1
    if (this.calls >= this.breaksAt) return Promise.reject(new Error('cut off'))
    this.askedAlone.push(id)
    const told = this.tellsHidden ? [...this.orders, ...this.hidden] : this.orders
    const order = told.find((one) => one.id === id)
    if (order === undefined || this.gone.has(id)) {
      return Promise.reject(new AppError('rejectedByExchange', { status: 404 }))
    }
    return Promise.resolve({ order: { ...order, stopPrice: null, cancelReason: null }, trades: [] })
  }
}

export interface TestSync extends OrderSync {
  /** The turn of a screen alone, without history. */
  look(signal: AbortSignal): Promise<boolean>
  /** What the history says of itself. */
  isComplete(): Promise<boolean>
}

export interface Made extends TestSync {
  readonly accountId: string
  readonly clock: MovableClock
  /** Ids that were told, in order. */
  readonly told: number[][]
  /** The sync as a new start of the app makes it. */
  restart(): TestSync
  /** The sync as it is made when somebody comes back to the account. */
  comeBack(): TestSync
  /** Orders that were created before are not kept. */
  keepFrom(ms: number): void
}

/** A turn of what is looked at, and then the history to its end. */
export function makeOrderSync(
  accountId: string,
  source: OrderSource,
  store: Store,
  clock: Clock,
  onProgress: (ids: number[]) => void = () => undefined,
  keptFromMs: () => number = () => 0,
  readAgain = new Set<string>(),
): TestSync {
  const kept = (): Promise<number> => Promise.resolve(keptFromMs())
  const ledger = createOrderLedger({
    accountId,
    store,
    clock,
    onProgress,
    keptFromMs: kept,
    readAgain,
  })
  const reader = createOrderReader(ledger, source)
  const check = createOrderCheck({ accountId, store, source, clock, onProgress, keptFromMs: kept })
  const history = createOrderHistory({ accountId, store, ledger, reader, check })
  const sync = createOrderSync({ accountId, source, store, clock, onProgress, ledger, reader })
  return {
    look: (signal) => sync.run(signal),
    async run(signal) {
      const isAll = await sync.run(signal)
      // A history has an end: one that asks for ever fails here.
      for (let steps = 0; (await history.step(signal)) === 'more'; steps += 1) {
        if (steps > MOST_STEPS) throw new Error('the history has no end')
      }
      return isAll
    },
    isComplete: async () => (await history.progress()).isComplete,
  }
}

let accounts = 0
export async function createSync(store: Store, exchange: GrowingExchange): Promise<Made> {
  accounts += 1
  const accountId = `account-${accounts}`
  await store.putAccount({
    id: accountId,
    label: 'Test',
    networkKind: 'practice',
    baseUrl: null,
    ethereumAddress: `0x${String(accounts).padStart(40, '0')}`,
    keyKind: 'ethereum',
    createdAtMs: START_MS,
    profile: null,
  })
  const clock = movableClock(START_MS)
  const told: number[][] = []
  let keptFromMs = 0
  const readAgain = new Set<string>()
  const make = (since = new Set<string>()) =>
    makeOrderSync(
      accountId,
      exchange,
      store,
      clock,
      (ids) => told.push(ids),
      () => keptFromMs,
      since,
    )
  const keepFrom = (ms: number): void => {
    keptFromMs = ms
  }
  const first = make(readAgain)
  return {
    ...first,
    accountId,
    clock,
    told,
    restart: () => make(),
    comeBack: () => make(readAgain),
    keepFrom,
  }
}
