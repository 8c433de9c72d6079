// All endpoints of the service by name, so that a thread can look up the endpoint of an answer.
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import type { Endpoint } from '../endpoint.ts'
import { login, nonce, refresh } from './auth.ts'
import { health } from './health.ts'
import { candles, marketTrades } from './market.ts'
import { orderList, singleOrder } from './orders.ts'
import { checkUser, initiate, lookUp, process } from './transfers.ts'
import { pnl, profile } from './user.ts'

export const endpoints: Readonly<Record<EndpointName, Endpoint<unknown>>> = {
  health,
  'auth.nonce': nonce,
  'auth.login': login,
  'auth.refresh': refresh,
  'user.profile': profile,
  'user.pnl': pnl,
  'market.trades': marketTrades,
  'market.candles': candles,
  'orders.list': orderList,
  'orders.get': singleOrder,
  'transfers.checkUser': checkUser,
  'transfers.initiate': initiate,
  'transfers.process': process,
  'transfers.get': lookUp,
}
