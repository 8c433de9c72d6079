// Owns: which calls of the store only read, and may be answered beside a bulk write. Must not: know connections.
import type { MethodName } from './worker-protocol.ts'

export type Way = 'read' | 'write'

/**
 * `read`: nothing but SELECT, for it is answered on a connection that cannot write. A new call does not compile until
 * somebody has decided about it.
 */
export const ways = {
  getSetting: 'read',
  listSettings: 'read',
  setSetting: 'write',
  listAccounts: 'read',
  putAccount: 'write',
  removeAccount: 'write',
  clearPrivateCache: 'write',
  putOrders: 'write',
  listOrders: 'read',
  getOrder: 'read',
  listOpenOrders: 'read',
  countOrders: 'read',
  listOrderMarkets: 'read',
  getOrderSync: 'read',
  getRefusedOrders: 'read',
  getOrderTrades: 'read',
  putOrderTrades: 'write',
  putPnlSnapshot: 'write',
  getLatestPnl: 'read',
  putCandles: 'write',
  getCandles: 'read',
  getCandleCoverage: 'read',
  putMarketTrades: 'write',
  listMarketTrades: 'read',
  listMarkets: 'read',
  putMarkets: 'write',
  createTransfer: 'write',
  moveTransfer: 'write',
  noteTransfer: 'write',
  getStoredTransfer: 'read',
  getTransferSteps: 'read',
  findTransfer: 'read',
  listTransfers: 'read',
  listWatchedTransfers: 'read',
  putFoundTransfer: 'write',
  listFoundTransfers: 'read',
  listRecipients: 'read',
  putRecipient: 'write',
  removeRecipient: 'write',
  getCandleRange: 'read',
  listOrdersWantingFills: 'read',
  getFillProgress: 'read',
  getTradeCoverage: 'read',
  countMarketTrades: 'read',
  dropBefore: 'write',
  dropAll: 'write',
  wantAgain: 'write',
  giveBack: 'write',
} as const satisfies Record<MethodName, Way>

/** The calls that only read. */
export type ReadName = { [Name in MethodName]: (typeof ways)[Name] extends 'read' ? Name : never }[MethodName]
