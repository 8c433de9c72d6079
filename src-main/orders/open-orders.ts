// Follows cached open orders: which are still open, and how the others ended.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import { type AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { ListedOrders } from '../exchange/endpoints/orders/orders.ts'
import type { Store } from '../store/api/store-api.ts'
import { meansUnreachable } from '../session/connection.ts'
import { findListed } from './find-listed.ts'
import { type OrderSource, PAGE_SIZE } from './order-source.ts'

/** Open orders are on the trader's screen. */
const turn = { lane: 'orders', urgency: 'screen' } as const

/** Above this count only the newest open orders are followed. */
const MAX_OPEN_ORDERS = 10_000
/** Closed orders requested one by one per run; the rest wait for the next run. */
const CLOSED_ORDERS_PER_TURN = 20
/** Cooldown after an order that was requested individually is still open; doubles each time. */
const FIRST_COOLDOWN_MS = 30_000
const MAX_COOLDOWN_MS = 3_600_000
/**
 * Open orders older than the retention are not on the pages that are read; the open order lists are read to their ends at
 * this interval.
 */
const LOOK_FOR_OLDER_EVERY_MS = 600_000

export interface OpenOrdersOptions {
  readonly accountId: string
  readonly source: OrderSource
  readonly store: Pick<Store, 'putOrders' | 'listOpenOrders'>
  readonly clock: Clock
  /** Called after each commit with the IDs of new or changed orders. */
  readonly onProgress: (changedIds: number[]) => void
}

export interface OpenOrders {
  /**
   * Runs once. False when work is left: the outcome of some orders that left the lists is still unknown.
   *
   * @param keptFromMs - older orders are kept only while open; 0 to keep all
   */
  follow(signal: AbortSignal, keptFromMs: number): Promise<boolean>
}

/**
 * Fields that only lists contain (stop price, cancel reason) keep their cached values when an order is requested
 * individually.
 */
export function withListFields(fresh: Order, cached: Order): Order {
  return {
    ...fresh,
    stopPrice: fresh.stopPrice ?? cached.stopPrice,
    cancelReason: fresh.cancelReason ?? cached.cancelReason,
  }
}

/** True for a failure that would also affect the next request. */
function endsTurn(error: AppError): boolean {
  if (!isAppError(error, 'rejectedByExchange', 'contractViolation')) return true
  return meansUnreachable(error)
}

export function createOpenOrders(options: OpenOrdersOptions): OpenOrders {
  const { accountId, source, store, clock, onProgress } = options
  /** Individually requested orders and the end of their cooldown. */
  const asked = new Map<number, { readonly times: number; readonly cooldownUntilMs: number }>()
  let lookedForOlderMs: number | null = null

  /** Stores rows that were requested individually. */
  async function putFound({ orders, refused }: ListedOrders, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (orders.length === 0 && refused.length === 0) return
    const { changedIds } = await store.putOrders(accountId, orders, null, refused)
    if (changedIds.length > 0) onProgress(changedIds)
  }

  /**
   * Cached open orders that are missing from all lists of open orders. If an order ends while the lists are paged, the rows
   * behind it move up and one may be skipped; an order that moves from the second list to the first may be in neither. Such
   * orders are still open, so a missing order is only requested individually.
   *
   * @param isToEnd - read the lists to their ends, even if all cached orders were found before
   */
  async function findEnded(
    believed: readonly Order[],
    isToEnd: boolean,
    signal: AbortSignal,
  ): Promise<Order[]> {
    const missing = new Map(believed.map((order) => [order.id, order]))
    for (const state of ['wait', 'pending'] as const) {
      const seen = new Set<number>()
      for (let page = 1; isToEnd || missing.size > 0; page += 1) {
        const list = await source.listOrders({ state, page, limit: PAGE_SIZE }, { ...turn, signal })
        const ids = [...list.orders, ...list.refused].map((row) => row.id)
        // The end, or a list without paging.
        if (ids.every((id) => seen.has(id))) break
        for (const id of ids) {
          seen.add(id)
          missing.delete(id)
        }
        await putFound(list, signal)
      }
    }
    return [...missing.values()]
  }

  /** Reads an order where a listing has it, else by its ID. */
  async function askFor(cached: Order, signal: AbortSignal): Promise<void> {
    const found = await findListed(source, cached, { ...turn, signal })
    if (found.orders.length === 0 && found.refused.length === 0) {
      const { order } = await source.getOrder(cached.id, { ...turn, signal })
      found.orders.push(withListFields(order, cached))
    }
    await putFound(found, signal)
  }

  function mayLookForOlder(): boolean {
    const ageMs = lookedForOlderMs === null ? Infinity : clock.now() - lookedForOlderMs
    return ageMs < 0 || ageMs >= LOOK_FOR_OLDER_EVERY_MS
  }

  function rest(id: number): void {
    const times = (asked.get(id)?.times ?? 0) + 1
    const restMs = Math.min(FIRST_COOLDOWN_MS * 2 ** (times - 1), MAX_COOLDOWN_MS)
    asked.set(id, { times, cooldownUntilMs: clock.now() + restMs })
  }

  return {
    async follow(signal, keptFromMs) {
      const believed = await store.listOpenOrders(accountId, MAX_OPEN_ORDERS)
      const believedIds = new Set(believed.map(({ id }) => id))
      for (const id of asked.keys()) if (!believedIds.has(id)) asked.delete(id)
      const isToEnd = keptFromMs > 0 && mayLookForOlder()
      if (believed.length === 0 && !isToEnd) return true
      const ended = await findEnded(believed, isToEnd, signal)
      if (isToEnd) lookedForOlderMs = clock.now()
      // Skips orders in cooldown, so that each gets its turn.
      const due = ended.filter(({ id }) => (asked.get(id)?.cooldownUntilMs ?? 0) <= clock.now())
      const turns = due.slice(0, CLOSED_ORDERS_PER_TURN)
      let fault: AppError | null = null
      for (const order of turns) {
        rest(order.id)
        try {
          await askFor(order, signal)
        } catch (error) {
          if (!isAppError(error) || endsTurn(error)) throw error
          fault ??= error
        }
      }
      if (fault !== null) throw fault
      return turns.length === ended.length && believed.length < MAX_OPEN_ORDERS
    },
  }
}
