// What every fill, transfer and entered deposit moved, in order, with its value in the pnl currency.
import { PriceTable } from './prices.ts'
import { Rational } from './rational.ts'
import { splitMarket, type RawFill, type RawRows } from './raw-rows.ts'

/** One currency's part of a movement. */
export interface Leg {
  readonly currency: string
  readonly direction: 'in' | 'out'
  /** What came in is without the fee that was taken from it. */
  readonly amount: Rational
  /** In the pnl currency, for exactly that amount; null where no candle gives a price. */
  readonly value: Rational | null
  /** A sale has a result; a transfer out is "moved out" instead. */
  readonly isSale: boolean
}

export interface Movement {
  readonly timeMs: number
  readonly fill: RawFill | null
  readonly legs: readonly Leg[]
  /** Gross value of the fill in the pnl currency; null for what is no fill, or has no price. */
  readonly value: Rational | null
  /** Value of the fee at the fill's own price; zero for what is no fill. */
  readonly feeValue: Rational | null
}

/** The currency in which `pnl` counts. */
export function moneyOf(rows: RawRows): string {
  return [...rows.pnl.rows.values()][0]?.pnlCurrency ?? 'usdc'
}

/**
 * What a fill is worth in the pnl currency: the side that is in it; else total × price of the quote at the fill's minute.
 * On usdcusdt that is the base amount.
 */
function valueOf(
  fill: RawFill,
  pair: { readonly base: string; readonly quote: string },
  money: string,
  prices: PriceTable,
): Rational | null {
  if (pair.quote === money) return fill.total
  if (pair.base === money) return fill.amount
  const price = prices.at(pair.quote, money, fill.timeMs)
  return price === null ? null : fill.total.multiply(price.value)
}

function times(value: Rational | null, part: Rational, whole: Rational): Rational | null {
  if (value === null) return null
  return whole.sign() === 0 ? Rational.zero : value.multiply(part).divide(whole)
}

/**
 * Legs of a fill. A fee in what is received makes that less, in amount and in value; a fee in anything else is a disposal
 * of its own at the fill's price (base or quote) or at its minute's price (a third currency).
 */
function moveFill(fill: RawFill, rows: RawRows, money: string, prices: PriceTable): Movement {
  const pair = splitMarket(fill.market, new Set(rows.pnl.rows.keys()))
  if (pair === null) throw new Error(`${fill.market}: currencies that pnl does not have`)
  const value = valueOf(fill, pair, money, prices)
  const isBuy = fill.side === 'buy'
  const [received, receivedAmount] = isBuy ? [pair.base, fill.amount] : [pair.quote, fill.total]
  const [given, givenAmount] = isBuy ? [pair.quote, fill.total] : [pair.base, fill.amount]
  const isInKind = fill.feeCurrency === received
  const kept = isInKind ? receivedAmount.subtract(fill.feeAmount) : receivedAmount
  const legs: Leg[] = [
    { currency: given, direction: 'out', amount: givenAmount, value, isSale: true },
    {
      currency: received,
      direction: 'in',
      amount: kept,
      value: times(value, kept, receivedAmount),
      isSale: false,
    },
  ]
  let feeValue: Rational | null
  if (isInKind) feeValue = times(value, fill.feeAmount, receivedAmount)
  else if (fill.feeCurrency === given) feeValue = times(value, fill.feeAmount, givenAmount)
  else {
    const price = prices.at(fill.feeCurrency, money, fill.timeMs)
    feeValue = price === null ? null : fill.feeAmount.multiply(price.value)
  }
  if (!isInKind && fill.feeAmount.sign() !== 0) {
    const { feeCurrency: currency, feeAmount: amount } = fill
    legs.push({ currency, direction: 'out', amount, value: feeValue, isSale: true })
  }
  return { timeMs: fill.timeMs, fill, legs, value, feeValue }
}

/**
 * All movements since T0 up to the reading of `pnl`, oldest first; fills of one second by trade id, after them transfers and
 * what a person entered.
 */
export function movementsOf(rows: RawRows): Movement[] {
  const money = moneyOf(rows)
  const prices = new PriceTable(rows)
  const fromMs = rows.sinceMs ?? -Infinity
  const isIn = ({ timeMs }: { readonly timeMs: number }): boolean =>
    timeMs >= fromMs && timeMs < rows.pnl.momentMs + 1000
  const fills = rows.orders
    .flatMap((order) => order.fills)
    .filter(isIn)
    .sort((a, b) => a.timeMs - b.timeMs || a.id - b.id)
    .map((fill) => moveFill(fill, rows, money, prices))
  const transfers = rows.transfers.filter(isIn).map((transfer): Movement => {
    const { currency, direction, amount, timeMs } = transfer
    const price = prices.at(currency, money, timeMs)
    const value = price === null ? null : amount.multiply(price.value)
    return {
      timeMs,
      fill: null,
      legs: [{ currency, direction, amount, value, isSale: false }],
      value: null,
      feeValue: Rational.zero,
    }
  })
  const entered = rows.entered
    .filter(isIn)
    .map(({ currency, direction, amount, cost, timeMs }): Movement => ({
      timeMs,
      fill: null,
      legs: [{ currency, direction, amount, value: cost, isSale: false }],
      value: null,
      feeValue: Rational.zero,
    }))
  // The sort is stable: fills of one second stay before the rest of it.
  return [...fills, ...transfers, ...entered].sort((a, b) => a.timeMs - b.timeMs)
}
