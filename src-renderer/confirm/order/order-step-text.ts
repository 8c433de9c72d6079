// Text about an order before it is signed. Nothing is shortened or rounded.
import type {
  EstimatedFee,
  OrderQuestion,
  OrderWarning,
  OutsideSession,
  ReplacedOrder,
} from '../../../src-preload/contract/trading/confirm-order.ts'
import { splitMarket } from '../../../src-preload/domain/markets/markets.ts'
import { formatDecimal, formatRate } from '../../text/format/decimal.ts'
import { markPercent } from '../../text/format/locale.ts'

/** Names of base and quote currency; the quote is empty if the symbol cannot be split. */
export function unitsOf(market: string): { readonly base: string; readonly quote: string } {
  const units = splitMarket(market)
  if (units === null) return { base: market.toUpperCase(), quote: '' }
  return { base: units.base.toUpperCase(), quote: units.quote.toUpperCase() }
}

/** The verb and the amount: what the button does. */
export function describeAction({ side, amount, market }: OrderQuestion): string {
  const { base } = unitsOf(market)
  return side === 'buy' ? `Buy ${formatDecimal(amount)} ${base}` : `Sell ${formatDecimal(amount)} ${base}`
}

export function describeType(type: OrderQuestion['type']): string {
  switch (type) {
    case 'limit':
      return 'Limit'
    case 'limit_maker':
      return 'Post-only'
    case 'market':
      return 'Market'
    case 'stop_limit':
      return 'Stop limit'
  }
}

/** How far the price is from the market, or a stop's from its trigger, in words; null if it is not known. */
export function describeDistance({ lossPercent, stopPrice }: OrderQuestion): string | null {
  if (lossPercent === null) return null
  const what = stopPrice === null ? 'the market' : 'the trigger'
  if (lossPercent === '0') return `Same as ${what}`
  return lossPercent.startsWith('-')
    ? `${markPercent(formatDecimal(lossPercent.slice(1)))} better than ${what}`
    : `${markPercent(formatDecimal(lossPercent))} worse than ${what}`
}

/** Which rate an estimated fee takes: "maker 0.04%". */
export function describeFee({ liquidity, rate }: EstimatedFee): string {
  switch (liquidity) {
    case 'maker':
      return `maker ${formatRate(rate)}`
    case 'taker':
      return `taker ${formatRate(rate)}`
    case 'either':
      return `at most ${formatRate(rate)}`
  }
}

/** The order that is canceled to be moved: what is left of it and its prices. */
export function describeReplaced(
  { amount, price, stopPrice }: ReplacedOrder,
  { side, market }: OrderQuestion,
): string {
  const { base, quote } = unitsOf(market)
  const what =
    side === 'buy' ? `Buy ${formatDecimal(amount)} ${base}` : `Sell ${formatDecimal(amount)} ${base}`
  const at = price === null ? what : `${what} at ${formatDecimal(price)} ${quote}`
  return stopPrice === null ? at : `${at}, trigger ${formatDecimal(stopPrice)} ${quote}`
}

/** Why an order is asked about although a session runs, what is left, and where that is changed. */
export function describeOutside({ limit, allowed, left, quote }: OutsideSession): string {
  const unit = quote.toUpperCase()
  switch (limit) {
    case 'markets':
      return 'Your trading session does not include this market.'
    case 'largestOrder':
      return `Your trading session allows ${formatDecimal(allowed)} ${unit} per order.`
    case 'largestSum':
      return `Your trading session has ${formatDecimal(left)} of ${formatDecimal(allowed)} ${unit} left.`
    case 'signatures':
      return `Your trading session has used its ${allowed} signatures.`
    case 'ordersPerMinute':
      return `Your trading session allows ${allowed} orders per minute.`
    case 'openOrders':
      return `Your trading session allows ${allowed} open orders.`
    case 'band':
      return `The price is outside your trading session’s ${markPercent(formatDecimal(allowed))} price band.`
    case 'trigger':
      return 'The trigger is too far from the last price for your trading session.'
    case 'noPrice':
      return 'There is no current price, so your trading session does not cover this order.'
    case 'unknownOrder':
      return 'An earlier order in this market has no certain answer, so your trading session does not cover this one.'
    case 'noBalances':
      return 'Your balances could not be read, so your trading session does not cover this order.'
    case 'loosenedStop':
      return 'Moving a stop so that it protects less always asks, also in a trading session.'
  }
}

export function describeWarning(warning: OrderWarning, { market, stopPrice }: OrderQuestion): string {
  const { base, quote } = unitsOf(market)
  switch (warning) {
    case 'marketOrder':
      return 'A market order fills at any price in the order book, up to 30% away from its first fill.'
    case 'noPrice':
      return 'There is no current price to compare this order with.'
    case 'outOfBand':
      return stopPrice === null
        ? 'The price is more than 1% worse than the market.'
        : 'The price is more than 1% worse than the trigger.'
    case 'farTrigger':
      return 'The trigger is further from the last price than this market’s bounds allow.'
    case 'unknownOrder':
      return `An earlier order in ${base}/${quote} has no certain answer and may be in the order book.`
    case 'noBalances':
      return 'Your balances could not be read, so Starkdesk can’t check afterwards whether this signature takes anything else.'
  }
}
