// The figures of single orders and of sums over orders.
import { Rational, sumOf } from './rational.ts'
import type { RawOrder } from './raw-rows.ts'

export interface OrderFigures {
  /** Σ totals of its fills where all are here, else average price × filled. In quote currency. */
  readonly value: Rational
  readonly isExact: boolean
  /** Σ totals ÷ Σ amounts of its fills where all are here, else as told; null where nothing is filled. */
  readonly averagePrice: Rational | null
  /** filled ÷ volume × 100; null for a volume of nothing. */
  readonly filledPercent: Rational | null
}

/** The figures of one order. */
export function computeOrder(order: RawOrder): OrderFigures {
  const amount = sumOf(order.fills.map((fill) => fill.amount))
  const isExact = amount.equals(order.executedVolume)
  const value = isExact
    ? sumOf(order.fills.map(({ total }) => total))
    : order.averagePrice.multiply(order.executedVolume)
  const isFilled = order.executedVolume.sign() !== 0
  return {
    value,
    isExact,
    averagePrice: !isFilled ? null : isExact ? value.divide(amount) : order.averagePrice,
    filledPercent:
      order.originVolume.sign() === 0
        ? null
        : order.executedVolume.divide(order.originVolume).multiply(Rational.of(100)),
  }
}

export interface OrderSums {
  readonly boughtAmount: Rational
  readonly boughtValue: Rational
  readonly averageBought: Rational | null
  readonly soldAmount: Rational
  readonly soldValue: Rational
  readonly averageSold: Rational | null
  readonly isExact: boolean
}

/** Sums over orders of one market, bought and sold apart. */
export function computeOrderSums(orders: readonly RawOrder[]): OrderSums {
  const sides = (['buy', 'sell'] as const).map((side) => {
    const own = orders.filter((order) => order.side === side)
    const figures = own.map(computeOrder)
    const amount = sumOf(own.map(({ executedVolume }) => executedVolume))
    const value = sumOf(figures.map((figure) => figure.value))
    return {
      amount,
      value,
      average: amount.sign() === 0 ? null : value.divide(amount),
      isExact: figures.every((figure) => figure.isExact),
    }
  })
  const [bought, sold] = sides
  if (bought === undefined || sold === undefined) throw new Error('two sides')
  return {
    boughtAmount: bought.amount,
    boughtValue: bought.value,
    averageBought: bought.average,
    soldAmount: sold.amount,
    soldValue: sold.value,
    averageSold: sold.average,
    isExact: bought.isExact && sold.isExact,
  }
}

/**
 * A percentage as it is shown: half-even to `places` decimals, but 0 and 100 only if exactly so: what would read as one of
 * them reads as its neighbor instead (0.1, 99.9).
 */
export function percentText(percent: Rational, places: number): string {
  const hundred = Rational.of(100)
  const step = Rational.parse(`1e-${places}`)
  const rounded = percent.round(places)
  if (rounded.sign() === 0 && percent.sign() > 0) return step.toFixed(places)
  if (rounded.equals(hundred) && percent.compare(hundred) < 0) return hundred.subtract(step).toFixed(places)
  return rounded.toFixed(places)
}
