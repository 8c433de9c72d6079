// Text for orders and sessions that were refused: which limit it is, and where it is changed.
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import { formatDecimal } from '../format/decimal.ts'
import { fact } from './error-facts.ts'

const orderReasons: Readonly<Record<string, string>> = {
  noPrice: 'There is no current price to compare with your price bounds, so nothing was signed.',
  marketMoved: 'The market moved before the order was signed. Nothing was signed.',
  waitedTooLong: 'The order waited for more than 5 seconds, so it was not signed. Place it again.',
  notOpen: 'This ticket is closed. Open a new one.',
  journalRestored:
    'The journal was restored, so nothing is signed until you have looked at your orders and transfers.',
  signingLocked:
    'The exchange did something you did not ask for, so nothing is signed. Review it in Trade to allow signing again.',
  crossed: 'The lowest price is above the highest.',
  notPositive: 'It must be more than zero.',
  aboveSum: 'One order cannot be larger than the total.',
  otherQuote: 'The markets of a session share one quote currency.',
}

/** One sentence about an order, a price bound or a session limit; null for a reason that is none of theirs. */
export function describeOrderRefusal(field: string, reason: string, data: ErrorData): string | null {
  const name = field === 'stopPrice' ? 'trigger' : 'price'
  switch (reason) {
    case 'belowBounds':
      return `The ${name} is below your lowest price of ${formatDecimal(fact(data, 'limit'))} for this market. Change it under Price bounds in Trade.`
    case 'aboveBounds':
      return `The ${name} is above your highest price of ${formatDecimal(fact(data, 'limit'))} for this market. Change it under Price bounds in Trade.`
    case 'wrongSide':
      return `A buy stop waits above the last price of ${formatDecimal(fact(data, 'last'))}, a sell stop below it.`
    case 'aboveLargest':
      return `A trading session allows at most ${formatDecimal(fact(data, 'largest'))} here.`
    default:
      return Object.hasOwn(orderReasons, reason) ? (orderReasons[reason] ?? null) : null
  }
}
