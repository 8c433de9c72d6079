// Looks for orders that were sent without an answer among the account's orders at the exchange. Only reads.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import { type Poller, startPoller } from '../async/poller.ts'
import type { ExchangeClient } from '../exchange/client.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import { BEFORE_SEND_MS, findFurther, LATE_AFTER_MS, type Match, matchUnknown } from './match-unknown.ts'
import { enteredFrom, isLeftBehind, isWatched, WATCHED_MS } from './order-machine.ts'
import type { Tools } from '../tools.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
const ROWS_PER_PAGE = 100
/** Ends a search in a service that makes up rows without end. */
const MAX_PAGES = 50
/** An order that was sent this recently is looked for often. */
const RECENT_MS = 120_000
const RECENT_EVERY_MS = 3_000
const LATER_EVERY_MS = 60_000
/** Orders that the exchange refused are hardly ever there. */
const REFUSED_EVERY_MS = 600_000

export interface WatchUnknownOptions extends Pick<Tools, 'clock' | 'log' | 'random'> {
  readonly client: Pick<ExchangeClient, 'listOrders'>
  readonly journal: Pick<Journal, 'listWatchedOrders' | 'listSentOrders' | 'movePlacedOrder'>
  readonly skewMs: () => number
  readonly networkKey: string
  readonly senderAddress: string
  /** The exchange cannot be asked now. */
  readonly isPaused: () => boolean
  /** Moves orders on that were left in the middle, by a crash or by a disk that was full, and are not under way. */
  readonly settleLeft: () => Promise<void>
  /** @param isLate - it was found, or created, more than two minutes after it was sent, or the exchange had refused it */
  readonly onFound: (order: StoredPlacedOrder, isLate: boolean) => void
  /** Another order fits one that was probably placed. Called at each reading, as long as it does. */
  readonly onFurther: (order: StoredPlacedOrder, orderId: number) => void
}

/**
 * Each order once, newest first, up to the first that is older than `fromMs`. Rows that come or go between two pages may be
 * left out: the next reading has them. Errors: those of every read.
 */
async function listOrdersSince(
  client: WatchUnknownOptions['client'],
  fromMs: number,
  signal: AbortSignal,
): Promise<Order[]> {
  const found = new Map<number, Order>()
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { orders: rows, unread } = await client.listOrders(
      { limit: ROWS_PER_PAGE, page },
      { ...turn, signal },
    )
    const isNew = rows.some(({ id }) => !found.has(id)) || unread !== null
    for (const row of rows) found.set(row.id, row)
    // A page may lack a row, so a short one is not the last.
    if (!isNew || rows.some(({ createdAtMs }) => createdAtMs < fromMs)) break
  }
  return [...found.values()]
}

/** Starts at once. Trigger it after an order was left without an answer, and when the exchange is reachable again. */
export function watchUnknownOrders(options: WatchUnknownOptions): Poller {
  const { client, journal, clock, log, networkKey, senderAddress } = options
  /** Until the journal was read, and while the exchange cannot be asked, there may be one to be found soon. */
  let everyMs = RECENT_EVERY_MS
  /** Orders whose day has passed, and that a whole reading did not have. */
  const lookedFor = new Set<string>()

  /** Those to be found, and those to be told apart from them; what has an order keeps it. */
  async function listSought(serviceNowMs: number) {
    const nowMs = clock.now()
    const sinceMs = Math.min(nowMs, serviceNowMs) - WATCHED_MS
    const [open, sent] = await Promise.all([
      journal.listWatchedOrders(),
      journal.listSentOrders(networkKey, senderAddress, sinceMs),
    ])
    const own = open.filter(
      (order) =>
        order.networkKey === networkKey && order.senderAddress.toLowerCase() === senderAddress.toLowerCase(),
    )
    const all = new Map([...own, ...sent].map((order) => [order.id, order]))
    return {
      sought: [...all.values()].filter(
        (order) =>
          isWatched(order, nowMs, serviceNowMs) || (isLeftBehind(order, nowMs) && !lookedFor.has(order.id)),
      ),
      sending: own.filter(({ state }) => state === 'sending'),
      claimed: new Set([...all.values()].flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))),
    }
  }

  function pauseFor(sought: readonly StoredPlacedOrder[], serviceNowMs: number): number {
    if (sought.some(({ sentAtMs }) => serviceNowMs < (sentAtMs ?? 0) + RECENT_MS)) return RECENT_EVERY_MS
    return sought.every(({ state }) => state === 'refused') && sought.length > 0
      ? REFUSED_EVERY_MS
      : LATER_EVERY_MS
  }

  async function take({ placed, order, isLate }: Match, serviceNowMs: number): Promise<void> {
    const to = 'probablyPlaced'
    let moved: StoredPlacedOrder | null
    try {
      moved = await journal.movePlacedOrder(
        placed.id,
        enteredFrom[to],
        to,
        { orderId: order.id },
        clock.now(),
      )
    } catch (error) {
      // Another ticket got it meanwhile, by its own answer.
      if (!isAppError(error, 'validation')) throw error
      return
    }
    if (moved === null) return
    const isTold = isLate || serviceNowMs > (placed.sentAtMs ?? 0) + LATE_AFTER_MS
    log.info('trading', isTold ? 'placed late' : to, { order: moved.id })
    options.onFound(moved, isTold)
  }

  return startPoller({
    everyMs: () => everyMs,
    isPaused: options.isPaused,
    random: options.random,
    onError: (error) => {
      if (!isAppError(error, 'cancelled')) log.fault('trading', 'look for an order without an answer', error)
    },
    run: async (signal) => {
      await options.settleLeft()
      const serviceNowMs = clock.now() + options.skewMs()
      const { sought } = await listSought(serviceNowMs)
      everyMs = pauseFor(sought, serviceNowMs)
      if (sought.length === 0) return
      const fromMs = Math.min(...sought.map(({ sentAtMs }) => sentAtMs ?? 0)) - BEFORE_SEND_MS
      const orders = await listOrdersSince(client, fromMs, signal)
      // Read again: what was placed meanwhile may be in the listing, and has its own answer.
      const { sought: still, sending, claimed } = await listSought(serviceNowMs)
      const searched = still.filter(({ state }) => state !== 'probablyPlaced')
      const matches = matchUnknown([...searched, ...sending], orders, claimed)
      const nowMs = clock.now()
      const isInItsDay = (placed: StoredPlacedOrder): boolean => isWatched(placed, nowMs, serviceNowMs)
      // One that is left behind is not given what was placed elsewhere in the days since.
      const own = matches.filter(
        ({ placed, order }) => isInItsDay(placed) || order.createdAtMs <= (placed.sentAtMs ?? 0) + WATCHED_MS,
      )
      for (const match of own) await take(match, serviceNowMs)
      const taken = new Set([...claimed, ...own.map(({ order }) => order.id)])
      for (const { placed, order } of findFurther([...still, ...sending], orders, taken))
        options.onFurther(placed, order.id)
      for (const placed of still) if (!isInItsDay(placed)) lookedFor.add(placed.id)
    },
  })
}
