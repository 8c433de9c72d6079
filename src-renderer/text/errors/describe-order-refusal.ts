// Text for trading sessions and price bounds that were refused: which limit it is.
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import { formatDecimal } from '../format/decimal.ts'
import { fact } from './error-facts.ts'

const orderReasons: Readonly<Record<string, string>> = {
  waitedTooLong: 'The order waited for more than 5 seconds, so it was not signed. Place it again.',
  notOpen: 'This order is no longer open.',
  notMovable: 'This type of order can’t be moved.',
  tooManyMoves: 'Other orders are being moved. Move this one when that is done.',
  notInState: 'This order has changed meanwhile.',
  changedMeanwhile: 'This market’s bounds have changed. Review them and try again.',
  crossed: 'The lowest price is above the highest.',
  notPositive: 'Enter a value above zero.',
  aboveSum: 'One order cannot be larger than the total.',
  otherQuote: 'All markets of a session must share one quote currency.',
}

/** One sentence about an order that waited, a price bound or a session limit; null for a reason that is none of theirs. */
export function describeOrderRefusal(reason: string, data: ErrorData): string | null {
  switch (reason) {
    case 'aboveLargest':
      return `A trading session allows at most ${formatDecimal(fact(data, 'largest'))} here.`
    default:
      return Object.hasOwn(orderReasons, reason) ? (orderReasons[reason] ?? null) : null
  }
}
