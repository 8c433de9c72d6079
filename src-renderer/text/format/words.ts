// Names of trading terms.
import { countOf as joinCount } from '../../../src-preload/domain/count-of.ts'
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import type { OrderSide, OrderState, OrderType } from '../../../src-preload/domain/markets/markets.ts'
import { isOrderState, isOrderType, splitMarket } from '../../../src-preload/domain/markets/markets.ts'
import type { StopPlace } from '../../../src-preload/contract/orders/stop-places.ts'
import { formatInteger } from './locale.ts'

export const sideNames: Record<OrderSide, string> = { buy: 'Buy', sell: 'Sell' }

export const orderTypeNames: Record<OrderType, string> = {
  limit: 'Limit',
  market: 'Market',
  stop_limit: 'Stop limit',
  limit_maker: 'Post-only',
}

/** Names of order states; the detail panel shows the service's own term. */
export const orderStateNames: Record<OrderState, string> = {
  pending: 'Pending',
  wait: 'Open',
  done: 'Filled',
  cancel: 'Canceled',
}

/** Name of an order type; a word that is not known is shown as the service writes it. */
export const nameOrderType = (type: string): string => (isOrderType(type) ? orderTypeNames[type] : type)

/** Name of an order state; a word that is not known is shown as the service writes it. */
export const nameOrderState = (state: string): string =>
  isOrderState(state) ? orderStateNames[state] : state

/**
 * True of a stop order that waits for its trigger outside the book.
 * @param place - of a stop order that is `wait`: where it was found; undefined if that is not known
 */
export const isUntriggered = (
  { type, state }: { readonly type: string; readonly state: string },
  place?: StopPlace['place'],
): boolean => type === 'stop_limit' && (state === 'pending' || (state === 'wait' && place === 'untriggered'))

/**
 * Name of an order's state; of a stop order it says whether it has triggered.
 * @param place - of a stop order that is `wait`: where it was found; undefined if that is not known
 */
export function nameStateOf(
  order: { readonly type: string; readonly state: string },
  place?: StopPlace['place'],
): string {
  if (isUntriggered(order, place)) return 'Untriggered'
  return order.type === 'stop_limit' && order.state === 'wait' ? 'Stop, open' : nameOrderState(order.state)
}

export const periodNames: Record<ChartInterval, { short: string; long: string }> = {
  1: { short: '1m', long: '1 minute' },
  5: { short: '5m', long: '5 minutes' },
  15: { short: '15m', long: '15 minutes' },
  30: { short: '30m', long: '30 minutes' },
  60: { short: '1h', long: '1 hour' },
  120: { short: '2h', long: '2 hours' },
  240: { short: '4h', long: '4 hours' },
  360: { short: '6h', long: '6 hours' },
  720: { short: '12h', long: '12 hours' },
  1440: { short: '1d', long: '1 day' },
  4320: { short: '3d', long: '3 days' },
  10080: { short: '1w', long: '1 week' },
  month: { short: '1M', long: '1 month' },
}

export interface MarketWords {
  readonly base: string
  /** Empty when the symbol cannot be split. */
  readonly quote: string
  /** ETH/USDC, or the symbol in capitals. */
  readonly pair: string
}

/** Display name of a market symbol. */
export function nameMarket(market: string): MarketWords {
  const units = splitMarket(market)
  if (!units) return { base: market.toUpperCase(), quote: '', pair: market.toUpperCase() }
  const base = units.base.toUpperCase()
  const quote = units.quote.toUpperCase()
  return { base, quote, pair: `${base}/${quote}` }
}

/**
 * A count with its noun: "1 order", "2,500 orders".
 * @param forms - singular and plural of the noun; other languages may have more forms
 * @param formOf - selects the form for a count; set by translations (scripts/texts/adapters.ts)
 */
export function countOf(
  count: number,
  forms: readonly string[],
  formOf?: (count: number) => number,
  locale?: string,
): string {
  return joinCount(count, forms, formOf, (each) => formatInteger(each, locale))
}

/** What a chip says of a range: "Any", "from 10", "to 20", "10 to 20". */
export function wordRange(
  least: string | null,
  most: string | null,
  format: (value: string) => string,
): string {
  if (least === null) return most === null ? 'Any' : `to ${format(most)}`
  if (most === null) return `from ${format(least)}`
  return least === most ? format(least) : `${format(least)} to ${format(most)}`
}
