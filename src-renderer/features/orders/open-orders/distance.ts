// How far the market is from an open order. Pure.
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import type { StopPlace } from '../../../../src-preload/contract/orders/stop-places.ts'
import { decimalOf } from '../../../../src-preload/domain/numbers/double-sum.ts'
import {
  type Exact,
  multiplyDivideHalfEven,
  parseExact,
  subtract,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { fixedTextHalfEven } from '../../../../src-preload/domain/numbers/percent.ts'

const DECIMALS = 2
const hundred: Exact = { units: 100n, scale: 0 }

/** The price that is waited for: of a stop order that is not known to have triggered its stop price, else its limit. */
const levelOf = (
  { state, price, stopPrice }: Pick<Order, 'state' | 'price' | 'stopPrice'>,
  place: StopPlace['place'] | undefined,
): string | null => (state === 'wait' && place === 'inBook' ? price : (stopPrice ?? price))

/**
 * (level − last) ÷ last × 100, in percent with two decimals, half to even: by how much the last price has to move until the
 * order's level is reached. The level is the stop price of a stop order, unless it is in the book; else the limit. Decimal text; null
 * without a level or a last price.
 * @param last - the market's last price as its candles and tickers have it
 * @param place - where a stop order that is `wait` was found; undefined if that is not known
 */
export function distanceToLast(
  order: Pick<Order, 'state' | 'price' | 'stopPrice'>,
  last: number | null,
  place?: StopPlace['place'],
): string | null {
  const level = levelOf(order, place)
  if (level === null || last === null || last <= 0) return null
  const from = decimalOf(last)
  const moved = subtract(parseExact(level), from)
  return fixedTextHalfEven(multiplyDivideHalfEven(moved, hundred, from, DECIMALS), DECIMALS)
}
