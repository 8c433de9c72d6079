// Cancels all open orders of one account until the exchange lists none, whatever answers in between. Moves no money: every call
// may be repeated.
import { setTimeout as wait } from 'node:timers/promises'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { pauseAfterFailure } from '../../async/back-off.ts'
import type { ExchangeClient } from '../../exchange/client.ts'
import type { OrdersQuery } from '../../exchange/endpoints/orders/orders.ts'
import { meansUnreachable } from '../../session/connection.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
/** In the order that an order goes through them: one that moves on between two lists is in the second. */
export const openStates = ['pending', 'wait'] as const
/** The exchange's maximum (facts, B7); a market with more is asked again with the next listing. */
const ORDERS_PER_CANCEL = 100
const ROWS_PER_PAGE = 1_000
/** Ends a listing in a service that repeats its pages. */
const MAX_PAGES = 20
/** The exchange cancels after a moment: pause between two listings. Doubles while nothing changes. */
const LIST_EVERY_MS = 500
/** Short: cancels go out with each attempt, and may pass where the listing does not. */
const MAX_PAUSE_MS = 5_000
/** Attempts without a change after which orders are canceled one by one as well: those answers say why. */
const STUCK_AFTER = 3
const SINGLE_CANCELS = 10

export interface OpenOrder {
  readonly id: number
  /** Null where the listing's row could not be read. */
  readonly market: string | null
}

export interface OpenListing {
  readonly orders: readonly OpenOrder[]
  /** Rows that could not be read, not even their id. */
  readonly unnamed: number
}

export interface CancelPassesOptions {
  readonly client: Pick<ExchangeClient, 'listOrders' | 'cancelOrder' | 'cancelOrders'>
  readonly signal: AbortSignal
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Called after each listing. */
  readonly onListed: (listing: OpenListing) => void
  /** Called for each failed call. */
  readonly onFailure: (error: unknown) => void
  /** The exchange cannot be asked: resolves when it may be worth another attempt. Errors: the reason of `signal`. */
  readonly untilReachable: (signal: AbortSignal) => Promise<void>
}

/** All open orders of the account, or of a market and side, as REST lists them. Errors: those of every read. */
export async function listAllOpen(
  client: Pick<ExchangeClient, 'listOrders'>,
  signal: AbortSignal,
  filter: Pick<OrdersQuery, 'market' | 'side'> = {},
): Promise<OpenListing> {
  const found = new Map<number, OpenOrder>()
  let unnamed = 0
  for (const state of openStates) {
    // By state: the first page of one may have nothing but orders that moved on from the other.
    const inState = new Set<number>()
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { orders, refused, unread } = await client.listOrders(
        { ...filter, state, limit: ROWS_PER_PAGE, page },
        { ...turn, signal },
      )
      const before = inState.size
      for (const { id } of [...refused, ...orders]) inState.add(id)
      for (const { id } of refused) found.set(id, { id, market: null })
      for (const { id, market } of orders) found.set(id, { id, market })
      if (page === 1) unnamed += (unread?.count ?? 0) - refused.length
      // The service may serve fewer rows than asked for (facts, A3): only a page without a new order is the end.
      if (inState.size === before) break
    }
  }
  return { orders: [...found.values()], unnamed }
}

/** True where only a connection or a sign-in helps. */
const isCutOff = (error: unknown): boolean =>
  isAppError(error) &&
  (meansUnreachable(error) ||
    isAppError(error, 'unauthenticated', 'vaultLocked', 'keychainLocked', 'offline', 'keychainUnavailable'))

/**
 * Cancels until two listings in a row show no open order. Cancels go out before each listing, and wait for nothing.
 * @param expected - orders that are probably open: their markets are canceled before the first listing
 * Errors: the reason of `signal`, and no other.
 */
export async function cancelUntilNoneOpen(
  { client, signal, random, onListed, onFailure, untilReachable }: CancelPassesOptions,
  expected: readonly OpenOrder[],
): Promise<void> {
  let open: readonly OpenOrder[] = expected
  let emptyListings = 0
  let unchanged = 0

  /** Runs one call; its error, null if it succeeded. */
  async function attempt(work: Promise<unknown>): Promise<unknown> {
    try {
      await work
      return null
    } catch (error) {
      signal.throwIfAborted()
      onFailure(error)
      return error
    }
  }

  async function cancelOpen(): Promise<void> {
    const markets = [...new Set(open.flatMap(({ market }) => market ?? []))]
    await Promise.all(
      markets.map((market) =>
        attempt(client.cancelOrders({ market, limit: ORDERS_PER_CANCEL }, { ...turn, signal })),
      ),
    )
    const single = unchanged < STUCK_AFTER ? open.filter(({ market }) => market === null) : open
    await Promise.all(
      single.slice(0, SINGLE_CANCELS).map(({ id }) => attempt(client.cancelOrder(id, { ...turn, signal }))),
    )
  }

  while (emptyListings < 2) {
    await cancelOpen()
    const listing = listAllOpen(client, signal).then((listed) => {
      const known = new Set(open.map(({ id }) => id))
      const isEmpty = listed.orders.length === 0 && listed.unnamed === 0
      const isSame = listed.orders.length === known.size && listed.orders.every(({ id }) => known.has(id))
      unchanged = isSame && !isEmpty ? unchanged + 1 : 0
      emptyListings = isEmpty ? emptyListings + 1 : 0
      open = listed.orders
      onListed(listed)
    })
    const failure = await attempt(listing)
    signal.throwIfAborted()
    if (failure !== null) {
      emptyListings = 0
      unchanged += 1
    }
    if (emptyListings === 2) return
    if (isCutOff(failure)) await untilReachable(signal)
    else {
      const pauseMs =
        unchanged === 0 ? LIST_EVERY_MS : pauseAfterFailure(LIST_EVERY_MS, unchanged, failure, random)
      await wait(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { signal })
    }
  }
}

/**
 * Cancels one order until the exchange says that it has ended; null where it does not say so after this many tries.
 * Errors: the reason of `signal`, and no other.
 */
export async function cancelUntilEnded(
  {
    client,
    signal,
    random,
    onFailure,
    untilReachable,
  }: Omit<CancelPassesOptions, 'onListed' | 'client'> & {
    readonly client: Pick<ExchangeClient, 'getOrder' | 'cancelOrder'>
  },
  orderId: number,
  tries = Infinity,
): Promise<Order | null> {
  for (let failures = 0; failures < tries; failures += 1) {
    let failure: unknown = null
    try {
      // A refusal may mean that it has ended: reading it tells.
      await client.cancelOrder(orderId, { ...turn, signal }).catch((error: unknown) => {
        if (!isAppError(error, 'rejectedByExchange')) throw error
        onFailure(error)
      })
      const { order } = await client.getOrder(orderId, { ...turn, signal })
      if (order.state === 'cancel' || order.state === 'done') return order
    } catch (error) {
      signal.throwIfAborted()
      onFailure(error)
      failure = error
    }
    if (isCutOff(failure)) await untilReachable(signal)
    else {
      const pauseMs = pauseAfterFailure(LIST_EVERY_MS / 2, Math.min(failures, 5), failure, random)
      await wait(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { signal })
    }
  }
  return null
}
