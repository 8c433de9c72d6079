// Looks for orders that were sent without an answer among the account's orders at the exchange. Only reads.
import type { Order } from '../../src-preload/contract/entities.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { type Poller, startPoller } from '../async/poller.ts'
import type { ExchangeClient } from '../exchange/client.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import { BEFORE_SEND_MS, matchUnknown } from './match-unknown.ts'
import { enteredFrom, isWatched } from './order-machine.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
const ROWS_PER_PAGE = 100
/** Ends a search in a service that repeats its pages. */
const MAX_PAGES = 50
/** An order that was sent this recently is looked for often. */
const RECENT_MS = 120_000
const RECENT_EVERY_MS = 3_000
const LATER_EVERY_MS = 60_000

export interface WatchUnknownOptions {
  readonly client: Pick<ExchangeClient, 'listOrders'>
  readonly journal: Pick<Journal, 'listWatchedOrders' | 'listPlacedOrders' | 'movePlacedOrder'>
  readonly clock: Clock
  readonly log: Log
  readonly skewMs: () => number
  readonly networkKey: string
  readonly senderAddress: string
  /** The exchange cannot be asked now. */
  readonly isPaused: () => boolean
  readonly random: () => number
  /** Resolves once the orders that an interrupted run left behind are in the state in which they are looked for. */
  readonly recovered: Promise<void>
  /** @param isLate - the exchange created it more than two minutes after it was sent */
  readonly onFound: (order: StoredPlacedOrder, isLate: boolean) => void
}

/** Newest first, up to the first order that is older than `fromMs`. Errors: those of every read. */
async function listOrdersSince(
  client: WatchUnknownOptions['client'],
  fromMs: number,
  signal: AbortSignal,
): Promise<Order[]> {
  const found: Order[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { orders: rows, unread } = await client.listOrders(
      { limit: ROWS_PER_PAGE, page },
      { ...turn, signal },
    )
    found.push(...rows)
    if (
      rows.length + (unread?.count ?? 0) < ROWS_PER_PAGE ||
      rows.some(({ createdAtMs }) => createdAtMs < fromMs)
    )
      break
  }
  return found
}

/** Starts at once. Trigger it after an order was left without an answer, and when the exchange is reachable again. */
export function watchUnknownOrders(options: WatchUnknownOptions): Poller {
  const { client, journal, clock, log, networkKey, senderAddress } = options
  /** Until the journal was read, and while the exchange cannot be asked, there may be one. */
  let hasRecent = true

  async function listUnknown(serviceNowMs: number): Promise<StoredPlacedOrder[]> {
    const watched = await journal.listWatchedOrders()
    return watched.filter(
      (order) =>
        order.networkKey === networkKey &&
        order.senderAddress.toLowerCase() === senderAddress.toLowerCase() &&
        isWatched(order, serviceNowMs),
    )
  }

  return startPoller({
    everyMs: () => (hasRecent ? RECENT_EVERY_MS : LATER_EVERY_MS),
    isPaused: options.isPaused,
    random: options.random,
    onError: (error) => {
      if (!isAppError(error, 'cancelled')) log.fault('trading', 'look for an order without an answer', error)
    },
    run: async (signal) => {
      await options.recovered
      const serviceNowMs = clock.now() + options.skewMs()
      const unknown = await listUnknown(serviceNowMs)
      const sentAtMs = unknown.map((order) => order.sentAtMs ?? 0)
      hasRecent = unknown.some(
        (order, at) => order.state === 'unknown' && serviceNowMs < (sentAtMs[at] ?? 0) + RECENT_MS,
      )
      if (unknown.length === 0) return
      const orders = await listOrdersSince(client, Math.min(...sentAtMs) - BEFORE_SEND_MS, signal)
      const placed = await journal.listPlacedOrders(networkKey, senderAddress, 1_000)
      const claimed = placed.flatMap(({ state, orderId }) =>
        state === 'accepted' && orderId !== null ? [orderId] : [],
      )
      for (const match of matchUnknown(unknown, orders, new Set(claimed))) {
        if (match.placed.orderId === match.order.id) continue
        const to = 'probablyPlaced'
        const change = { orderId: match.order.id }
        const moved = await journal.movePlacedOrder(match.placed.id, enteredFrom[to], to, change, clock.now())
        if (moved === null) continue
        log.info('trading', to, { order: moved.id })
        options.onFound(moved, match.isLate)
      }
    },
  })
}
