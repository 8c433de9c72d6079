// Owns: the names of every channel and event, without their schemas, so that the preload stays small.
// Must not: drift from contract.ts, which does not compile unless both lists agree.

export const channelNames = [
  'app:getInfo',
  'app:setTheme',
  'app:openDataFolder',
  'app:restart',
  'accounts:getState',
  'accounts:connectPractice',
  'accounts:listPhraseAddresses',
  'accounts:connectWallet',
  'accounts:cancelConnect',
  'accounts:activate',
  'accounts:remove',
  'accounts:signIn',
  'markets:list',
  'markets:getCandles',
  'markets:listTrades',
  'markets:watch',
  'orders:list',
  'orders:get',
  'orders:listMarkets',
  'orders:getSyncState',
  'portfolio:getPnl',
  'connection:getState',
  'connection:retry',
] as const
export type ChannelName = (typeof channelNames)[number]

export const eventNames = [
  'accounts:changed',
  'markets:listChanged',
  'markets:candlesChanged',
  'markets:tradesChanged',
  'orders:changed',
  'portfolio:changed',
  'connection:changed',
] as const
export type EventName = (typeof eventNames)[number]
