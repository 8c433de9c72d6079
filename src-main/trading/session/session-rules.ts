// What a trading session allows: the value of an order, what is left, and the most that can be lost. Pure.
import {
  add,
  compareDecimals,
  exactText,
  multiply,
  parseExact,
  subtract,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { SessionLimits } from '../../../src-preload/domain/accounts/session-limits.ts'

/** What a session has used up: by orders that were signed, and by those that are about to be. */
export interface SessionUse {
  /** In the quote currency. */
  readonly sum: string
  readonly signatures: number
  /** Orders that were taken within the last minute, signed or not. */
  readonly lastMinute: number
  readonly openOrders: number
}

export const countedLimits = [
  'markets',
  'largestOrder',
  'signatures',
  'largestSum',
  'ordersPerMinute',
  'openOrders',
] as const
export type CountedLimit = (typeof countedLimits)[number]

/** A limit that an order would break. */
export interface BrokenLimit {
  readonly limit: CountedLimit
  /** The limit itself: an amount in the quote currency or a count; empty for `markets`. */
  readonly allowed: string
  /** What is left of it; for `largestOrder` the limit itself. */
  readonly left: string
}

/** Money as it counts: amount in the base currency, prices in the quote currency. */
export interface CountedOrder {
  readonly side: OrderSide
  readonly amount: string
  readonly price: string
  /** What the band is measured from: the market's reference price, or a stop's trigger. */
  readonly base: string
}

/**
 * What an order counts against the sum, in the quote currency: a buy amount × price, and a sell amount × the higher of price and
 * base, so that neither can lose more than this value × band.
 */
export function countedValue({ side, amount, price, base }: CountedOrder): string {
  const counted = side === 'sell' && compareDecimals(base, price) > 0 ? base : price
  return exactText(multiply(parseExact(amount), parseExact(counted)))
}

/**
 * The most that a session can lose against the prices that main sees when it signs, in the quote currency:
 *
 *     largestSum × bandPercent ÷ 100 + largestSum × feePercent ÷ 100
 *
 * A buy at most b above the reference R costs V = amount × price and loses amount × (price − R) ≤ V × b. A sell at least
 * R × (1 − b) counts V = amount × max(price, R) and loses amount × (R − price) ≤ V × b. All V together are at most the sum, and
 * each fill pays at most the fee rate. What the market does afterwards is not in it.
 * @param feePercent - the highest fee rate, in percent
 */
export function largestLossOf(
  { largestSum, bandPercent }: Pick<SessionLimits, 'largestSum' | 'bandPercent'>,
  feePercent: string,
): string {
  const rate = add(parseExact(bandPercent), parseExact(feePercent))
  const percent = multiply(parseExact(largestSum), rate)
  return exactText({ ...percent, scale: percent.scale + 2 })
}

/** What is left of the sum, in the quote currency; never below zero. */
export function sumLeft({ largestSum }: Pick<SessionLimits, 'largestSum'>, { sum }: SessionUse): string {
  const left = subtract(parseExact(largestSum), parseExact(sum))
  return left.units < 0n ? '0' : exactText(left)
}

const countLeft = (limit: number, used: number): string => String(Math.max(0, limit - used))

/** The first limit that one more order breaks; null where it fits. @param value - see countedValue */
export function findBrokenLimit(
  limits: SessionLimits,
  use: SessionUse,
  { market, value }: { readonly market: string; readonly value: string },
): BrokenLimit | null {
  const { largestOrder, largestSum, signatures, ordersPerMinute, openOrders } = limits
  const left = sumLeft(limits, use)
  const rules: Readonly<Record<CountedLimit, readonly [isBroken: boolean, allowed: string, left: string]>> = {
    markets: [!limits.markets.includes(market), '', ''],
    largestOrder: [compareDecimals(value, largestOrder) > 0, largestOrder, largestOrder],
    signatures: [use.signatures >= signatures, String(signatures), countLeft(signatures, use.signatures)],
    largestSum: [compareDecimals(value, left) > 0, largestSum, left],
    ordersPerMinute: [
      use.lastMinute >= ordersPerMinute,
      String(ordersPerMinute),
      countLeft(ordersPerMinute, use.lastMinute),
    ],
    openOrders: [use.openOrders >= openOrders, String(openOrders), countLeft(openOrders, use.openOrders)],
  }
  const limit = countedLimits.find((name) => rules[name][0])
  return limit === undefined ? null : { limit, allowed: rules[limit][1], left: rules[limit][2] }
}
