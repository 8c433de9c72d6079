// What of orders is under way, in the words of questions whose yes takes a key away.
import type { OrderBusiness } from '../../src-preload/contract/orders/order-business.ts'
import { countOf } from './format/words.ts'

/** One sentence or two for each thing; empty where nothing is under way. */
export function describeOrderBusiness(business: OrderBusiness): readonly string[] {
  const { undecidedOrders, openOrders, isSessionRunning } = business
  return [
    ...(undecidedOrders > 0
      ? [
          `${countOf(undecidedOrders, ['order was', 'orders were'])} sent without an answer. Without the key, Starkdesk can’t look for ${undecidedOrders === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(openOrders > 0
      ? [`${countOf(openOrders, ['order is', 'orders are'])} open at the exchange and will stay open.`]
      : []),
    ...(isSessionRunning ? ['A trading session is running and will end.'] : []),
  ]
}
