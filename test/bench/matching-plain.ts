// A plain matcher for comparison: each side one array of orders, sorted by price and arrival, the best one last.
import type { RestingOrder } from '../../src-main/practice/trading/order-book.ts'

export class PlainMatcher {
  readonly #sides: Readonly<Record<'buy' | 'sell', RestingOrder[]>> = { buy: [], sell: [] }

  /** Takes many resting orders, oldest first, of which none meets another. */
  restAll(orders: readonly RestingOrder[]): void {
    for (const side of ['buy', 'sell'] as const) {
      const own = orders.filter((order) => order.side === side).toReversed()
      own.sort((one, other) => (side === 'buy' ? 1 : -1) * (one.price - other.price))
      for (const order of own) this.#sides[side].push(order)
    }
  }

  /** Fills and rests an order; answers how many units were filled and the last price. */
  place(order: RestingOrder): { readonly filled: number; readonly last: number } {
    const { side, price } = order
    const others = this.#sides[side === 'buy' ? 'sell' : 'buy']
    let filled = 0
    let last = 0
    while (order.remaining > 0) {
      const best = others.at(-1)
      if (best === undefined || (side === 'buy' ? best.price > price : best.price < price)) break
      const units = Math.min(order.remaining, best.remaining)
      order.remaining -= units
      best.remaining -= units
      filled += units
      last = best.price
      if (best.remaining === 0) others.pop()
    }
    if (order.remaining > 0) this.#rest(order)
    return { filled, last }
  }

  /** Before all orders of a better price, and before older ones of the same: they come first. */
  #rest(order: RestingOrder): void {
    const own = this.#sides[order.side]
    let low = 0
    let high = own.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = own[middle]?.price ?? 0
      if (order.side === 'buy' ? other < order.price : other > order.price) low = middle + 1
      else high = middle
    }
    own.splice(low, 0, order)
  }
}
