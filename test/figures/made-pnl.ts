// `pnl` of a made-up account: the exchange's own moving average over everything, deposits and withdrawals too.
import type { MadeAccount, MadeFill, MadeMove } from './made-account.ts'
import { madeCurrencies, priceAt } from './made-prices.ts'
import { Rational } from './rational.ts'

/** Whether `total_credit_value` counts what was bought without the fee taken from it, or with it. */
export type FeeCounting = 'net' | 'gross'

export type PnlWireRow = Readonly<Record<string, string>>

/** A service rounds what it tells. */
const TOLD_PLACES = 20
/** Running costs are kept to so many decimals. */
const KEPT_PLACES = 40
const money = 'usdc'

interface Sums {
  credit: Rational
  debit: Rational
  creditValue: Rational
  debitValue: Rational
  cost: Rational
}

class MadeBooks {
  readonly #sums = new Map<string, Sums>()

  of(currency: string): Sums {
    let sums = this.#sums.get(currency)
    if (sums === undefined) {
      const { zero } = Rational
      sums = { credit: zero, debit: zero, creditValue: zero, debitValue: zero, cost: zero }
      this.#sums.set(currency, sums)
    }
    return sums
  }

  credit(currency: string, amount: Rational, value: Rational): void {
    const sums = this.of(currency)
    sums.credit = sums.credit.add(amount)
    sums.creditValue = sums.creditValue.add(value).round(KEPT_PLACES)
    sums.cost = sums.cost.add(value).round(KEPT_PLACES)
  }

  /** The average price of what is held stays. */
  debit(currency: string, amount: Rational, value: Rational): void {
    const sums = this.of(currency)
    const held = sums.credit.subtract(sums.debit)
    const left = held.subtract(amount)
    sums.debit = sums.debit.add(amount)
    sums.debitValue = sums.debitValue.add(value).round(KEPT_PLACES)
    if (held.sign() !== 0) sums.cost = sums.cost.multiply(left).divide(held).round(KEPT_PLACES)
  }
}

/** In USDC: the side that is in it, else total × price of the quote at the fill's minute. */
export function valueOfFill({ order: { market }, price, amount, timeMs }: MadeFill): Rational {
  const total = price.multiply(amount)
  if (market.quote === money) return total
  return market.base === money ? amount : total.multiply(priceAt(market.quote, timeMs))
}

function applyFill(books: MadeBooks, fill: MadeFill, counting: FeeCounting): void {
  const { order, price, amount, feeCurrency, feeAmount, timeMs } = fill
  const { base, quote } = order.market
  const total = price.multiply(amount)
  const value = valueOfFill(fill)
  const [given, givenAmount, received, receivedAmount] =
    order.side === 'buy' ? [quote, total, base, amount] : [base, amount, quote, total]
  books.debit(given, givenAmount, value)
  if (feeCurrency === received) {
    const kept = receivedAmount.subtract(feeAmount)
    // One of the pnl currency is worth one: its value is its amount, however fees are counted.
    const isWhole = counting === 'gross' && received !== money
    books.credit(received, kept, isWhole ? value : value.multiply(kept).divide(receivedAmount))
    return
  }
  books.credit(received, receivedAmount, value)
  if (feeAmount.sign() === 0) return
  const feeValue =
    feeCurrency === given
      ? value.multiply(feeAmount).divide(givenAmount)
      : feeAmount.multiply(priceAt(feeCurrency, timeMs))
  books.debit(feeCurrency, feeAmount, feeValue)
}

function applyMove(books: MadeBooks, { currency, direction, amount, timeMs }: MadeMove): void {
  const value = amount.multiply(priceAt(currency, timeMs))
  if (direction === 'in') books.credit(currency, amount, value)
  else books.debit(currency, amount, value)
}

/** The rows of `pnl` as of an instant, by name. */
export function pnlOf(account: MadeAccount, nowMs: number, counting: FeeCounting): PnlWireRow[] {
  const books = new MadeBooks()
  for (const event of account.events()) {
    if ((event.kind === 'fill' ? event.fill.timeMs : event.move.timeMs) > nowMs) break
    if (event.kind === 'fill') applyFill(books, event.fill, counting)
    else applyMove(books, event.move)
  }
  const text = (value: Rational): string => value.toDecimal(TOLD_PLACES)
  const ratio = (value: Rational, amount: Rational): string =>
    amount.sign() === 0 ? '0.0' : text(value.divide(amount))
  return madeCurrencies.map((currency) => {
    const { credit, debit, creditValue, debitValue, cost } = books.of(currency)
    return {
      currency,
      pnl_currency: money,
      total_credit: text(credit),
      total_debit: text(debit),
      total_credit_value: text(creditValue),
      total_debit_value: text(debitValue),
      average_buy_price: ratio(creditValue, credit),
      average_sell_price: ratio(debitValue, debit),
      average_balance_price: ratio(cost, credit.subtract(debit)),
      total_balance_value: text(cost),
    }
  })
}
