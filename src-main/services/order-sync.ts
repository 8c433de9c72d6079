// Owns: bringing the user's orders into the cache: newest first, then history to its end, open orders until they close.
// Must not: judge an order, or leave rows and cursor apart (the store commits both together).
import type { Order } from '../../src-preload/contract/entities.ts'
import type { OrderSyncState } from '../../src-preload/contract/orders.ts'
import type { Clock } from '../clock.ts'
import type { OrdersQuery } from '../exchange/endpoints/orders.ts'
import type { OrderSyncRecord, Store } from '../store/store-api.ts'

/** Rows per request. The service's maximum is not documented (facts A3); a page shorter than asked for ends the list. */
const PAGE_SIZE = 200
/** Orders that have closed, asked for one by one in a turn; the rest waits for the next. */
const CLOSED_ORDERS_PER_TURN = 20

export interface OrderSyncOptions {
  readonly accountId: string
  readonly source: {
    listOrders(query: OrdersQuery, options: { signal: AbortSignal }): Promise<Order[]>
  }
  readonly store: Pick<Store, 'putOrders' | 'getOrderSync' | 'listOpenOrders' | 'countOrders'>
  readonly clock: Clock
  /** Called after each commit with the ids that are new or different. */
  readonly onProgress: (changedIds: number[], sync: OrderSyncState) => void
}

/** The state of the sync as the page may see it. */
export async function readSyncState(
  store: Pick<Store, 'getOrderSync' | 'countOrders'>,
  accountId: string,
): Promise<OrderSyncState> {
  const [record, cached] = await Promise.all([store.getOrderSync(accountId), store.countOrders(accountId)])
  return { cached, isComplete: record.knownThroughId !== null && record.pass === null, asOfMs: record.asOfMs }
}

/**
 * What is known after a page was read in a pass from the newest order down to known ground. Pure.
 *
 * Order ids rise with time, lists are newest first, and new orders only push old ones to later pages, so a pass that goes
 * on from its page after a break misses nothing as long as the newest page still touches what the pass has read.
 *
 * @param page - number of the page read, from 1
 * @param orders - its rows, newest first
 */
export function advance(
  before: OrderSyncRecord,
  page: number,
  orders: readonly Order[],
  asOfMs: number,
): OrderSyncRecord {
  const { knownThroughId, pass } = before
  const ids = orders.map((order) => order.id)
  const newest = Math.max(...ids, 0)
  const oldest = Math.min(...ids, Number.MAX_SAFE_INTEGER)
  const topId = page === 1 ? newest : (pass?.topId ?? newest)
  const isEnd = orders.length < PAGE_SIZE
  const meetsKnownGround = knownThroughId !== null && oldest <= knownThroughId
  if (isEnd || meetsKnownGround) {
    return { knownThroughId: Math.max(topId, knownThroughId ?? 0), pass: null, asOfMs }
  }
  if (page > 1) return { knownThroughId, pass: { nextPage: page + 1, topId }, asOfMs }
  // The newest page touches an interrupted pass: that one goes on. Otherwise a new pass starts below this page.
  const goesOn = pass !== null && oldest <= pass.topId
  return { knownThroughId, pass: { nextPage: goesOn ? pass.nextPage : 2, topId }, asOfMs }
}

async function readPage(
  options: OrderSyncOptions,
  page: number,
  signal: AbortSignal,
): Promise<OrderSyncRecord> {
  const { accountId, source, store, clock } = options
  const orders = await source.listOrders({ page, limit: PAGE_SIZE }, { signal })
  const record = advance(await store.getOrderSync(accountId), page, orders, clock.now())
  const { changedIds } = await store.putOrders(accountId, orders, record)
  options.onProgress(changedIds, await readSyncState(store, accountId))
  return record
}

/** Stores rows that were asked for by name, without moving the cursor. */
async function putFound(options: OrderSyncOptions, orders: Order[]): Promise<void> {
  if (orders.length === 0) return
  const { changedIds } = await options.store.putOrders(options.accountId, orders, null)
  if (changedIds.length > 0) {
    options.onProgress(changedIds, await readSyncState(options.store, options.accountId))
  }
}

/**
 * Sees to orders that the cache believes open. One list per open state tells which still are; those that are in neither
 * have ended, and are asked for by a window around their creation, because only lists carry the cancel reason
 * (interface: Order).
 */
async function followOpenOrders(options: OrderSyncOptions, signal: AbortSignal): Promise<void> {
  const { accountId, source, store } = options
  const believed = await store.listOpenOrders(accountId, 1_000)
  if (believed.length === 0) return
  const open = new Set<number>()
  for (const state of ['wait', 'pending'] as const) {
    const orders = await source.listOrders({ state, limit: PAGE_SIZE }, { signal })
    for (const order of orders) open.add(order.id)
    await putFound(options, orders)
  }
  const ended = believed.filter((order) => !open.has(order.id)).slice(0, CLOSED_ORDERS_PER_TURN)
  for (const { id, market, createdAtMs } of ended) {
    const window = { startMs: createdAtMs - 1_000, endMs: createdAtMs + 1_000 }
    const near = await source.listOrders({ market, ...window, limit: PAGE_SIZE }, { signal })
    await putFound(
      options,
      near.filter((order) => order.id === id),
    )
  }
}

/** One turn: what is new, what is missing, what has ended. Safe to cut off anywhere. */
export async function syncOrders(options: OrderSyncOptions, signal: AbortSignal): Promise<void> {
  let record = await readPage(options, 1, signal)
  while (record.pass !== null) record = await readPage(options, record.pass.nextPage, signal)
  await followOpenOrders(options, signal)
}
