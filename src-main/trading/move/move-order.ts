// Moves an open order to another price: asks and checks first, cancels, waits until the exchange says what became of the old one,
// and places only what was left unfilled. Must not: send a cancel before the new order may be placed, or place anything twice.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { MoveResult } from '../../../src-preload/contract/trading/trading-move.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { compareDecimals } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { StoredMove } from '../../store/api/order-move-rows.ts'
import type { StoredOrderIntent, StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import { openStates } from '../cancel/cancel-passes.ts'
import type { Permit } from '../permits.ts'
import type { OrderNumbers } from '../rules/market-rules.ts'
import { toPlacedOrder, type TradingOptions } from '../trading.ts'
import { cancelAndWait, type CanceledOrder } from './cancel-and-wait.ts'
import { type GoneOrder, type MovableIntent, movedIntent, unfilledOf } from './moved-intent.ts'
import type { Tools } from '../../tools.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
const ROWS_PER_PAGE = 1_000

/** A person moves one at a time; the reads of more would stand before those of a kill switch that is pressed next. */
const MOVES_AT_ONCE = 4

export interface MoveOrderOptions
  extends
    Pick<Tools, 'clock' | 'log' | 'monotonicMs'>,
    Pick<TradingOptions, 'current' | 'placer' | 'tickets' | 'permits' | 'recovered' | 'checkOpen'> {
  readonly journal: Pick<Journal, 'beginMove' | 'endMove' | 'getPlacedOrder' | 'getSecondAttempt'>
  /** Errors: validation of numbers with more decimals than the market has shown. */
  readonly checkDecimals: (session: AccountSession, market: string, numbers: OrderNumbers) => Promise<void>
  readonly report: (error: unknown) => ErrorReport
  /** A session covers the new order: nobody was asked, and the old one's cancel is about to be sent. */
  readonly onUnasked: (session: AccountSession, order: Order) => void
  /** The old order is gone, and the new one is not surely there. */
  readonly onGone: (session: AccountSession, gone: GoneOrder) => void
  /** A move has ended; where its outcome is not known, it is still in the journal. */
  readonly onEnded: () => void
  /** Orders may have changed: reads how they are. */
  readonly onChanged: () => void
}

const toMove = (
  { network, account }: AccountSession,
  { id, amount, createdAtMs }: StoredOrderIntent,
  { market, side, type, price }: MovableIntent,
  stopPrice: string | null,
  orderId: number,
): StoredMove => ({
  ticketId: id,
  networkKey: network,
  senderAddress: account.ethereumAddress,
  orderId,
  market,
  side,
  type,
  amount,
  price,
  stopPrice,
  begunAtMs: createdAtMs,
})

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

/** It was sent, and no answer says for certain that it is not there. */
function mayBeInBook({ state }: StoredPlacedOrder): boolean {
  switch (state) {
    case 'sending':
    case 'unknown':
    case 'probablyPlaced':
    case 'accepted':
      return true
    case 'intended':
    case 'refused':
    case 'notSent':
      return false
  }
}

export function createMoveOrder(options: MoveOrderOptions) {
  const { journal, clock, log, monotonicMs, current, placer, tickets, report } = options
  /** Moves in progress, by their ticket. */
  const moving = new Map<string, Promise<MoveResult>>()
  /** Orders that are being moved, by account: a second ticket for one of them would place it twice. */
  const ordersInMove = new Set<string>()

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

  /** Never rejects: what stays in the journal is looked at once more, and told once. */
  async function end(ticketId: string): Promise<void> {
    try {
      await journal.endMove(ticketId)
    } catch (error) {
      log.fault('trading', 'end a move', error)
    }
  }

  /** What is on the disk of the order that was placed with this ticket. Never rejects. */
  async function readPlaced(ticketId: string): Promise<StoredPlacedOrder | null | 'unreadable'> {
    try {
      return (await journal.getSecondAttempt(ticketId)) ?? (await journal.getPlacedOrder(ticketId))
    } catch (error) {
      log.fault('trading', 'read a moved order', error)
      return 'unreadable'
    }
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
    const tellGone = (isUnknown: boolean): void =>
      options.onGone(session, { orderId, order: { ...intent, amount: left }, isUnknown })
    const gone = (
      order: StoredPlacedOrder | null,
      failure: ErrorReport | null,
      isUnknown = order !== null && mayBeInBook(order),
    ): MoveResult => {
      tellGone(isUnknown)
      return {
        outcome: 'gone',
        canceled: orderId,
        order: order === null ? null : toPlacedOrder(order),
        isUnknown,
        unplaced: { ...intent, amount: left },
        failure,
      }
    }
    let permit: Permit
    try {
      // A new order that is refused for its decimals would leave the old one canceled.
      await options.checkDecimals(session, intent.market, asked)
      const { remainingVolume: amount, price: oldPrice, stopPrice: oldStopPrice } = old
      const replaces = { orderId, amount, price: oldPrice, stopPrice: oldStopPrice }
      permit = await options.permits(session, { ...asked, ticketId, replaces })
    } catch (error) {
      return refusedBefore(error)
    }
    let placed: StoredPlacedOrder | null = null
    /** Nobody looks for its end any more: it is told, or there is nothing to tell. */
    let isOver = true
    try {
      try {
        await permit.context.confirm(unjournaled(asked))
        // The person may have taken long: limits and band once more before the old one is touched.
        await permit.context.beginCheck(ticketId)()
        // A crash from here on leaves this behind: what became of the old order is read at the next start.
        await journal.beginMove(toMove(session, asked, intent, stopPrice, orderId))
        permit.context.signal.throwIfAborted()
        // Whatever the cancel comes to: an order of a person's is not moved unseen.
        if (!permit.isAsked) options.onUnasked(session, old)
      } catch (error) {
        return refusedBefore(error)
      }
      let ended: CanceledOrder
      try {
        ended = await cancelAndWait(session, orderId, monotonicMs)
      } catch (error) {
        // The account was left after the cancel went out: nothing is placed, and the old one is probably gone.
        isOver = false
        return gone(null, report(error))
      }
      options.onChanged()
      if (ended.order === null) {
        isOver = false
        return notMoved('noFinalState', ended.failure)
      }
      const unfilled = unfilledOf(ended.order)
      if (ended.order.state === 'done' || unfilled === null) return notMoved('filled')
      // Never more than the person was asked about.
      if (compareDecimals(unfilled, asked.amount) < 0) left = unfilled
      if (ended.refused !== null) {
        tellGone(false)
        return notMoved('canceledMeanwhile', ended.refused)
      }

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
        // Its answer could not be written down, perhaps: only the journal says whether it was sent.
        const found = await readPlaced(ticketId)
        placed = found === 'unreadable' ? null : found
        if (placed?.state === 'accepted') return { outcome: 'moved', order: toPlacedOrder(placed) }
        return gone(placed, report(error), found === 'unreadable' || undefined)
      } finally {
        options.onChanged()
      }
    } finally {
      permit.settle(placed)
      if (isOver) await end(ticketId)
    }
  }

  return {
    /** Whether an order is between its cancel and the one in its place. */
    isMoving: (): boolean => moving.size > 0,
    isTicketMoving: (ticketId: string): boolean => moving.has(ticketId),
    /** Resolves when each move that goes on now has ended. */
    whenMoved: async (): Promise<void> => {
      await Promise.allSettled(moving.values())
    },

    async move(input: ChannelInput<'trading:move'>): Promise<MoveResult> {
      await options.recovered
      const session = current.require()
      const running = moving.get(input.ticketId)
      if (running !== undefined) return running
      // Before anything is read: a page that asks without end must not have canceling everything wait for its turn.
      options.checkOpen()
      if (moving.size >= MOVES_AT_ONCE)
        throw new AppError('validation', { field: 'order', reason: 'tooManyMoves' })
      // Nothing else is placed with it, whatever comes of this.
      tickets.take(input.ticketId, session.account.id)
      const orderKey = `${session.account.id} ${input.orderId}`
      if (ordersInMove.has(orderKey)) throw new AppError('validation', { field: 'order', reason: 'notOpen' })
      ordersInMove.add(orderKey)
      const work = move(session, input)
      moving.set(input.ticketId, work)
      try {
        return await work
      } finally {
        moving.delete(input.ticketId)
        ordersInMove.delete(orderKey)
        options.onEnded()
      }
    },
  }
}
