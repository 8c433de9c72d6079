// Cancels orders that the page asks for. A cancel needs no signature and only queues: what became of an order is read.
// A page that cancels more than a person would is asked about in the secure window, and each of its cancels is told.
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { Confirmations } from '../../accounts/questions/confirmations.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { pauseAfterFailure } from '../../async/back-off.ts'
import type { Tools } from '../../tools.ts'
import { listAllOpen } from './cancel-passes.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
/** Single cancels of the page within a minute that nobody is asked about. */
const MAX_UNASKED = 10
const MINUTE_MS = 60_000
/** The exchange cancels after a moment: pause between two listings. */
const LIST_EVERY_MS = 500
/** Cancels go out with each attempt, and may pass where the listing does not. */
const MAX_PAUSE_MS = 5_000
/** Canceling and listing again and again ends after this. */
const MAX_MS = 60_000
/** Rounds in which nothing got through: there is no connection, or no sign-in. */
const MAX_VAIN = 3
/** After so many rounds orders that are left are canceled one by one as well. */
const STUCK_AFTER = 3
const SINGLE_CANCELS = 10
/** Orders that the error names. */
const MAX_NAMED = 10

export interface CancelOrdersOptions extends Pick<Tools, 'log' | 'random'> {
  readonly current: Pick<CurrentAccount, 'require'>
  readonly confirmations: Pick<Confirmations, 'confirmChange'>
  readonly monotonicMs: () => number
  /** Orders that the cache has as open. Errors: those of the store. */
  readonly listCachedOpen: (accountId: string) => Promise<readonly Pick<Order, 'id' | 'market' | 'side'>[]>
  /** Called before the page's cancels go out. `orderId`: null for many; `side`: null for both. */
  readonly onAsked: (asked: {
    readonly accountId: string
    readonly orderId: number | null
    readonly market: string | null
    readonly side: OrderSide | null
  }) => void
  /** Called when orders were queued for cancellation: reads how they are. */
  readonly onCanceled: () => void
}

type Which = ChannelInput<'trading:cancelMarket'>

export function createCancelOrders({
  current,
  confirmations,
  monotonicMs,
  log,
  random,
  listCachedOpen,
  onAsked,
  onCanceled,
}: CancelOrdersOptions) {
  /** When the page canceled single orders, newest last. */
  let unasked: number[] = []

  async function askAboutMany(session: AccountSession): Promise<void> {
    unasked = unasked.filter((atMs) => monotonicMs() - atMs < MINUTE_MS)
    if (unasked.length >= MAX_UNASKED) {
      const { label, networkKind: network } = session.account
      await confirmations.confirmChange({ what: 'cancelMany', label, network, count: MAX_UNASKED })
      unasked = []
    }
    unasked.push(monotonicMs())
  }

  /** Of the market and side, as the cache has them; only helps where the exchange does not list them. */
  async function listKnown(session: AccountSession, { market, side }: Which): Promise<readonly number[]> {
    try {
      const open = await listCachedOpen(session.account.id)
      return open
        .filter((order) => order.market === market && (side === null || order.side === side))
        .map(({ id }) => id)
    } catch (error) {
      log.fault('trading', 'list the orders that are open', error)
      return []
    }
  }

  /**
   * Cancels before each listing, and goes on where one of the calls fails, until two listings in a row show none.
   * Errors: `ordersLeft` after about a minute; that of the last call where none got through.
   */
  async function cancelUntilNone(session: AccountSession, asked: Which): Promise<void> {
    const { client, signal } = session
    const { market, side } = asked
    const which = { market, ...(side === null ? {} : { side }) }
    const beganMs = monotonicMs()
    let left = await listKnown(session, asked)
    let emptyListings = 0
    let isListed = false
    let hasCanceled = false
    let failures = 0
    let vain = 0
    /** Resolves with the error of a call; null if it got through. */
    const attempt = async (work: Promise<unknown>): Promise<unknown> => {
      try {
        await work
        return null
      } catch (error) {
        signal.throwIfAborted()
        if (!isAppError(error)) throw error
        log.fault('trading', 'cancel the orders of a market', error)
        return error
      }
    }

    for (let round = 0; ; round += 1) {
      // Once the exchange has listed none, only what it lists is canceled.
      const cancels: Promise<unknown>[] =
        emptyListings > 0 ? [] : [client.cancelOrders(which, { ...turn, signal })]
      const single = round < STUCK_AFTER ? [] : left.slice(0, SINGLE_CANCELS)
      for (const id of single) cancels.push(client.cancelOrder(id, { ...turn, signal }))
      const canceled = await Promise.all(cancels.map(attempt))
      hasCanceled ||= canceled.includes(null)
      const listing = listAllOpen(client, signal, which).then(({ orders, unnamed }) => {
        left = orders.map(({ id }) => id)
        emptyListings = left.length === 0 && unnamed === 0 ? emptyListings + 1 : 0
      })
      const failure = await attempt(listing)
      isListed = failure === null
      if (!isListed) emptyListings = 0
      if (emptyListings === 2) return
      vain = isListed || canceled.includes(null) ? 0 : vain + 1
      if (vain === MAX_VAIN && !hasCanceled) throw failure
      failures = isListed ? 0 : failures + 1
      const pauseMs = isListed ? LIST_EVERY_MS : pauseAfterFailure(LIST_EVERY_MS, failures, failure, random)
      if (monotonicMs() - beganMs > MAX_MS) break
      await wait(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { signal }).catch((error: unknown) => {
        signal.throwIfAborted()
        throw error
      })
    }
    if (!isListed) left = await listKnown(session, asked)
    throw new AppError('ordersLeft', {
      count: left.length,
      orders: left.slice(0, MAX_NAMED).join(', '),
      isListed,
    })
  }

  return {
    async cancel({ orderId }: ChannelInput<'trading:cancel'>): Promise<ChannelOutput<'trading:cancel'>> {
      const session = current.require()
      await askAboutMany(session)
      session.signal.throwIfAborted()
      onAsked({ accountId: session.account.id, orderId, market: null, side: null })
      await session.client.cancelOrder(orderId, { ...turn, signal: session.signal })
      onCanceled()
      return {}
    },

    /**
     * Asks, then cancels until two listings in a row show no open order of the market and side, or for about a minute.
     */
    async cancelMarket({
      market,
      side,
    }: ChannelInput<'trading:cancelMarket'>): Promise<ChannelOutput<'trading:cancelMarket'>> {
      const session = current.require()
      const { label, networkKind: network } = session.account
      await confirmations.confirmChange({ what: 'cancelMarket', label, network, market, side })
      session.signal.throwIfAborted()
      onAsked({ accountId: session.account.id, orderId: null, market, side })
      try {
        await cancelUntilNone(session, { market, side })
      } finally {
        onCanceled()
      }
      return {}
    },
  }
}
