// One market as users trade in it: their orders, the seeded makers around the seeded path, and the seeded takers on it.
import { lastTradeAt, tradesBetween } from '../markets/live-market.ts'
import type { CandleBook } from '../markets/candles.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import { oppositeOf, type OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import { type EngineHooks, type EngineOrder, house, MarketEngine } from './market-engine.ts'
import { type LastTrade, quotesOf } from './maker-quotes.ts'

/** What users took from the makers comes back: half of it after so long. */
const refillMs = 20_000

/** Ids of the house's orders, which live for a second and are nobody's. */
const firstHouseId = 5_000_000_000

export class LiveEngine {
  readonly market: PracticeMarket
  readonly engine: MarketEngine
  readonly #path: CandleBook
  readonly #quotes: number[] = []
  readonly #taken: Record<OrderSide, { units: number; atMs: number }> = {
    buy: { units: 0, atMs: 0 },
    sell: { units: 0, atMs: 0 },
  }
  #housePlace = 0
  #followedMs: number

  /** @param followedMs - up to when users' orders have met the seeded trades */
  constructor(
    market: PracticeMarket,
    path: CandleBook,
    followedMs: number,
    hooks: EngineHooks,
    waitingStop: 'pending' | 'wait',
  ) {
    this.market = market
    this.#path = path
    this.#followedMs = followedMs
    this.engine = new MarketEngine(
      {
        ...hooks,
        onTrade: (trade) => {
          if (trade.maker.account === house) this.#noteTaken(trade.maker.side, trade.units, trade.timeMs)
          hooks.onTrade(trade)
        },
      },
      waitingStop,
    )
  }

  /** Brings the market to this moment: what the seeded takers met since, then quotes around the last price. */
  follow(nowMs: number, hasUsers: boolean): void {
    if (hasUsers) {
      for (const { second, price, units, takerType } of tradesBetween(
        this.#path,
        this.market,
        this.#followedMs,
        nowMs,
      )) {
        this.#meet({ price, takerType }, units, second * 1000)
      }
    }
    this.#followedMs = Math.max(this.#followedMs, nowMs)
    const last = lastTradeAt(this.#path, this.market, nowMs)
    // Where users trade, each trade was noted in its turn; their own may be newer than the path's last one.
    if (!hasUsers || this.engine.lastPrice === null) this.engine.notePrice(last.price, nowMs)
    this.#quote(last, nowMs)
  }

  /** A trade of the seeded path: its taker also fills users' orders that stand at its price or better. */
  #meet(trade: LastTrade, units: number, timeMs: number): void {
    this.#withdraw()
    const { takerType: side, price } = trade
    const best = this.engine.book.best(oppositeOf(side))
    if (best !== null && (side === 'buy' ? best <= price : best >= price)) {
      this.engine.takeOnce(this.#houseOrder(side, price, units, timeMs), timeMs)
    }
    if (this.engine.reachesStop(price)) this.#quote(trade, timeMs)
    this.engine.notePrice(price, timeMs)
  }

  /** The house takes so much of an order that rests, and all that stands before it. */
  fill(order: EngineOrder, nowMs: number, ownUnits: number): void {
    this.#withdraw()
    let units = 0
    for (const other of this.engine.book.orders(order.side)) {
      units += other === order ? ownUnits : other.remaining
      if (other === order) break
    }
    this.engine.takeOnce(this.#houseOrder(oppositeOf(order.side), order.price, units, nowMs), nowMs)
    this.#quote(lastTradeAt(this.#path, this.market, nowMs), nowMs)
  }

  #noteTaken(side: OrderSide, units: number, nowMs: number): void {
    this.#taken[side] = { units: this.#takenNow(side, nowMs) + units, atMs: nowMs }
  }

  #takenNow(side: OrderSide, nowMs: number): number {
    const { units, atMs } = this.#taken[side]
    return Math.floor(units * 0.5 ** (Math.max(0, nowMs - atMs) / refillMs))
  }

  #withdraw(): void {
    for (const id of this.#quotes) this.engine.book.remove(id)
    this.#quotes.length = 0
  }

  /** Puts the makers' orders in place; where a user's order stands in their way they fill it. */
  #quote(last: LastTrade, nowMs: number): void {
    this.#withdraw()
    const second = Math.floor(nowMs / 1000)
    for (const side of ['buy', 'sell'] as const) {
      const taken = this.#takenNow(side, nowMs)
      for (const { price, units } of quotesOf(this.#path.seed, this.market, side, last, second, taken)) {
        const order = this.#houseOrder(side, price, units, nowMs)
        this.engine.enter(order, nowMs)
        if (order.state === 'wait') this.#quotes.push(order.id)
      }
    }
  }

  #houseOrder(side: OrderSide, price: number, units: number, nowMs: number): EngineOrder {
    this.#housePlace += 1
    return {
      id: firstHouseId + this.#housePlace,
      account: house,
      side,
      type: 'limit',
      price,
      stopPrice: null,
      originUnits: units,
      remaining: units,
      createdMs: nowMs,
      state: 'pending',
      isTriggered: false,
      cancelReason: null,
      updatedMs: nowMs,
    }
  }
}
