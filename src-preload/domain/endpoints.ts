// Names of the service's endpoints in errors, logs and on the Connection screen.
// Source: the service interface, "Summary", and the service facts, part B.

export const endpointNames = [
  'health',
  'auth.nonce',
  'auth.login',
  'auth.refresh',
  'user.profile',
  'user.pnl',
  'user.balances',
  'market.trades',
  'market.candles',
  'market.tickers',
  'market.orderBook',
  'coins.list',
  'orders.list',
  'orders.get',
  'orders.nonce',
  'orders.create',
  'orders.cancel',
  'orders.bulkCancel',
  'trades.list',
  'transfers.checkUser',
  'transfers.initiate',
  'transfers.process',
  'transfers.get',
  'transfers.list',
] as const
export type EndpointName = (typeof endpointNames)[number]
