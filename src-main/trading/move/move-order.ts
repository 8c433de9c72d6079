// Moves an open order to another price: asks and checks first, cancels, waits until the exchange says what became of the old one,
// and places only what was left unfilled. Must not: send a cancel before the new order may be placed, or place anything twice.
import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { MoveResult } from '../../../src-preload/contract/trading-move.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { compareDecimals, exactText, parseExact, subtract } from '../../../src-preload/domain/exact.ts'
import { isOrderType } from '../../../src-preload/domain/markets.ts'
import type { Clock } from '../../async/clock.ts'
import type { Log } from '../../diagnostics/log.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { StoredOrderIntent, StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import type { Permit, Permits } from '../permits.ts'
import type { OrderNumbers } from '../rules/market-rules.ts'
import type { OrderPlacer } from '../place-order.ts'
import type { Tickets } from '../tickets.ts'
import { toPlacedOrder } from '../trading.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
/** How long the exchange may take to say what became of the old order, and how often it is asked. */
const FINAL_WITHIN_MS = 10_000
const ASK_EVERY_MS = 300
const ROWS_PER_PAGE = 1_000
const openStates = ['wait', 'pending'] as const

export interface MoveOrderOptions {
  readonly clock: Clock
  readonly log: Log
  readonly monotonicMs: () => number
  readonly current: Pick<CurrentAccount, 'require'>
  readonly placer: OrderPlacer
  readonly tickets: Tickets
  readonly permits: Permits
  /** Errors: validation of numbers with more decimals than the market has shown. */
  readonly checkDecimals: (session: AccountSession, market: string, numbers: OrderNumbers) => Promise<void>
  readonly recovered: Promise<void>
  readonly report: (error: unknown) => ErrorReport
  /** The old order is gone, and the new one is not surely there. */
  readonly onGone: (session: AccountSession, result: Extract<MoveResult, { outcome: 'gone' }>) => void
  /** Orders may have changed: reads how they are. */
  readonly onChanged: () => void
}

type MovableIntent = Exclude<OrderIntent, { type: 'market' }>

/** The old order at its new price. Errors: validation of what its type does not have. */
function movedIntent(order: Order, price: string, stopPrice: string | null): MovableIntent {
  const { market, side, type } = order
  const shared = { market, side, amount: order.remainingVolume, price }
  if (!isOrderType(type) || type === 'market') {
    throw new AppError('validation', { field: 'order', reason: 'notMovable' })
  }
  if ((type === 'stop_limit') !== (stopPrice !== null)) {
    throw new AppError('validation', {
      field: 'stopPrice',
      reason: stopPrice === null ? 'empty' : 'notAllowed',
    })
  }
  for (const [field, text] of [
    ['price', price],
    ['stopPrice', stopPrice],
  ] as const) {
    if (text !== null && parseExact(text).units <= 0n) {
      throw new AppError('validation', { field, reason: 'notPositive' })
    }
  }
  return type === 'stop_limit' ? { ...shared, type, stopPrice: stopPrice ?? '' } : { ...shared, type }
}

/** What was left unfilled, as exact text; null for nothing. */
function unfilledOf({ originVolume, executedVolume }: Order): string | null {
  const left = subtract(parseExact(originVolume), parseExact(executedVolume))
  return left.units > 0n ? exactText(left) : null
}

/** For the question only: what is placed is journaled when it is known how much is left. */
const unjournaled = (intent: StoredOrderIntent): StoredPlacedOrder => ({
  ...intent,
  state: 'intended',
  updatedAtMs: intent.createdAtMs,
  msgHash: null,
  nonce: null,
  signature: null,
  sentAtMs: null,
  orderId: null,
  differences: [],
  failure: null,
})

export function createMoveOrder(options: MoveOrderOptions) {
  const { clock, log, monotonicMs, current, placer, tickets, report } = options
  /** Moves in progress, by their ticket. */
  const moving = new Map<string, Promise<MoveResult>>()

  /** Only lists have the stop price. Errors: those of every read; validation of `order` (notOpen). */
  async function findOpen({ client, signal }: AccountSession, orderId: number): Promise<Order> {
    const { order } = await client.getOrder(orderId, { ...turn, signal })
    for (const state of openStates) {
      const { orders } = await client.listOrders(
        { state, market: order.market, limit: ROWS_PER_PAGE },
        { ...turn, signal },
      )
      const found = orders.find(({ id }) => id === orderId)
      if (found !== undefined) return found
    }
    throw new AppError('validation', { field: 'order', reason: 'notOpen' })
  }

  /**
   * Cancels, and waits until the exchange says what became of the order.
   * @returns the ended order, and whether this cancel was refused; null if nothing is certain within the time limit
   */
  async function cancelAndWait(
    { client, signal }: AccountSession,
    orderId: number,
  ): Promise<{ order: Order | null; refused: AppError | null; failure: AppError | null }> {
    const untilMs = monotonicMs() + FINAL_WITHIN_MS
    const limit = AbortSignal.any([signal, AbortSignal.timeout(FINAL_WITHIN_MS)])
    let refused: AppError | null = null
    let failure: AppError | null = null
    let isQueued = false
    /** A cancel went out and has no answer: what is refused after it may be its own repetition. */
    let mayBeQueued = false
    while (monotonicMs() < untilMs) {
      try {
        // Asked again only where it is not known to be queued.
        if (!isQueued && refused === null) {
          await client.cancelOrder(orderId, { ...turn, signal: limit, retries: 0 })
          isQueued = true
        }
      } catch (error) {
        signal.throwIfAborted()
        if (isAppError(error, 'rejectedByExchange')) {
          if (mayBeQueued) isQueued = true
          else refused = error
        } else if (isAppError(error)) {
          failure = error
          mayBeQueued = true
        } else throw error
      }
      try {
        const { order } = await client.getOrder(orderId, { ...turn, signal: limit, retries: 0 })
        if (order.state === 'cancel' || order.state === 'done') return { order, refused, failure: null }
      } catch (error) {
        signal.throwIfAborted()
        if (!isAppError(error)) throw error
        failure = error
      }
      await wait(ASK_EVERY_MS, undefined, { signal })
    }
    return { order: null, refused, failure: failure ?? refused }
  }

  async function move(
    session: AccountSession,
    { ticketId, orderId, price, stopPrice }: ChannelInput<'trading:move'>,
  ): Promise<MoveResult> {
    const { account } = session
    const notMoved = (
      reason: Extract<MoveResult, { outcome: 'notMoved' }>['reason'],
      error: unknown = null,
    ): MoveResult => ({ outcome: 'notMoved', reason, failure: error === null ? null : report(error) })

    const refusedBefore = (error: unknown): MoveResult =>
      notMoved(isAppError(error, 'userDeclined') ? 'declined' : 'refusedBefore', error)

    const old = await findOpen(session, orderId)
    const intent = movedIntent(old, price, stopPrice)
    const storedIntent = (amount: string): StoredOrderIntent => ({
      id: ticketId,
      accountId: account.id,
      networkKind: account.networkKind,
      networkKey: session.network,
      host: new URL(session.client.baseUrl).host,
      senderAddress: account.ethereumAddress,
      market: intent.market,
      side: intent.side,
      type: intent.type,
      amount,
      price,
      stopPrice,
      createdAtMs: clock.now(),
    })

    const asked = storedIntent(intent.amount)
    let left = asked.amount
    const gone = (order: StoredPlacedOrder | null, failure: ErrorReport | null): MoveResult => {
      const result = {
        outcome: 'gone',
        canceled: orderId,
        order: order === null ? null : toPlacedOrder(order),
        unplaced: { ...intent, amount: left },
        failure,
      } as const
      options.onGone(session, result)
      return result
    }
    let permit: Permit
    try {
      // A new order that is refused for its decimals would leave the old one canceled.
      await options.checkDecimals(session, intent.market, asked)
      permit = await options.permits(session, { ...asked, ticketId })
    } catch (error) {
      return refusedBefore(error)
    }
    let placed: StoredPlacedOrder | null = null
    try {
      try {
        await permit.context.confirm(unjournaled(asked))
        // The person may have taken long: limits and band once more before the old one is touched.
        await permit.context.beginCheck()()
        permit.context.signal.throwIfAborted()
      } catch (error) {
        return refusedBefore(error)
      }
      let ended: Awaited<ReturnType<typeof cancelAndWait>>
      try {
        ended = await cancelAndWait(session, orderId)
      } catch (error) {
        // The account was left after the cancel went out: nothing is placed, and the old one is probably gone.
        return gone(null, report(error))
      }
      options.onChanged()
      if (ended.order === null) return notMoved('noFinalState', ended.failure)
      const unfilled = unfilledOf(ended.order)
      if (ended.order.state === 'done' || unfilled === null) return notMoved('filled')
      // Never more than the person was asked about.
      if (compareDecimals(unfilled, asked.amount) < 0) left = unfilled
      if (ended.refused !== null) return notMoved('canceledMeanwhile', ended.refused)

      try {
        // Asked already, for at least as much; what was waited for since then is the exchange.
        const confirm = (): Promise<void> => {
          permit.restart()
          return Promise.resolve()
        }
        placed = await placer.place({ ...permit.context, confirm }, storedIntent(left))
        if (placed.state === 'accepted') return { outcome: 'moved', order: toPlacedOrder(placed) }
        return gone(placed, placed.failure)
      } catch (error) {
        log.fault('trading', 'place a moved order', error)
        return gone(null, report(error))
      } finally {
        options.onChanged()
      }
    } finally {
      permit.settle(placed)
    }
  }

  return {
    /** Whether an order is between its cancel and the one in its place. */
    isMoving: (): boolean => moving.size > 0,
    /** Resolves when each move that goes on now has ended. */
    whenMoved: async (): Promise<void> => {
      await Promise.allSettled(moving.values())
    },

    async move(input: ChannelInput<'trading:move'>): Promise<MoveResult> {
      await options.recovered
      const session = current.require()
      const running = moving.get(input.ticketId)
      if (running !== undefined) return running
      // Nothing else is placed with it, whatever comes of this.
      tickets.take(input.ticketId, session.account.id)
      const work = move(session, input)
      moving.set(input.ticketId, work)
      try {
        return await work
      } finally {
        moving.delete(input.ticketId)
      }
    },
  }
}
