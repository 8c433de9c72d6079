// Keeps visible orders fresh: the newest orders down to the known range, and open orders until they close.
// sync/order-history.ts reads the history.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { OrderSyncState } from '../../src-preload/contract/orders/orders.ts'
import { openOrderStates } from '../../src-preload/domain/markets/markets.ts'
import { anyOrder } from '../store/api/order-filter.ts'
import type { Store } from '../store/api/store-api.ts'
import { createOpenOrders, type OpenOrdersOptions } from './open-orders.ts'
import { PAGE_SIZE } from './order-source.ts'
import type { OrderLedger } from './sync/order-ledger.ts'
import type { OrderReader } from './sync/order-reader.ts'
import { isWhole } from './sync/order-ranges.ts'

/** The newest page is on the user's screen. */
const newestTurn = { lane: 'orders', urgency: 'screen' } as const
/** Maximum pages per run between the newest page and the known range; a longer gap is left to the history. */
const MAX_PAGES_BELOW = 5
/**
 * Rows of the newest page once the one before it joined what is known: few orders are new between two runs, and open ones are
 * followed by themselves. So many are read without the thread of large answers.
 */
const QUICK_ROWS = 25
/** A whole page is read this often, for rows that changed after their end. */
const WHOLE_PAGE_EVERY_MS = 600_000

/**
 * The sync state for the page. Complete means complete as of `asOfMs`: newer orders are unknown until the newest page is read
 * again.
 * @param fault - the error of the last run; null if it succeeded
 */
export async function readSyncState(
  store: Pick<Store, 'getOrderSync' | 'countOrders' | 'countListed' | 'getRefusedOrders'>,
  accountId: string,
  fault: ErrorReport | null,
): Promise<OrderSyncState> {
  const [record, cached, open, refused] = await Promise.all([
    store.getOrderSync(accountId),
    store.countOrders(accountId),
    store.countListed(accountId, { ...anyOrder, states: [...openOrderStates] }),
    store.getRefusedOrders(accountId),
  ])
  return {
    cached,
    open,
    isComplete: isWhole(record, record.keptFromMs) && refused === null,
    asOfMs: record.asOfMs,
    refusedRows: refused?.count ?? 0,
    lastError: fault ?? (refused && refusedRowsReport(refused.count, refused.newest.field)),
  }
}

function refusedRowsReport(count: number, field: string): ErrorReport {
  const data = { endpoint: 'orders.list', field, reason: 'rowsRefused', count }
  return { code: 'contractViolation', data, ref: null }
}

export interface OrderSyncOptions extends OpenOrdersOptions {
  readonly ledger: OrderLedger
  readonly reader: OrderReader
}

export interface OrderSync {
  /**
   * Runs once: reads new and ended orders. Can be aborted at any point. True when no work is left for a later run: everything
   * listed at the start is cached, except unread history.
   */
  run(signal: AbortSignal): Promise<boolean>
}

export function createOrderSync(options: OrderSyncOptions): OrderSync {
  const { source, ledger, reader } = options
  const openOrders = createOpenOrders(options)
  /** When the newest page was last read as a whole; null if it is to be. */
  let wholeAtMs: number | null = null

  function chooseLimit(): number {
    const ageMs = wholeAtMs === null ? Infinity : options.clock.now() - wholeAtMs
    return ageMs >= 0 && ageMs < WHOLE_PAGE_EVERY_MS ? QUICK_ROWS : PAGE_SIZE
  }

  /** True when the newest page connects to the known range. */
  async function readNewest(signal: AbortSignal): Promise<boolean> {
    const limit = chooseLimit()
    const list = await source.listOrders({ page: 1, limit }, { ...newestTurn, signal })
    ledger.noteNewest()
    if (list.orders.length + list.refused.length === 0) {
      // No orders at all, or none any more: the cache stays unchanged.
      const { stretches } = await ledger.read()
      const isFirst = stretches.length === 0
      const { stored } = isFirst
        ? await ledger.putEnd(0, true, signal)
        : await ledger.putPage(list, 1, signal)
      await stored
      return isFirst || stretches.every(({ rows }) => rows === 0)
    }
    const { after, stored } = await ledger.putPage(list, 1, signal)
    await stored
    // A gap below the newest page; an incompletely read history has none.
    const isJoined = after.stretches.length <= 1 || (await readDown(signal))
    if (!isJoined) wholeAtMs = null
    else if (limit === PAGE_SIZE) wholeAtMs = options.clock.now()
    return isJoined
  }

  /** True when it reached the known range. */
  async function readDown(signal: AbortSignal): Promise<boolean> {
    for (let pages = 0; pages < MAX_PAGES_BELOW; pages += 1) {
      if ((await reader.step({ ...newestTurn, signal }, false)) !== 'more') break
      if ((await ledger.read()).stretches.length <= 1) break
    }
    return (await ledger.read()).stretches.length <= 1
  }

  return {
    async run(signal) {
      const isJoined = await readNewest(signal)
      const { keptFromMs } = await ledger.read()
      const isFollowed = await openOrders.follow(signal, keptFromMs)
      return isJoined && isFollowed
    },
  }
}
