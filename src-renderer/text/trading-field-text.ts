// Text for what keeps an order from being placed: its ticket, its prices, and signing that is off.
import type { ErrorData } from '../../src-preload/domain/errors.ts'
import { aside, fact } from './errors/error-facts.ts'
import { formatDecimal } from './format/decimal.ts'
import { countOf } from './format/words.ts'

export type TradingField = 'ticket' | 'amount' | 'price' | 'stopPrice' | 'trading'

const names = { amount: 'The amount', price: 'The price', stopPrice: 'The trigger price' } as const

function describeNumber(field: keyof typeof names, reason: string, data: ErrorData): string {
  const limit = formatDecimal(fact(data, 'limit'))
  const name = names[field]
  switch (reason) {
    case 'belowBounds':
      return `${name} is below your lowest price for this market, ${limit}. Change it in Price bounds.`
    case 'aboveBounds':
      return `${name} is above your highest price for this market, ${limit}. Change it in Price bounds.`
    case 'noPrice':
      return 'This market has price bounds, but there is no current price to compare this order with.'
    case 'wrongSide':
      return `The market’s price${aside(formatDecimal(fact(data, 'last')))} is already past the trigger. A buy stop needs a trigger above it, a sell stop below it.`
    case 'tooManyDecimals': {
      const decimals = countOf(Number(fact(data, 'decimals')), ['decimal', 'decimals'])
      return `${name} has too many decimals: this market allows at most ${decimals}.`
    }
    case 'noPriceNow':
      return 'The current price could not be read right before signing.'
    case 'marketMoved':
      return 'The market moved: the price is now worse than the one you confirmed.'
    case 'notPositive':
      return `${name} must be above zero.`
    default:
      return `${name} is invalid${aside(reason)}.`
  }
}

/** One sentence about what is wrong with an order. */
export function describeTradingField(field: TradingField, reason: string, data: ErrorData): string {
  switch (field) {
    case 'ticket':
      return reason === 'busy'
        ? 'This ticket’s order is still being placed.'
        : 'This ticket is no longer open: the account changed or its order was placed.'
    case 'trading':
      if (reason === 'journalRestored') {
        return 'Signing is off: the record of your orders was restored or recreated, and may miss orders that were sent. Check what the exchange lists to turn it on.'
      }
      if (reason === 'signingLocked') {
        return 'The exchange did something you didn’t ask for. Nothing is signed until you review it in Trade.'
      }
      if (reason === 'practiceFirst') {
        return 'Your first order must be in practice unless you skip the tour in Trade. Take or skip the tour, then try again.'
      }
      if (reason === 'cancelingAll') {
        return 'All orders are being canceled. You can place orders again when that is done.'
      }
      return `Orders cannot be placed now${aside(reason)}.`
    case 'amount':
    case 'price':
    case 'stopPrice':
      return describeNumber(field, reason, data)
  }
}
