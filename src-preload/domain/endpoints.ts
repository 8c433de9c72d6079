// Names of the service's endpoints in errors, logs and on the Connection screen.
// Source: the service interface, "Summary".

export const endpointNames = [
  'health',
  'auth.nonce',
  'auth.login',
  'auth.refresh',
  'user.profile',
  'user.pnl',
  'market.trades',
  'market.candles',
  'orders.list',
  'orders.get',
  'transfers.checkUser',
  'transfers.initiate',
  'transfers.process',
  'transfers.get',
] as const
export type EndpointName = (typeof endpointNames)[number]
