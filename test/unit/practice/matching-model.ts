// An independent model of matching, funds and fees: plain lists searched from the start, and fractions of whole numbers.
import type { EngineOrder } from '../../../src-main/practice/trading/market-engine.ts'

/** An exact fraction; the denominator is above zero. */
export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

export const whole = (value: bigint | number): Fraction => ({ top: BigInt(value), bottom: 1n })
export const plus = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
})
export const times = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.top,
  bottom: one.bottom * other.bottom,
})
export const minus = (one: Fraction, other: Fraction): Fraction => plus(one, times(whole(-1), other))
export const isEqual = (one: Fraction, other: Fraction): boolean =>
  one.top * other.bottom === other.top * one.bottom
const simplify = ({ top, bottom }: Fraction): Fraction => {
  let [large, small] = [top < 0n ? -top : top, bottom]
  while (small !== 0n) [large, small] = [small, large % small]
  return large === 0n ? whole(0) : { top: top / large, bottom: bottom / large }
}

export interface ModelOrder extends Pick<
  EngineOrder,
  'id' | 'account' | 'side' | 'type' | 'price' | 'stopPrice'
> {
  remaining: number
  state: 'pending' | 'wait' | 'done' | 'cancel'
  reason: string | null
  /** When it came to the book. */
  turn: number
}

export interface ModelFill {
  readonly maker: number
  readonly taker: number
  readonly price: number
  readonly units: number
}

export interface ModelMarket {
  /** Of one tick in quote currency, of one unit in base currency. */
  readonly tick: Fraction
  readonly unit: Fraction
  readonly makerFee: Fraction
  readonly takerFee: Fraction
}

export class MatchingModel {
  readonly orders: ModelOrder[] = []
  /** Those that have not ended, and some that have. */
  #open: ModelOrder[] = []
  readonly fills: ModelFill[] = []
  readonly #market: ModelMarket
  readonly #amounts: Record<string, Fraction> = {}
  last: number | null = null
  #turn = 0

  constructor(market: ModelMarket, opening: Record<string, Fraction>) {
    this.#market = market
    Object.assign(this.#amounts, opening)
  }

  amount(account: number, currency: 'base' | 'quote'): Fraction {
    return this.#amounts[`${account} ${currency}`] ?? whole(0)
  }

  fee(currency: 'base' | 'quote'): Fraction {
    return this.#amounts[`fees ${currency}`] ?? whole(0)
  }

  #give(account: number | 'fees', currency: 'base' | 'quote', amount: Fraction): void {
    const key = `${account} ${currency}`
    this.#amounts[key] = simplify(plus(this.#amounts[key] ?? whole(0), amount))
  }

  /** What nobody's open order holds, in quote currency. */
  #freeQuote(account: number): Fraction {
    const { tick, unit } = this.#market
    return this.#open
      .filter((order) => order.account === account && order.side === 'buy' && order.type !== 'market')
      .filter(({ state }) => state === 'pending' || state === 'wait')
      .reduce(
        (free, { price, remaining }) =>
          minus(free, times(times(whole(price), tick), times(whole(remaining), unit))),
        this.amount(account, 'quote'),
      )
  }

  open(): ModelOrder[] {
    return this.#open.filter(({ state }) => state === 'pending' || state === 'wait')
  }

  place(order: ModelOrder): void {
    this.orders.push(order)
    this.#open = [...this.open(), order]
    if (order.type !== 'stop_limit' || this.#isTriggered(order)) this.#start(order)
    this.#wake()
  }

  cancel(id: number, reason: string): void {
    const order = this.orders.find((one) => one.id === id)
    if (order === undefined) throw new Error('no such order')
    order.state = 'cancel'
    order.reason = reason
  }

  /** Resting orders of a side, best first. */
  book(side: 'buy' | 'sell'): ModelOrder[] {
    return this.#open
      .filter(
        (order) => order.side === side && order.state === 'wait' && order.remaining > 0 && order.turn > 0,
      )
      .sort(
        (one, other) =>
          (side === 'buy' ? other.price - one.price : one.price - other.price) || one.turn - other.turn,
      )
  }

  #isTriggered({ side, stopPrice }: ModelOrder): boolean {
    if (this.last === null || stopPrice === null) return false
    return side === 'buy' ? this.last >= stopPrice : this.last <= stopPrice
  }

  #wake(): void {
    for (;;) {
      const next = this.#open.find(
        (one) => one.type === 'stop_limit' && one.state === 'pending' && this.#isTriggered(one),
      )
      if (next === undefined) return
      this.#start(next)
    }
  }

  #start(order: ModelOrder): void {
    order.state = 'wait'
    const other = order.side === 'buy' ? 'sell' : 'buy'
    const reaches = (price: number): boolean =>
      order.side === 'buy' ? price <= order.price : price >= order.price
    const best = this.book(other)[0]
    if (order.type === 'limit_maker' && best !== undefined && reaches(best.price)) {
      order.state = 'cancel'
      order.reason = 'Order cancelled because it was matched as a taker order'
      return
    }
    let first: number | null = null
    let isSlipped = false
    while (order.remaining > 0) {
      const [maker] = this.book(other)
      if (maker === undefined) break
      if (order.type !== 'market' && !reaches(maker.price)) break
      first ??= maker.price
      if (order.type === 'market') {
        const distance = order.side === 'buy' ? maker.price - first : first - maker.price
        isSlipped = distance * 10 > first * 3
        if (isSlipped) break
      }
      let units = Math.min(order.remaining, maker.remaining)
      if (order.type === 'market' && order.side === 'buy') {
        const one = times(times(whole(maker.price), this.#market.tick), this.#market.unit)
        const free = this.#freeQuote(order.account)
        const most = free.top <= 0n ? 0n : (free.top * one.bottom) / (free.bottom * one.top)
        units = Math.min(units, Number(most))
      }
      if (units === 0) break
      this.#trade(order, maker, units)
    }
    if (order.remaining === 0) order.state = 'done'
    else if (order.type === 'market') {
      order.state = 'cancel'
      order.reason = isSlipped
        ? 'Slippage greater than 30%. Order cancelled to prevent loss of funds'
        : 'Order cancellation was initiated by system'
    } else {
      this.#turn += 1
      order.turn = this.#turn
    }
  }

  #trade(taker: ModelOrder, maker: ModelOrder, units: number): void {
    const { tick, unit, makerFee, takerFee } = this.#market
    this.fills.push({ maker: maker.id, taker: taker.id, price: maker.price, units })
    this.last = maker.price
    taker.remaining -= units
    maker.remaining -= units
    if (maker.remaining === 0) maker.state = 'done'
    const base = times(whole(units), unit)
    const quote = times(base, times(whole(maker.price), tick))
    for (const [order, fee] of [
      [taker, takerFee],
      [maker, makerFee],
    ] as const) {
      const [received, gets, paid, gives] =
        order.side === 'buy'
          ? (['base', base, 'quote', quote] as const)
          : (['quote', quote, 'base', base] as const)
      this.#give(order.account, received, times(gets, minus(whole(1), fee)))
      this.#give('fees', received, times(gets, fee))
      this.#give(order.account, paid, times(whole(-1), gives))
    }
  }
}
