// Matches the orders of one market: the four types, their states and the service's cancel reasons. Pure: the caller gives the time.
import {
  cancelReasons,
  oppositeOf,
  type OrderSide,
  type OrderState,
  type OrderType,
} from '../../../src-preload/domain/markets/markets.ts'
import { OrderBook, type RestingOrder } from './order-book.ts'

export type CancelReason = (typeof cancelReasons)[number]
const [byUser, slippage, bySystem, , wouldTake] = cancelReasons

/** The index of a user, or {@link house}. */
export type AccountIndex = number
/** The seeded makers and takers, as one account. */
export const house: AccountIndex = -1

/** An order through its whole life. Prices in ticks, volumes in units of the market. */
export interface EngineOrder extends RestingOrder {
  readonly account: AccountIndex
  readonly type: OrderType
  /** 0 for a market order, which has none. */
  readonly price: number
  /** null unless the type is stop_limit. */
  readonly stopPrice: number | null
  readonly originUnits: number
  readonly createdMs: number
  state: OrderState
  /** The trigger of a stop limit was reached. */
  isTriggered: boolean
  cancelReason: CancelReason | null
  updatedMs: number
}

export interface EngineTrade {
  readonly timeMs: number
  readonly price: number
  readonly units: number
  readonly takerSide: OrderSide
  readonly maker: EngineOrder
  readonly taker: EngineOrder
}

export interface EngineHooks {
  /** A trade has happened; both orders have what remains. */
  readonly onTrade: (trade: EngineTrade) => void
  /** State, remaining volume or trigger of an order have changed. */
  readonly onOrder: (order: EngineOrder) => void
  /**
   * How many units a market order's funds pay for at a price. Others have what they need reserved; what it costs to buy at
   * the market is not known before.
   */
  readonly affordableUnits: (order: EngineOrder, price: number) => number
}

/** A market order ends before a price that is worse than its first by more than this (interface: 30%). */
const maxSlippagePercent = 30

/** A limit as a price of the other side reaches it. */
const isWithin = (side: OrderSide, limit: number, price: number): boolean =>
  side === 'buy' ? price <= limit : price >= limit

/** A buy stop waits for a price at or above it, a sell stop for one at or below it. */
const isTriggeredBy = ({ side, stopPrice }: EngineOrder, price: number): boolean =>
  stopPrice !== null && isWithin(oppositeOf(side), stopPrice, price)

const isTooFar = (side: OrderSide, first: number, price: number): boolean =>
  side === 'buy'
    ? price * 100 > first * (100 + maxSlippagePercent)
    : price * 100 < first * (100 - maxSlippagePercent)

export class MarketEngine {
  readonly book = new OrderBook<EngineOrder>()
  readonly #hooks: EngineHooks
  readonly #waitingStop: 'pending' | 'wait'
  /** Stops that wait for their trigger, oldest first. */
  readonly #stops = new Map<number, EngineOrder>()
  /** Null before the first price. */
  #lastPrice: number | null = null

  /** @param waitingStop - the state of a stop that waits for its trigger, which the facts leave open */
  constructor(hooks: EngineHooks, waitingStop: 'pending' | 'wait' = 'pending') {
    this.#hooks = hooks
    this.#waitingStop = waitingStop
  }

  get lastPrice(): number | null {
    return this.#lastPrice
  }

  /** Enters a pending order: it waits for its trigger, trades, rests, or ends. */
  enter(order: EngineOrder, nowMs: number): void {
    if (order.type === 'stop_limit' && !this.#isReached(order)) {
      this.#stops.set(order.id, order)
      order.state = this.#waitingStop
      this.#hooks.onOrder(order)
    } else this.#begin(order, nowMs)
    this.#triggerStops(nowMs)
  }

  /** Puts an order where it waited before a restart; nothing is matched. */
  restore(order: EngineOrder): void {
    if (order.type === 'stop_limit' && !order.isTriggered) this.#stops.set(order.id, order)
    else this.book.rest(order)
  }

  /** Ends an open order, wherever it waits. */
  cancel(order: EngineOrder, nowMs: number, reason: CancelReason = byUser): void {
    this.#stops.delete(order.id)
    this.book.remove(order.id)
    this.#end(order, nowMs, reason)
  }

  /** Trades up to a limit with what rests and leaves nothing on the book: a seeded taker. */
  takeOnce(order: EngineOrder, nowMs: number): void {
    this.#takeLimit(order, nowMs)
    this.#triggerStops(nowMs)
  }

  /** Whether a price would trigger a stop. */
  reachesStop(price: number): boolean {
    return this.#stopReachedBy(price) !== undefined
  }

  /** The market traded at a price without us; stops that it reaches are triggered. */
  notePrice(price: number, nowMs: number): void {
    this.#lastPrice = price
    this.#triggerStops(nowMs)
  }

  /** The oldest stop that a price triggers. */
  #stopReachedBy(price: number): EngineOrder | undefined {
    for (const order of this.#stops.values()) if (isTriggeredBy(order, price)) return order
    return undefined
  }

  #isReached(order: EngineOrder): boolean {
    return this.#lastPrice !== null && isTriggeredBy(order, this.#lastPrice)
  }

  /** A triggered stop may trade and so trigger others. */
  #triggerStops(nowMs: number): void {
    for (;;) {
      const reached = this.#lastPrice === null ? undefined : this.#stopReachedBy(this.#lastPrice)
      if (reached === undefined) return
      this.#stops.delete(reached.id)
      this.#begin(reached, nowMs)
    }
  }

  #begin(order: EngineOrder, nowMs: number): void {
    order.state = 'wait'
    order.isTriggered = order.type === 'stop_limit'
    order.updatedMs = Math.max(order.updatedMs, nowMs)
    if (order.type === 'limit_maker' && this.#wouldTake(order)) {
      this.#end(order, nowMs, wouldTake)
      return
    }
    const reason = order.type === 'market' ? this.#takeMarket(order, nowMs) : this.#takeLimit(order, nowMs)
    if (order.remaining === 0) this.#end(order, nowMs, null)
    else if (reason !== null) this.#end(order, nowMs, reason)
    else {
      this.book.rest(order)
      this.#hooks.onOrder(order)
    }
  }

  #wouldTake({ side, price }: EngineOrder): boolean {
    const best = this.book.best(oppositeOf(side))
    return best !== null && isWithin(side, price, best)
  }

  #takeLimit(order: EngineOrder, nowMs: number): null {
    this.#take(order, nowMs, (price) => (isWithin(order.side, order.price, price) ? order.remaining : 0))
    return null
  }

  /** Why the rest of a market order is cancelled. */
  #takeMarket(order: EngineOrder, nowMs: number): CancelReason {
    let first: number | null = null
    let reason: CancelReason = bySystem
    this.#take(order, nowMs, (price) => {
      first ??= price
      if (order.remaining > 0 && isTooFar(order.side, first, price)) {
        reason = slippage
        return 0
      }
      return Math.min(order.remaining, this.#hooks.affordableUnits(order, price))
    })
    return reason
  }

  #take(taker: EngineOrder, nowMs: number, unitsAt: (price: number) => number): void {
    this.book.match(taker.side, unitsAt, (maker, price, units) => {
      taker.remaining -= units
      taker.updatedMs = Math.max(taker.updatedMs, nowMs)
      maker.updatedMs = Math.max(maker.updatedMs, nowMs)
      this.#lastPrice = price
      this.#hooks.onTrade({ timeMs: nowMs, price, units, takerSide: taker.side, maker, taker })
      if (maker.remaining === 0) this.#end(maker, nowMs, null)
      else this.#hooks.onOrder(maker)
    })
  }

  #end(order: EngineOrder, nowMs: number, reason: CancelReason | null): void {
    order.state = reason === null ? 'done' : 'cancel'
    order.cancelReason = reason
    order.updatedMs = Math.max(order.updatedMs, nowMs)
    this.#hooks.onOrder(order)
  }
}
