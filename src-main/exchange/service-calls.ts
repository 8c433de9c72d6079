// Every call of the service but those of the session, bound to what sends them. Decides nothing.
import type { Call } from './call.ts'
import type { CallOptions } from './endpoint.ts'
import { type BalancesQuery, listBalances } from './endpoints/balances.ts'
import { listCoins } from './endpoints/coins.ts'
import { checkHealth } from './endpoints/health.ts'
import {
  type CandlesQuery,
  listCandles,
  listMarketTrades,
  type MarketTradesQuery,
} from './endpoints/market.ts'
import { getOrderBook, type OrderBookQuery } from './endpoints/order-book.ts'
import { type BulkCancel, cancelOrder, cancelOrders } from './endpoints/orders/order-canceling.ts'
import {
  createOrder,
  type OrderDraft,
  type OrderSigned,
  prepareOrder,
} from './endpoints/orders/order-placing.ts'
import { getOrder, listOrders, type OrdersQuery } from './endpoints/orders/orders.ts'
import { listOwnTrades, type OwnTradesQuery } from './endpoints/orders/own-trades.ts'
import { listTickers, type TickersQuery } from './endpoints/tickers.ts'
import { listTransfers, type TransfersQuery } from './endpoints/transfer-list.ts'
import {
  checkUserExists,
  getTransfer,
  initiateTransfer,
  processTransfer,
  type TransferSigned,
  type TransferStart,
  type UserCheck,
} from './endpoints/transfers.ts'
import { getPnl, getProfile } from './endpoints/user.ts'

/** The methods of the client that call the service; each fails only with AppErrors, those of its endpoint. */
export type ServiceCalls = ReturnType<typeof createServiceCalls>

type Options = CallOptions

export function createServiceCalls(call: Call) {
  return {
    health: (options?: Options) => checkHealth(call, options),
    getProfile: (options?: Options) => getProfile(call, options),
    getPnl: (options?: Options) => getPnl(call, options),
    listBalances: (query: BalancesQuery, options?: Options) => listBalances(call, query, options),
    listMarketTrades: (query: MarketTradesQuery, options?: Options) => listMarketTrades(call, query, options),
    listCandles: (query: CandlesQuery, options?: Options) => listCandles(call, query, options),
    listTickers: (query: TickersQuery, options?: Options) => listTickers(call, query, options),
    getOrderBook: (query: OrderBookQuery, options?: Options) => getOrderBook(call, query, options),
    listCoins: (options?: Options) => listCoins(call, options),
    listOrders: (query: OrdersQuery, options?: Options) => listOrders(call, query, options),
    getOrder: (id: number, options?: Options) => getOrder(call, id, options),
    prepareOrder: (draft: OrderDraft, options?: Options) => prepareOrder(call, draft, options),
    createOrder: (signed: OrderSigned, options?: Options) => createOrder(call, signed, options),
    cancelOrder: (id: number, options?: Options) => cancelOrder(call, id, options),
    cancelOrders: (which: BulkCancel, options?: Options) => cancelOrders(call, which, options),
    listOwnTrades: (query: OwnTradesQuery, options?: Options) => listOwnTrades(call, query, options),
    checkUserExists: (query: UserCheck, options?: Options) => checkUserExists(call, query, options),
    initiateTransfer: (start: TransferStart, options?: Options) => initiateTransfer(call, start, options),
    processTransfer: (signed: TransferSigned, options?: Options) => processTransfer(call, signed, options),
    getTransfer: (reference: string, options?: Options) => getTransfer(call, reference, options),
    listTransfers: (query: TransfersQuery, options?: Options) => listTransfers(call, query, options),
  }
}
