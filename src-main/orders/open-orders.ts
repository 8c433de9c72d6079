// Owns: orders that the cache believes open: which still are, and what became of the others.
// Must not: move the cursor of the history, or ask for the same order again and again.
import type { Order } from '../../src-preload/contract/entities.ts'
import { type AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { OrderList } from '../exchange/endpoints/orders.ts'
import type { Store } from '../store/store-api.ts'
import { meansUnreachable } from '../session/connection.ts'
import { type OrderSource, PAGE_SIZE } from './order-source.ts'

/** Open orders are what a trader looks at. */
const turn = { lane: 'orders', urgency: 'screen' } as const

/** More open orders than this are followed from the newest down. */
const MOST_OPEN_ORDERS = 10_000
/** Orders that have closed, asked for one by one in a turn; the rest waits for the next. */
const CLOSED_ORDERS_PER_TURN = 20
/** How long an order that was asked for alone and is still open rests; doubles each time. */
const FIRST_REST_MS = 30_000
const LONGEST_REST_MS = 3_600_000
/** Open orders that are older than what is kept are on no page that is read; so often the lists of open orders are read to their ends. */
const LOOK_FOR_OLDER_EVERY_MS = 600_000

export interface OpenOrdersOptions {
  readonly accountId: string
  readonly source: OrderSource
  readonly store: Pick<Store, 'putOrders' | 'listOpenOrders'>
  readonly clock: Clock
  /** Called after each commit with the ids that are new or different. */
  readonly onProgress: (changedIds: number[]) => void
}

export interface OpenOrders {
  /**
   * One turn. False where something is left for another: of some orders that have left the lists nobody knows yet what
   * became of them.
   *
   * @param keptFromMs - orders that were created before are kept only while they are open; 0 where all are kept
   */
  follow(signal: AbortSignal, keptFromMs: number): Promise<boolean>
}

/** What only lists carry (stop price, cancel reason) stays as it was cached when an order is asked for alone. */
export function withListFields(fresh: Order, cached: Order): Order {
  return {
    ...fresh,
    stopPrice: fresh.stopPrice ?? cached.stopPrice,
    cancelReason: fresh.cancelReason ?? cached.cancelReason,
  }
}

/** A failure that asking for the next order would meet as well. */
function endsTurn(error: AppError): boolean {
  if (!isAppError(error, 'rejectedByExchange', 'contractViolation')) return true
  return meansUnreachable(error)
}

export function createOpenOrders(options: OpenOrdersOptions): OpenOrders {
  const { accountId, source, store, clock, onProgress } = options
  /** Orders that were asked for alone, and when they may be again. */
  const asked = new Map<number, { readonly times: number; readonly restsUntilMs: number }>()
  let lookedForOlderMs: number | null = null

  /** Stores rows that were asked for by name. */
  async function putFound({ orders, refused }: OrderList, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (orders.length === 0 && refused.length === 0) return
    const { changedIds } = await store.putOrders(accountId, orders, null, refused)
    if (changedIds.length > 0) onProgress(changedIds)
  }

  /**
   * The believed orders that none of the lists of open orders has any more. An order that ends while they are paged
   * moves the rows behind it up, so that one may be skipped; one that leaves the second list for the first is in
   * neither. Both are open still: being missing is only a reason to ask for an order alone.
   *
   * @param isToEnd - the lists are read to their ends, though all believed orders may be found before
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
        // The end, or a list that does not page.
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

  /**
   * Asks what became of an order by a window around its creation, because only lists carry the cancel reason (interface:
   * Order), and by its id where the service filters by another time (facts, A2).
   */
  async function askFor(cached: Order, signal: AbortSignal): Promise<void> {
    const { id, market, createdAtMs } = cached
    const window = { startMs: createdAtMs - 1_000, endMs: createdAtMs + 1_000 }
    const near = await source.listOrders({ market, ...window, limit: PAGE_SIZE }, { ...turn, signal })
    const found = {
      orders: near.orders.filter((order) => order.id === id),
      refused: near.refused.filter((row) => row.id === id),
    }
    if (found.orders.length === 0 && found.refused.length === 0) {
      const { order } = await source.getOrder(id, { ...turn, signal })
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
    const restMs = Math.min(FIRST_REST_MS * 2 ** (times - 1), LONGEST_REST_MS)
    asked.set(id, { times, restsUntilMs: clock.now() + restMs })
  }

  return {
    async follow(signal, keptFromMs) {
      const believed = await store.listOpenOrders(accountId, MOST_OPEN_ORDERS)
      const believedIds = new Set(believed.map(({ id }) => id))
      for (const id of asked.keys()) if (!believedIds.has(id)) asked.delete(id)
      const isToEnd = keptFromMs > 0 && mayLookForOlder()
      if (believed.length === 0 && !isToEnd) return true
      const ended = await findEnded(believed, isToEnd, signal)
      if (isToEnd) lookedForOlderMs = clock.now()
      // Those that rest make room for others, so that each gets its turn.
      const due = ended.filter(({ id }) => (asked.get(id)?.restsUntilMs ?? 0) <= clock.now())
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
      return turns.length === ended.length && believed.length < MOST_OPEN_ORDERS
    },
  }
}
