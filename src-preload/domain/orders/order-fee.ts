// The fee of an order before it is placed, by the account's own rates, exactly. Pure.
// Source: facts B8: a fee is taken from what is received, amount × rate.
import type { OrderSide, OrderType } from '../markets/markets.ts'
import { compareDecimals, exactText, multiply, parseExact } from '../numbers/exact-decimal.ts'

/** Rates, not percentages: 0.001 is 0.1 %. */
export interface FeeRates {
  readonly maker: string
  readonly taker: string
}

/** As maker, as taker, or the higher of both where either may happen. */
export const feeLiquidities = ['maker', 'taker', 'either'] as const
export type FeeLiquidity = (typeof feeLiquidities)[number]

export interface OrderFee {
  readonly rate: string
  /** In the currency that is received. */
  readonly amount: string
  readonly liquidity: FeeLiquidity
}

export interface FeeInput {
  readonly side: OrderSide
  readonly type: OrderType
  readonly price: string | null
  /** The best price of the other side; null if unknown. */
  readonly bestOpposite: string | null
  /** What is received before the fee: the amount of a buy, the value of a sell. */
  readonly received: string
}

/** True where a limit at this price takes from the book at once. */
export function crosses(side: OrderSide, price: string, bestOpposite: string): boolean {
  const distance = compareDecimals(price, bestOpposite)
  return side === 'buy' ? distance >= 0 : distance <= 0
}

function liquidityOf({ side, type, price, bestOpposite }: FeeInput): FeeLiquidity {
  switch (type) {
    case 'market':
      return 'taker'
    case 'limit_maker':
      return 'maker'
    case 'stop_limit':
      return 'either'
    case 'limit':
      if (price === null || bestOpposite === null) return 'either'
      return crosses(side, price, bestOpposite) ? 'taker' : 'maker'
  }
}

/** The fee of an order that fills wholly. */
export function feeOf(input: FeeInput, { maker, taker }: FeeRates): OrderFee {
  const liquidity = liquidityOf(input)
  const highest = compareDecimals(maker, taker) > 0 ? maker : taker
  const rate = liquidity === 'maker' ? maker : liquidity === 'taker' ? taker : highest
  return { rate, liquidity, amount: exactText(multiply(parseExact(input.received), parseExact(rate))) }
}
