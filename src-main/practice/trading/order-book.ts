// The resting orders of one market in price-time priority. Knows no accounts' funds, no order types and no clock.
import { oppositeOf, type OrderSide } from '../../../src-preload/domain/markets/markets.ts'

/** An order on the book. Prices are whole ticks, volumes whole units of the market. */
export interface RestingOrder {
  readonly id: number
  readonly side: OrderSide
  readonly price: number
  /** What is not filled yet; above zero while the order rests. */
  remaining: number
}

/** The sum of a price's orders; zero units where the last one has gone. */
export interface LevelChange {
  readonly side: OrderSide
  readonly price: number
  readonly units: number
}

interface Level<Order extends RestingOrder> {
  /** Oldest first: a Map keeps the order of insertion, and any of them leaves it at once. */
  readonly orders: Map<number, Order>
  units: number
}

/** One side of a book. */
class BookSide<Order extends RestingOrder> {
  readonly #isBuy: boolean
  readonly #levels = new Map<number, Level<Order>>()
  /** Worst first, so that the best price, where nearly everything happens, is at the cheap end. */
  readonly #prices: number[] = []

  constructor(side: OrderSide) {
    this.#isBuy = side === 'buy'
  }

  /** The first position whose price is not worse than `price`. */
  #positionOf(price: number): number {
    let low = 0
    let high = this.#prices.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#prices[middle] ?? 0
      if (this.#isBuy ? other < price : other > price) low = middle + 1
      else high = middle
    }
    return low
  }

  best(): number | null {
    return this.#prices.at(-1) ?? null
  }

  add(order: Order): void {
    let level = this.#levels.get(order.price)
    if (level === undefined) {
      level = { orders: new Map(), units: 0 }
      this.#levels.set(order.price, level)
      this.#prices.splice(this.#positionOf(order.price), 0, order.price)
    }
    level.orders.set(order.id, order)
    level.units += order.remaining
  }

  remove(order: Order): void {
    const level = this.#levels.get(order.price)
    if (level?.orders.delete(order.id) !== true) return
    level.units -= order.remaining
    this.#dropIfEmpty(order.price, level)
  }

  /** Takes up to `most` units from the oldest order of a price; null for none. */
  takeFirst(price: number, most: number): { readonly maker: Order; readonly units: number } | null {
    const level = this.#levels.get(price)
    const maker = level?.orders.values().next().value
    if (level === undefined || maker === undefined || most <= 0) return null
    const units = Math.min(most, maker.remaining)
    maker.remaining -= units
    level.units -= units
    if (maker.remaining === 0) level.orders.delete(maker.id)
    this.#dropIfEmpty(price, level)
    return { maker, units }
  }

  #dropIfEmpty(price: number, level: Level<Order>): void {
    if (level.orders.size > 0) return
    this.#levels.delete(price)
    this.#prices.splice(this.#positionOf(price), 1)
  }

  unitsAt(price: number): number {
    return this.#levels.get(price)?.units ?? 0
  }

  /** Best price first, at one price the oldest first. */
  *orders(): Generator<Order> {
    for (let at = this.#prices.length - 1; at >= 0; at -= 1) {
      yield* this.#levels.get(this.#prices[at] ?? 0)?.orders.values() ?? []
    }
  }

  /** Prices and their sums, best first. */
  *levels(): Generator<{ readonly price: number; readonly units: number }> {
    for (let at = this.#prices.length - 1; at >= 0; at -= 1) {
      const price = this.#prices[at] ?? 0
      yield { price, units: this.unitsAt(price) }
    }
  }
}

/** The book of one market. */
export class OrderBook<Order extends RestingOrder> {
  readonly #sides: Readonly<Record<OrderSide, BookSide<Order>>> = {
    buy: new BookSide('buy'),
    sell: new BookSide('sell'),
  }
  readonly #byId = new Map<number, Order>()
  /** Prices touched since the last {@link takeChanges}. */
  readonly #touched: Readonly<Record<OrderSide, Set<number>>> = { buy: new Set(), sell: new Set() }
  /** Sums as they were told last. */
  readonly #told: Readonly<Record<OrderSide, Map<number, number>>> = { buy: new Map(), sell: new Map() }

  get size(): number {
    return this.#byId.size
  }

  best(side: OrderSide): number | null {
    return this.#sides[side].best()
  }

  rest(order: Order): void {
    this.#sides[order.side].add(order)
    this.#byId.set(order.id, order)
    this.#touched[order.side].add(order.price)
  }

  /** Takes an order off the book; false where it does not rest. */
  remove(id: number): boolean {
    const order = this.#byId.get(id)
    if (order === undefined) return false
    this.#sides[order.side].remove(order)
    this.#byId.delete(id)
    this.#touched[order.side].add(order.price)
    return true
  }

  /**
   * Matches an incoming order of `side` against the other side, best price first, at one price the oldest first.
   * @param unitsAt - how many units the incoming order takes at a price now; 0 ends it
   * @param onMatch - called for each match, with the resting order already reduced
   */
  match(
    side: OrderSide,
    unitsAt: (price: number) => number,
    onMatch: (maker: Order, price: number, units: number) => void,
  ): void {
    const other = oppositeOf(side)
    for (;;) {
      const price = this.#sides[other].best()
      if (price === null) return
      const match = this.#sides[other].takeFirst(price, unitsAt(price))
      if (match === null) return
      this.#touched[other].add(price)
      if (match.maker.remaining === 0) this.#byId.delete(match.maker.id)
      onMatch(match.maker, price, match.units)
    }
  }

  orders(side: OrderSide): Generator<Order> {
    return this.#sides[side].orders()
  }

  levels(side: OrderSide): Generator<{ readonly price: number; readonly units: number }> {
    return this.#sides[side].levels()
  }

  /** The prices whose sum differs from what was told last, as they are now. */
  takeChanges(): LevelChange[] {
    const changes: LevelChange[] = []
    for (const side of ['buy', 'sell'] as const) {
      for (const price of this.#touched[side]) {
        const units = this.#sides[side].unitsAt(price)
        if (units === (this.#told[side].get(price) ?? 0)) continue
        if (units === 0) this.#told[side].delete(price)
        else this.#told[side].set(price, units)
        changes.push({ side, price, units })
      }
      this.#touched[side].clear()
    }
    return changes
  }
}
