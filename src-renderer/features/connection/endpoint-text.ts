// Display names and routes of the service's endpoints. Source of the routes: the service interface, "Endpoints", and the
// service facts, part B.
import { type EndpointName, endpointNames } from '../../../src-preload/domain/endpoints.ts'

export interface EndpointWords {
  readonly title: string
  /** Method and path, with parameters in braces. */
  readonly route: string
}

export const endpointTexts: Readonly<Record<EndpointName, EndpointWords>> = {
  health: { title: 'Health check', route: 'GET /sapi/v1/health/' },
  'auth.nonce': { title: 'Login message', route: 'POST /sapi/v2/auth/nonce/' },
  'auth.login': { title: 'Login', route: 'POST /sapi/v2/auth/login/' },
  'auth.refresh': { title: 'Token renewal', route: 'POST /sapi/v1/auth/token/refresh/' },
  'user.profile': { title: 'Profile', route: 'GET /sapi/v1/user/profile/' },
  'user.pnl': { title: 'Profit and loss', route: 'GET /sapi/v1/user/pnl/' },
  'user.balances': { title: 'Balances', route: 'GET /sapi/v1/user/balance/' },
  'market.trades': { title: 'Market trades', route: 'GET /sapi/v1/market/trades/' },
  'market.candles': { title: 'Candles', route: 'GET /sapi/v1/market/kline/' },
  'market.tickers': { title: 'Tickers', route: 'GET /sapi/v1/market/tickers/' },
  'market.orderBook': { title: 'Order book', route: 'GET /sapi/v1/market/orderbook/' },
  'coins.list': { title: 'Currencies', route: 'POST /main/stat/v2/coins/' },
  'orders.list': { title: 'Order list', route: 'GET /sapi/v1/orders/' },
  'orders.get': { title: 'Order details', route: 'GET /sapi/v1/orders/{order_id}/' },
  'orders.nonce': { title: 'Create order', route: 'POST /sapi/v1/orders/nonce/' },
  'orders.create': { title: 'Place order', route: 'POST /sapi/v1/orders/create/' },
  'orders.cancel': { title: 'Cancel order', route: 'POST /sapi/v1/orders/cancel/' },
  'orders.bulkCancel': { title: 'Bulk cancel', route: 'POST /sapi/v1/user/bulkcancel/' },
  'trades.list': { title: 'My trades', route: 'GET /sapi/v1/trades/' },
  'transfers.checkUser': {
    title: 'Recipient check',
    route: 'POST /sapi/v1/internal_transfers/v2/check_user_exists/',
  },
  'transfers.initiate': {
    title: 'Start transfer',
    route: 'POST /sapi/v1/internal_transfers/v2/initiate/',
  },
  'transfers.process': {
    title: 'Process transfer',
    route: 'POST /sapi/v1/internal_transfers/v2/process/',
  },
  'transfers.get': {
    title: 'Transfer details',
    route: 'GET /sapi/v1/internal_transfers/v2/{client_reference_id}',
  },
  'transfers.list': { title: 'Transfer list', route: 'GET /sapi/v1/internal_transfers/v2/' },
}

/** Sorts lines in interface order, so that each keeps its position. */
export function inInterfaceOrder<Line extends { readonly endpoint: EndpointName }>(
  lines: readonly Line[],
): Line[] {
  return lines.toSorted((a, b) => endpointNames.indexOf(a.endpoint) - endpointNames.indexOf(b.endpoint))
}
