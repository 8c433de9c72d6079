// Says by what an order may be placed, before anything of it is written down or sent: the session that runs, or a person's yes.
import type { PriceBounds } from '../../src-preload/contract/trading/trading-session.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { PlacingContext } from './place-order.ts'
import type { Permission, PlacingFacts, TimedContext } from './placing-context.ts'
import { type PricedOrder, waitsForTrigger } from './price-check.ts'
import type { ReadPrices } from './session/fresh-prices.ts'
import { checkWithinBounds } from './session/price-bounds.ts'
import type { AskedOrder, SessionOrders } from './session/session-orders.ts'

export interface Permit {
  /** Its `confirm` asks the person, or nobody where the session covers the order. */
  readonly context: PlacingContext
  /** The order as it goes: in a session a market order has become a limit order. */
  readonly order: PricedOrder
  /** What was waited for until now was no queue of ours: the exchange ended an order that this one takes the place of. */
  restart(): void
  /** Call in any case, with what became of it; null where it never got into the journal. */
  settle(placed: StoredPlacedOrder | null): void
}

export interface PermitsOptions {
  readonly sessionOrders: SessionOrders
  /** @param sinceMs - when the order was asked for, by `monotonicMs` */
  readonly contextOf: (
    session: AccountSession,
    prices: ReadPrices,
    permission: Permission,
    sinceMs: number,
  ) => TimedContext
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMs: () => number
  /** Null prices where they could not be read. */
  readonly readPrices: (session: AccountSession, market: string) => Promise<ReadPrices>
  readonly findBounds: (session: AccountSession, market: string) => Promise<PriceBounds>
  readonly hasUnknownOrder: (session: AccountSession, market: string) => Promise<boolean>
  /** Throws where orders may not be signed, as after a restore of the journal. */
  readonly checkSigningAllowed: (session: AccountSession) => Promise<void>
  /** Throws while the first order is to be placed in practice. */
  readonly checkPracticed: (session: AccountSession) => Promise<void>
  /** Errors: those that no question can mend. */
  readonly readFacts: (session: AccountSession, market: string) => Promise<PlacingFacts>
  /** Errors: userDeclined where a question would not open now. */
  readonly checkAskable: () => void
  /** Reads what an order is compared with after it was signed. Never rejects; false where it cannot be read. */
  readonly prepareSignature: (session: AccountSession) => Promise<boolean>
  /** Called with every order that was signed. */
  readonly onSigned: (session: AccountSession, placed: StoredPlacedOrder) => void
}

/**
 * The permit of one order. Errors, all before anything is written: validation of `price`, `stopPrice` and `trading`; keyMismatch;
 * userDeclined where no question can be asked now; those of reading the profile.
 */
export type Permits = (session: AccountSession, asked: AskedOrder) => Promise<Permit>

export function createPermits(options: PermitsOptions): Permits {
  const { sessionOrders, contextOf } = options
  /** A person is being asked, or is about to be. */
  let isAsking = false

  /** Takes the one question there is; the answer gives it back, once. */
  function takeQuestion(): () => void {
    if (isAsking) throw new AppError('userDeclined', { reason: 'busy' })
    options.checkAskable()
    isAsking = true
    let isOver = false
    return () => {
      if (!isOver) isAsking = false
      isOver = true
    }
  }

  async function toAsk(
    session: AccountSession,
    asked: AskedOrder,
    read: ReadPrices,
    outside: Extract<Permission, { kind: 'ask' }>['outside'],
    sinceMs: number,
  ): Promise<Permit> {
    // A page that asks without end fills no journal.
    const end = takeQuestion()
    try {
      const facts = await options.readFacts(session, asked.market)
      const context = contextOf(session, read, { kind: 'ask', outside, facts }, sinceMs)
      const prepared = options.prepareSignature(session)
      return {
        context: {
          ...context,
          async confirm(order) {
            try {
              await context.confirm(order)
            } finally {
              end()
            }
            await prepared
          },
        },
        order: asked,
        restart: context.restart,
        settle(placed) {
          end()
          if (placed !== null && placed.signature !== null) options.onSigned(session, placed)
        },
      }
    } catch (error) {
      end()
      throw error
    }
  }

  return async (session, asked) => {
    const { ticketId, market, side, stopPrice } = asked
    const sinceMs = options.monotonicMs()
    // At once: the threads that answer are behind a first sync, and each turn of theirs is waited for.
    const [, , bounds, hasUnknown] = await Promise.all([
      options.checkPracticed(session),
      options.checkSigningAllowed(session),
      options.findBounds(session, market),
      options.hasUnknownOrder(session, market),
    ])
    const read = await options.readPrices(session, market)
    const { last } = read.prices
    checkWithinBounds(bounds, asked, last)
    if (stopPrice !== null && last !== null && !waitsForTrigger(side, stopPrice, last)) {
      throw new AppError('validation', { field: 'stopPrice', reason: 'wrongSide', last })
    }
    const way = await sessionOrders.decide(session, asked, read, { hasUnknown, bounds })
    if (way.kind === 'ask') return toAsk(session, asked, read, way.outside, sinceMs)
    // What cannot be looked at afterwards is a person's to decide.
    if (!(await options.prepareSignature(session))) {
      sessionOrders.noteOutcome(ticketId, null)
      return toAsk(session, asked, read, null, sinceMs)
    }
    const context = contextOf(session, read, way, sinceMs)
    return {
      context,
      order: way.order,
      restart: context.restart,
      settle(placed) {
        sessionOrders.noteOutcome(ticketId, placed)
        if (placed === null) return
        if (placed.signature !== null) options.onSigned(session, placed)
        if (way.cancelsRest && placed.orderId !== null) void sessionOrders.cancelRest(session, placed.orderId)
      },
    }
  }
}
