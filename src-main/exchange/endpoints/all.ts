// All endpoints of the service by name, so that a thread can look up the endpoint of an answer.
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import type { Endpoint } from '../endpoint.ts'
import { login, nonce, refresh } from './auth.ts'
import { balances } from './balances.ts'
import { coins } from './coins.ts'
import { health } from './health.ts'
import { candles, marketTrades } from './market.ts'
import { orderBook } from './order-book.ts'
import { bulkCancel, cancel } from './orders/order-canceling.ts'
import { create, orderNonce } from './orders/order-placing.ts'
import { orderList, singleOrder } from './orders/orders.ts'
import { ownTrades } from './orders/own-trades.ts'
import { tickers } from './tickers.ts'
import { transferList } from './transfer-list.ts'
import { checkUser, initiate, lookUp, process } from './transfers.ts'
import { pnl, profile } from './user.ts'

export const endpoints: Readonly<Record<EndpointName, Endpoint<unknown>>> = {
  health,
  'auth.nonce': nonce,
  'auth.login': login,
  'auth.refresh': refresh,
  'user.profile': profile,
  'user.pnl': pnl,
  'user.balances': balances,
  'market.trades': marketTrades,
  'market.candles': candles,
  'market.tickers': tickers,
  'market.orderBook': orderBook,
  'coins.list': coins,
  'orders.list': orderList,
  'orders.get': singleOrder,
  'orders.nonce': orderNonce,
  'orders.create': create,
  'orders.cancel': cancel,
  'orders.bulkCancel': bulkCancel,
  'trades.list': ownTrades,
  'transfers.checkUser': checkUser,
  'transfers.initiate': initiate,
  'transfers.process': process,
  'transfers.get': lookUp,
  'transfers.list': transferList,
}
