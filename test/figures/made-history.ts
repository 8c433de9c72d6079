// Random histories of made-up accounts: the same for the same seed.
import { MadeAccount, type MadeOrder } from './made-account.ts'
import { closeAt, madeCurrencies, madeMarkets, marketOf, priceAt, type MadeMarket } from './made-prices.ts'
import { Rational } from './rational.ts'
import type { Side } from './raw-rows.ts'
import { randomFrom } from '../../scripts/random.ts'

/** In what fees are taken. */
export type FeeStyle = 'received' | 'given' | 'third' | 'mixed'

export interface HistoryOptions {
  readonly seed: number
  readonly orders: number
  readonly fromMs: number
  readonly toMs: number
  readonly markets?: readonly string[]
  readonly fees?: FeeStyle
  /** What the account has at first, in USDC, spread over its currencies. */
  readonly wealth?: number
}

export type Random = () => number

const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

/** A part of a value between two hundredths, at so many decimals. */
const partOf = (random: Random, whole: Rational, least: number, most: number, places: number): Rational =>
  whole
    .multiply(Rational.of(Math.floor(1e6 * (least + random() * (most - least))), 100_000_000))
    .round(places)

const feeRate = Rational.parse('0.001')

/** Trades for an account at given moments, and remembers what it holds. */
export class MadeTrader {
  readonly account = new MadeAccount()
  readonly #random: Random
  readonly #held = new Map<string, Rational>()
  readonly #fees: FeeStyle

  constructor(random: Random, fees: FeeStyle) {
    this.#random = random
    this.#fees = fees
  }

  held(currency: string): Rational {
    return this.#held.get(currency) ?? Rational.zero
  }

  #hold(currency: string, amount: Rational): void {
    this.#held.set(currency, this.held(currency).add(amount))
  }

  /** A deposit, a withdrawal, or with a reference a transfer. */
  move(
    timeMs: number,
    currency: string,
    direction: 'in' | 'out',
    amount: Rational,
    reference: string | null = null,
  ): void {
    this.account.addMove({ timeMs, currency, direction, amount, reference })
    this.#hold(currency, direction === 'in' ? amount : amount.negate())
  }

  #feeCurrency(given: string, received: string): string {
    const styles: readonly FeeStyle[] = ['received', 'given', 'third']
    const style = this.#fees === 'mixed' ? pick(this.#random, styles) : this.#fees
    if (style === 'third' && this.held('arb').sign() > 0) return 'arb'
    return style === 'given' ? given : received
  }

  #side({ base, quote }: MadeMarket, timeMs: number): Side {
    const worth = (currency: string): number =>
      Number(this.held(currency).multiply(priceAt(currency, timeMs)).toFixed(2))
    const [ofBase, ofQuote] = [worth(base), worth(quote)]
    if (ofBase + ofQuote <= 0) throw new Error(`nothing of ${base} or ${quote}`)
    return this.#random() < ofQuote / (ofBase + ofQuote) ? 'buy' : 'sell'
  }

  #fill(order: MadeOrder, timeMs: number, amount: Rational, price: Rational): void {
    const { base, quote } = order.market
    const total = price.multiply(amount)
    const [given, givenAmount, received, receivedAmount] =
      order.side === 'buy' ? [quote, total, base, amount] : [base, amount, quote, total]
    const feeCurrency = this.#feeCurrency(given, received)
    const feeAmount =
      feeCurrency === received
        ? receivedAmount.multiply(feeRate)
        : feeCurrency === given
          ? givenAmount.multiply(feeRate)
          : Rational.parse('0.01')
    this.account.addFill(order, { timeMs, price, amount, feeCurrency, feeAmount })
    this.#hold(given, givenAmount.negate())
    this.#hold(received, receivedAmount)
    this.#hold(feeCurrency, feeAmount.negate())
  }

  /** An order of just so much, filled at once. */
  take(symbol: string, side: Side, timeMs: number, volume: Rational): void {
    const market = marketOf(symbol)
    const order = this.account.addOrder({ market, side, price: null, volume, createdMs: timeMs })
    this.#fill(order, timeMs, volume, closeAt(market, timeMs))
  }

  /** Orders that are neither filled nor cancelled by then, nor will be. */
  openOrders(nowMs: number): MadeOrder[] {
    return this.account.orders.filter(
      (order) =>
        order.createdMs <= nowMs &&
        order.cancelledMs === null &&
        MadeAccount.filledAt(order, Infinity).compare(order.volume) < 0,
    )
  }

  /** Fills more of an open order: half of what is left, or all of it. */
  fillMore(order: MadeOrder, timeMs: number, isAll: boolean): void {
    const left = order.volume.subtract(MadeAccount.filledAt(order, Infinity))
    const amount = isAll ? left : left.divide(Rational.of(2)).round(6)
    if (amount.sign() > 0) this.#fill(order, timeMs, amount, order.price ?? closeAt(order.market, timeMs))
  }

  /** An order of some hundredths of what is held, filled in up to three fills; some stay open or are cancelled. */
  trade(symbol: string, timeMs: number): void {
    const random = this.#random
    const market = marketOf(symbol)
    const side = this.#side(market, timeMs)
    const price = closeAt(market, timeMs)
    const rich = this.held(side === 'buy' ? market.quote : market.base)
    const most = side === 'buy' ? rich.divide(price) : rich
    const amount = partOf(random, most, 1, 25, 4)
    if (amount.sign() <= 0) return
    const isPartly = random() < 0.15
    const volume = isPartly ? amount.add(Rational.parse('0.0001')) : amount
    const order = this.account.addOrder({
      market,
      side,
      price: random() < 0.3 && !isPartly ? null : price,
      volume,
      createdMs: timeMs,
    })
    let left = amount
    let atMs = timeMs
    for (const isLast of random() < 0.3 ? [false, false, true] : [true]) {
      const filled = isLast ? left : left.multiply(Rational.parse('0.37')).round(4)
      if (filled.sign() <= 0) continue
      left = left.subtract(filled)
      // Two fills of one second are told apart by their ids alone.
      atMs += random() < 0.3 ? 0 : Math.floor(random() * 90) * 1_000
      this.#fill(order, atMs, filled, price)
    }
    if (isPartly && random() < 0.7) order.cancelledMs = atMs + 60_000
  }
}

/** A trader with something of every currency, which came an hour before its first order. */
export function openTrader({
  seed,
  fromMs,
  fees = 'received',
  wealth = 100_000,
}: HistoryOptions): MadeTrader {
  const trader = new MadeTrader(randomFrom(seed), fees)
  const share = Rational.of(Math.floor(wealth / madeCurrencies.length))
  for (const currency of madeCurrencies) {
    const timeMs = fromMs - 3_600_000
    trader.move(timeMs, currency, 'in', share.divide(priceAt(currency, timeMs)).round(6))
  }
  return trader
}

/** The seconds at which the orders of a history are made, oldest first. */
export function orderTimes({ seed, orders, fromMs, toMs }: HistoryOptions): number[] {
  const random = randomFrom(seed + 1)
  const step = (toMs - fromMs) / orders
  return Array.from({ length: orders }, (_, at) => {
    const timeMs = fromMs + step * (at + random() * 0.5)
    return Math.floor(timeMs / 1_000) * 1_000
  })
}

/**
 * A random history.
 * @param meanwhile - called before each order: deposits, withdrawals and transfers come in here
 */
export function makeHistory(
  options: HistoryOptions,
  meanwhile: (trader: MadeTrader, at: number, timeMs: number) => void = () => undefined,
): MadeTrader {
  const trader = openTrader(options)
  const markets = options.markets ?? madeMarkets.map(({ symbol }) => symbol)
  const random = randomFrom(options.seed + 2)
  for (const [at, timeMs] of orderTimes(options).entries()) {
    meanwhile(trader, at, timeMs)
    trader.trade(pick(random, markets), timeMs)
  }
  return trader
}
