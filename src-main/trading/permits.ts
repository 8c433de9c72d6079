// Says by what an order may be placed, before anything of it is written down or sent: the session that runs, or a person's yes.
import type { PriceBounds } from '../../src-preload/contract/trading/trading-session.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { PlacingContext } from './place-order.ts'
import type { Permission, PlacingFacts, TimedContext } from './placing-context.ts'
import { checkTriggerSide, type PricedOrder } from './price-check.ts'
import type { ReadPrices } from './session/fresh-prices.ts'
import { checkWithinBounds } from './price-bounds.ts'
import type { AskedOrder, SessionOrders } from './session/session-orders.ts'

export interface Permit {
  /** Its `confirm` asks the person, or nobody where the session covers the order. */
  readonly context: PlacingContext
  /** The order as it goes: in a session a market order has become a limit order. */
  readonly order: PricedOrder
  /** What was waited for until now was no queue of ours: the exchange ended an order that this one takes the place of. */
  restart(): void
  /** False where the session that runs covers the order, so that nobody is asked. */
  readonly isAsked: boolean
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
  readonly readFacts: (session: AccountSession, market: string) => Promise<Omit<PlacingFacts, 'hasBalances'>>
  /** Errors: userDeclined where a question would not open now. */
  readonly checkAskable: () => void
  /** Reads what an order is compared with after it was signed. Never rejects; false where it cannot be read. */
  readonly prepareSignature: (session: AccountSession) => Promise<boolean>
  /** Keeps on the disk that what this order leaves in the book is canceled, whenever it turns up. */
  readonly noteRest: (ticketId: string) => Promise<void>
  /** Called with how it ended: cancels what it left until the exchange says that it is gone. Never rejects. */
  readonly cancelRest: (session: AccountSession, placed: StoredPlacedOrder) => Promise<void>
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
    prepare: () => Promise<boolean> = () => options.prepareSignature(session),
  ): Promise<Permit> {
    // A page that asks without end fills no journal.
    const end = takeQuestion()
    try {
      const [known, hasBalances] = await Promise.all([options.readFacts(session, asked.market), prepare()])
      const facts = { ...known, hasBalances }
      const replaces = asked.replaces ?? null
      const context = contextOf(session, read, { kind: 'ask', outside, facts, replaces }, sinceMs)
      return {
        context: {
          ...context,
          async confirm(order) {
            try {
              await context.confirm(order)
            } finally {
              end()
            }
          },
        },
        order: asked,
        isAsked: true,
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

  /** A market order as a limit order: on the disk before it is signed, so that no crash leaves its rest open. */
  function cancelingRest(context: PlacingContext): PlacingContext {
    return {
      ...context,
      beginCheck(id) {
        const check = context.beginCheck(id)
        const noted = options.noteRest(id)
        // Whoever goes on is told of it.
        noted.catch(() => undefined)
        return async () => {
          await noted
          await check()
        }
      },
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
    checkWithinBounds(bounds, asked, read.prices.last)
    checkTriggerSide(side, stopPrice, read.prices)
    const way = await sessionOrders.decide(session, asked, read, { hasUnknown, bounds })
    if (way.kind === 'ask') return toAsk(session, asked, read, way.outside, sinceMs)
    // What cannot be looked at afterwards is a person's to decide.
    if (!(await options.prepareSignature(session))) {
      sessionOrders.noteOutcome(ticketId, null)
      const { quote } = way.running.limits
      const outside = { limit: 'noBalances', allowed: '', left: '', quote } as const
      return toAsk(session, asked, read, outside, sinceMs, () => Promise.resolve(false))
    }
    const context = contextOf(session, read, way, sinceMs)
    return {
      context: way.cancelsRest ? cancelingRest(context) : context,
      order: way.order,
      isAsked: false,
      restart: context.restart,
      settle(placed) {
        sessionOrders.noteOutcome(ticketId, placed)
        if (placed === null) return
        if (placed.signature !== null) options.onSigned(session, placed)
        if (way.cancelsRest) void options.cancelRest(session, placed)
      },
    }
  }
}
