// Owns: bringing the user's orders into the cache: newest first, then history to its end, open orders until they close.
// Must not: judge an order, or leave rows and cursor apart (the store commits both together).
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { OrderSyncState } from '../../src-preload/contract/orders.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import type { OrderSyncRecord, Store } from '../store/store-api.ts'
import { createOpenOrders } from './open-orders.ts'
import { type OrderSyncOptions, PAGE_SIZE } from './order-source.ts'

/** The newest page is what the user looks at; what lies behind it can wait for that. */
const newestTurn = { lane: 'orders', urgency: 'screen' } as const
const historyTurn = { lane: 'orders', urgency: 'background' } as const

/** Pages in a row that bring no older order before the list is taken for one that does not page. */
const MOST_REPEATED_PAGES = 3

/**
 * The state of the sync as the page may see it.
 * @param fault - what the last turn failed with; null where it did not
 */
export async function readSyncState(
  store: Pick<Store, 'getOrderSync' | 'countOrders' | 'getRefusedOrders'>,
  accountId: string,
  fault: ErrorReport | null,
): Promise<OrderSyncState> {
  const [record, cached, refused] = await Promise.all([
    store.getOrderSync(accountId),
    store.countOrders(accountId),
    store.getRefusedOrders(accountId),
  ])
  const isRead = record.knownThroughId !== null && record.pass === null
  return {
    cached,
    isComplete: isRead && refused === null,
    asOfMs: record.asOfMs,
    refusedRows: refused?.count ?? 0,
    lastError: fault ?? (refused && refusedRowsReport(refused.count, refused.newest.field)),
  }
}

function refusedRowsReport(count: number, field: string): ErrorReport {
  const data = { endpoint: 'orders.list', field, reason: 'rowsRefused', count }
  return { code: 'contractViolation', data, ref: null }
}

/**
 * What is known after a page was read in a pass from the newest order down to known ground. Pure.
 *
 * Order ids rise with time, lists are newest first, and new orders only push old ones to later pages, so a pass that goes
 * on from its page after a break misses nothing as long as the newest page still touches what the pass has read.
 *
 * @param page - number of the page read, from 1
 * @param ids - of its rows, those that could not be read among them
 */
export function advance(
  before: OrderSyncRecord,
  page: number,
  ids: readonly number[],
  asOfMs: number,
): OrderSyncRecord {
  const { knownThroughId, pass } = before
  const newest = Math.max(...ids, 0)
  const oldest = Math.min(...ids, Number.MAX_SAFE_INTEGER)
  const topId = page === 1 ? newest : (pass?.topId ?? newest)
  const isEnd = ids.length === 0
  const meetsKnownGround = knownThroughId !== null && oldest <= knownThroughId
  if (isEnd || meetsKnownGround) {
    return { knownThroughId: Math.max(topId, knownThroughId ?? 0), pass: null, asOfMs }
  }
  if (page > 1) return { knownThroughId, pass: { nextPage: page + 1, topId }, asOfMs }
  // The newest page touches an interrupted pass: that one goes on. Otherwise a new pass starts below this page.
  const goesOn = pass !== null && oldest <= pass.topId
  return { knownThroughId, pass: { nextPage: goesOn ? pass.nextPage : 2, topId }, asOfMs }
}

export interface OrderSync {
  /** One turn: what is new, what is missing, what has ended. Safe to cut off anywhere. */
  run(signal: AbortSignal): Promise<void>
}

export function createOrderSync(options: OrderSyncOptions): OrderSync {
  const { accountId, source, store, clock, onProgress } = options
  const openOrders = createOpenOrders(options)
  /** A newer version of this app may understand what an older one refused: once per start the history is read again. */
  let mayReadAgain = true

  async function readBefore(page: number): Promise<OrderSyncRecord> {
    const record = await store.getOrderSync(accountId)
    if (page > 1 || !mayReadAgain) return record
    mayReadAgain = false
    return (await store.getRefusedOrders(accountId)) === null ? record : { ...record, knownThroughId: null }
  }

  async function readPage(page: number, signal: AbortSignal) {
    const turn = page === 1 ? newestTurn : historyTurn
    const { orders, refused } = await source.listOrders({ page, limit: PAGE_SIZE }, { ...turn, signal })
    const ids = [...orders, ...refused].map((row) => row.id)
    const record = advance(await readBefore(page), page, ids, clock.now())
    // The cache may be cleared when this has ended: nothing of it lands then.
    signal.throwIfAborted()
    const { changedIds } = await store.putOrders(accountId, orders, record, refused)
    await onProgress(changedIds)
    return { record, oldestId: Math.min(...ids, Number.MAX_SAFE_INTEGER) }
  }

  async function readHistory(signal: AbortSignal): Promise<void> {
    let { record, oldestId } = await readPage(1, signal)
    let repeated = 0
    while (record.pass !== null) {
      const next = await readPage(record.pass.nextPage, signal)
      // New orders push a page's rows to the next one, but not page after page.
      repeated = next.record.pass !== null && next.oldestId >= oldestId ? repeated + 1 : 0
      if (repeated >= MOST_REPEATED_PAGES) {
        throw new AppError('contractViolation', {
          endpoint: 'orders.list',
          field: 'page',
          reason: 'pages repeat',
        })
      }
      record = next.record
      oldestId = Math.min(oldestId, next.oldestId)
    }
  }

  return {
    async run(signal) {
      await readHistory(signal)
      await openOrders.follow(signal)
    },
  }
}
