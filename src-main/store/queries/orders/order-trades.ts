// The store's calls about an order's own answer: the order with its fills.
import type Sqlite from 'better-sqlite3'
import { inTransaction } from '../../worker/pragmas.ts'
import type { StoreMethods } from '../../api/store-api.ts'
import type { AccountKeys } from '../accounts.ts'
import type { OrderFacets } from './order-facets.ts'
import type { OrderFills } from './order-fills.ts'
import type { OrderRows } from './order-rows.ts'
import type { OwnTradePages } from './own-trades.ts'

export function prepareOrderTrades(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
  rows: OrderRows,
  fills: OrderFills,
  pages: Pick<OwnTradePages, 'settle'>,
): Pick<StoreMethods, 'getOrderTrades' | 'putOrderTrades'> {
  return {
    putOrderTrades: (accountId, order, trades) => {
      inTransaction(db, () => {
        const accountKey = keys.require(accountId)
        // Only lists carry the cancel reason (interface: Order), and an order does not lose the one it had.
        const cancelReason = order.cancelReason ?? rows.get(accountKey, [order.id])[0]?.cancelReason ?? null
        const explained = { ...order, cancelReason }
        rows.put(accountKey, facets.resolver(accountKey)(explained), explained)
        pages.settle(accountKey, order.id, trades)
        fills.put(accountKey, order, trades)
      })
    },
    getOrderTrades(accountId, orderId) {
      const accountKey = keys.find(accountId)
      const orderUpdatedAtMs = accountKey === null ? null : fills.versionOf(accountKey, orderId)
      if (accountKey === null || orderUpdatedAtMs === null) return null
      return { trades: fills.list(accountKey, orderId), orderUpdatedAtMs }
    },
  }
}
