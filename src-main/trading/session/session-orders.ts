// Decides for each order whether the trading session that runs covers it, and follows what becomes of those that it covers.
import type {
  OrderPrices,
  OutsideSession,
  ReplacedOrder,
} from '../../../src-preload/contract/trading/confirm-order.ts'
import type { PriceBounds } from '../../../src-preload/contract/trading/trading-session.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import { findPriceWarnings, type PricedOrder, referencePrice, worstInBand } from '../price-check.ts'
import { isFresh, type ReadPrices } from './fresh-prices.ts'
import { countedValue } from './session-rules.ts'
import { isLoosened } from '../move/moved-intent.ts'
import type { RunningSession, Sessions } from './sessions.ts'

/** An order as it was asked for. */
export interface AskedOrder extends PricedOrder {
  readonly ticketId: string
  readonly market: string
  /** The open order that it moves. */
  readonly replaces?: ReplacedOrder
}

/** What is known of an order's market. */
export interface MarketFacts {
  /** An earlier order in it was sent without an answer. */
  readonly hasUnknown: boolean
  readonly bounds: Pick<PriceBounds, 'triggerPercent'>
}

/** How an order may be placed. */
export type PlacingWay =
  /** A person is asked. `outside`: why the session that runs does not cover it; null where none runs. */
  | { readonly kind: 'ask'; readonly outside: OutsideSession | null }
  /** The session covers it, and has counted it. */
  | {
      readonly kind: 'session'
      readonly running: RunningSession
      readonly order: PricedOrder
      /** It was a market order: what is not filled at once is canceled. */
      readonly cancelsRest: boolean
    }

export interface SessionOrdersOptions {
  readonly sessions: Sessions
  readonly store: Pick<Store, 'getOrder'>
  readonly nowMs: () => number
}

const outside = (
  limit: OutsideSession['limit'],
  { quote }: RunningSession['limits'],
  allowed = '',
  left = '',
): PlacingWay => ({ kind: 'ask', outside: { limit, allowed, left, quote } })

/** A market order goes as a limit order at the worst price that the band allows; null without a price to measure from. */
function boundOrder(order: PricedOrder, prices: OrderPrices, bandPercent: string): PricedOrder | null {
  if (order.type !== 'market') return order
  const price = worstInBand(order.side, prices, bandPercent)
  return price === null ? null : { ...order, type: 'limit', price }
}

export type SessionOrders = ReturnType<typeof createSessionOrders>

export function createSessionOrders({ sessions, store, nowMs }: SessionOrdersOptions) {
  /** Ids of orders that a session signed, by ticket. */
  const signedIds = new Map<string, number>()

  /** Orders that are open no more leave room for others. */
  async function noteClosed(accountId: string): Promise<void> {
    for (const [ticketId, orderId] of [...signedIds]) {
      const order = await store.getOrder(accountId, orderId)
      if (order?.state !== 'done' && order?.state !== 'cancel') continue
      signedIds.delete(ticketId)
      sessions.noteEnded(ticketId)
    }
  }

  sessions.events.on('ended', () => signedIds.clear())

  return {
    /**
     * Counts the order in the session at once where it covers it: call noteOutcome in any case then.
     */
    async decide(
      session: AccountSession,
      asked: AskedOrder,
      { prices, atMs }: ReadPrices,
      { hasUnknown, bounds }: MarketFacts,
    ): Promise<PlacingWay> {
      const accountId = session.account.id
      const running = sessions.of(accountId)
      if (running === null) return { kind: 'ask', outside: null }
      const { limits } = running
      if (running.use().openOrders >= limits.openOrders) await noteClosed(accountId)
      if (hasUnknown) return outside('unknownOrder', limits)
      if (asked.replaces !== undefined && isLoosened(asked.replaces, asked))
        return outside('loosenedStop', limits)
      if (!isFresh({ atMs }, nowMs())) return outside('noPrice', limits)
      const order = boundOrder(asked, prices, limits.bandPercent)
      const base = order?.stopPrice ?? referencePrice(asked.side, prices)
      const price = order?.price ?? null
      if (order === null || price === null || base === null) return outside('noPrice', limits)
      const [warning] = findPriceWarnings(order, prices, limits.bandPercent, bounds.triggerPercent)
      switch (warning) {
        case undefined:
          break
        case 'outOfBand':
          return outside('band', limits, limits.bandPercent)
        case 'farTrigger':
          return outside('trigger', limits)
        case 'noPrice':
        case 'marketOrder':
        case 'unknownOrder':
        case 'noBalances':
          return outside('noPrice', limits)
      }
      const { ticketId, market } = asked
      const value = countedValue({ side: order.side, amount: order.amount, price, base })
      const broken = running.ledger.reserve({ ticketId, market, value })
      return broken === null
        ? { kind: 'session', running, order, cancelsRest: asked.type === 'market' }
        : outside(broken.limit, limits, broken.allowed, broken.left)
    },

    /** Right before the key is read. */
    noteSigning: (ticketId: string): void => sessions.noteSigned(ticketId),

    /** What became of an order that a session covers; null where it never got into the journal. */
    noteOutcome(ticketId: string, placed: Pick<StoredPlacedOrder, 'state' | 'orderId'> | null): void {
      switch (placed?.state) {
        case 'accepted':
        case 'probablyPlaced':
          if (placed.orderId !== null) signedIds.set(ticketId, placed.orderId)
          return
        case 'unknown':
        case 'sending':
          // It may be open: it stays counted as one.
          return
        case 'intended':
        case 'refused':
        case 'notSent':
        case undefined:
          sessions.noteEnded(ticketId)
      }
    },
  }
}
