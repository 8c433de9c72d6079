// Owns: the names that the endpoints of the service have in errors, logs and on the Connection screen. Must not: know routes.
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
