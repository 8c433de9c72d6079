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
      return `${name} is below your lowest price for this market, ${limit}. You can change it in the market’s price bounds.`
    case 'aboveBounds':
      return `${name} is above your highest price for this market, ${limit}. You can change it in the market’s price bounds.`
    case 'noPrice':
      return 'This market has price bounds, and there is no current price to compare this order with.'
    case 'wrongSide':
      return `The last price${aside(formatDecimal(fact(data, 'last')))} has passed the trigger: a buy stop waits above it, a sell stop below it.`
    case 'tooManyDecimals': {
      const decimals = countOf(Number(fact(data, 'decimals')), ['decimal', 'decimals'])
      return `${name} has too many decimals: this market takes at most ${decimals}.`
    }
    case 'marketMoved':
      return 'The market moved before the order was signed: the price is worse now than what you confirmed.'
    case 'notPositive':
      return `${name} must be more than zero.`
    default:
      return `${name} cannot be used${aside(reason)}.`
  }
}

/** One sentence about what is wrong with an order. */
export function describeTradingField(field: TradingField, reason: string, data: ErrorData): string {
  switch (field) {
    case 'ticket':
      return reason === 'busy'
        ? 'The order of this ticket is still being placed.'
        : 'This ticket is no longer open: the account has changed, or its order was placed.'
    case 'trading':
      if (reason === 'journalRestored') {
        return 'The record of your orders was restored or made anew. Look at your open orders and confirm them before the next one is placed.'
      }
      if (reason === 'signingLocked') {
        return 'The exchange did something that was not asked. Nothing is signed until you have looked at it in Trade.'
      }
      if (reason === 'practiceFirst') {
        return 'Place your first order in practice, or choose “Go on without it” in the ticket.'
      }
      if (reason === 'cancelingAll') {
        return 'Everything is being canceled. Orders can be placed again when that has ended.'
      }
      return `Orders cannot be placed now${aside(reason)}.`
    case 'amount':
    case 'price':
    case 'stopPrice':
      return describeNumber(field, reason, data)
  }
}
