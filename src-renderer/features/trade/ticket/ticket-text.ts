// Text of the ticket: types, faults at their fields, and what an order does.
import type { OrderIntent } from '../../../../src-preload/contract/trading/trading.ts'
import type { OrderSide, OrderType } from '../../../../src-preload/domain/markets/markets.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { countOf, type MarketWords } from '../../../text/format/words.ts'
import type { RuleDoubt, TicketField, TicketFault } from './ticket-figures.ts'
import type { OrderFee } from '../../../../src-preload/domain/orders/order-fee.ts'

export const ticketTypes: readonly {
  readonly value: OrderType
  readonly label: string
  readonly title: string
}[] = [
  { value: 'limit', label: 'Limit', title: 'Limit: at your price or better' },
  { value: 'limit_maker', label: 'Post-only', title: 'Post-only: adds to the book or is canceled' },
  { value: 'stop_limit', label: 'Stop', title: 'Stop limit: waits for the trigger price' },
  { value: 'market', label: 'Market', title: 'Market: at the best available prices' },
]

const fieldNames: Readonly<Record<TicketField, string>> = {
  amount: 'an amount',
  price: 'a price',
  stopPrice: 'a trigger price',
  total: 'a total',
}

export interface FaultWords {
  readonly name: MarketWords
  readonly side: OrderSide
  readonly amountDecimals: number | null
  readonly priceDecimals: number | null
  readonly last: string | null
}

const wordDecimals = (decimals: number | null): string => countOf(decimals ?? 0, ['decimal', 'decimals'])

/** One sentence: what is wrong with a field, and what fits. */
export function describeTicketFault({ field, reason }: TicketFault, words: FaultWords): string {
  switch (reason) {
    case 'empty':
      return `Enter ${fieldNames[field]}.`
    case 'sign':
      return 'Enter it without a sign.'
    case 'space':
      return 'Enter it without spaces.'
    case 'comma':
      return 'Use a point for decimals and no thousands separator: 1250.50'
    case 'exponent':
      return 'Enter it in full, without an exponent.'
    case 'notNumber':
      return 'Enter a number such as 25 or 0.5.'
    case 'noInteger':
      return 'Enter a zero before the point: 0.5'
    case 'noDecimals':
      return 'Enter the decimals, or leave the point out.'
    case 'leadingZero':
      return 'Remove the leading zero, and check that no digit is missing.'
    case 'zero':
      return 'Enter a value above zero.'
    case 'tooManyDecimals':
      return 'Too many digits.'
    case 'overDecimals':
      return `At most ${wordDecimals(
        field === 'amount' ? words.amountDecimals : words.priceDecimals,
      )} in ${words.name.pair}.`
    case 'totalTooSmall':
      return `This total is below the smallest amount of ${words.name.base}.`
    case 'wrongSide': {
      const last = words.last === null ? '' : ` of ${formatDecimal(words.last)}`
      return words.side === 'buy'
        ? `A buy stop needs a trigger above the last price${last}.`
        : `A sell stop needs a trigger below the last price${last}.`
    }
  }
}

/** A number that the market has not shown so far; does not keep the order back. */
export function describeDoubt(
  doubt: RuleDoubt,
  pair: string,
  decimals: number | null,
  smallest: string | null,
): string {
  switch (doubt) {
    case 'finer':
      return `${pair} has shown at most ${wordDecimals(decimals)} here; the exchange may reject more.`
    case 'smaller':
      return `Less than any amount seen in ${pair} (${formatDecimal(smallest ?? '0')}); the exchange may reject it.`
  }
}

/** The decimals that a field takes, for an empty one; null where they are not known. */
export function describeDecimals(decimals: number | null): string | null {
  return decimals === null ? null : `At most ${wordDecimals(decimals)}.`
}

/** What the button does: "Buy 0.19 ETH". */
export function wordAction(side: OrderSide, amount: string | null, base: string): string {
  const what = amount === null ? base : `${formatDecimal(amount)} ${base}`
  return side === 'buy' ? `Buy ${what}` : `Sell ${what}`
}

/** What the exchange does with an order, in one sentence. */
export function describeOrder(order: OrderIntent, { base, quote }: MarketWords): string {
  const action = wordAction(order.side, order.amount, base)
  switch (order.type) {
    case 'market':
      return `${action} at the best available prices.`
    case 'limit':
      return `${action} at ${formatDecimal(order.price)} ${quote} or better.`
    case 'limit_maker':
      return `${action} at ${formatDecimal(order.price)} ${quote}, only if it doesn’t fill at once; otherwise it is canceled.`
    case 'stop_limit':
      return `Waits until ${base} trades at ${formatDecimal(order.stopPrice)} ${quote}, then: ${action} at ${formatDecimal(order.price)} ${quote} or better.`
  }
}

export function wordLiquidity(liquidity: OrderFee['liquidity']): string {
  switch (liquidity) {
    case 'maker':
      return 'maker'
    case 'taker':
      return 'taker'
    case 'either':
      return 'at most'
  }
}
