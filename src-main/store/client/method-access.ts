// Which calls of the store only read, and may be answered beside a bulk write; and what each call of the journal changes.
import type { JournalMethods } from '../api/journal-api.ts'
import type { StoreMethods } from '../api/store-api.ts'

export type Access = 'read' | 'write'

/**
 * `read`: nothing but SELECT, for it is answered on a connection that cannot write. A new call does not compile until
 * somebody has decided about it.
 */
export const methodAccess = {
  getSetting: 'read',
  listSettings: 'read',
  setSetting: 'write',
  listAccounts: 'read',
  putAccount: 'write',
  removeAccount: 'write',
  clearPrivateCache: 'write',
  putOrders: 'write',
  listOrders: 'read',
  countListed: 'read',
  readOrders: 'read',
  sumOrders: 'read',
  sumOrderFills: 'read',
  getOrder: 'read',
  listOpenOrders: 'read',
  countOrders: 'read',
  listOrderMarkets: 'read',
  listCancelReasons: 'read',
  listFills: 'read',
  countFills: 'read',
  readFills: 'read',
  sumFills: 'read',
  getOrderSync: 'read',
  getRefusedOrders: 'read',
  getOrderTrades: 'read',
  putOrderTrades: 'write',
  putOwnTrades: 'write',
  getFillCursor: 'read',
  countFillConflicts: 'read',
  putPnlSnapshot: 'write',
  getLatestPnl: 'read',
  putBalances: 'write',
  getBalances: 'read',
  putListedTransfers: 'write',
  getTransferSync: 'read',
  listReceivedTransfers: 'read',
  listCompletedTransfers: 'read',
  listMovements: 'read',
  putMovement: 'write',
  removeMovement: 'write',
  notePnlListed: 'write',
  listPnlReadings: 'read',
  getLedgerVersion: 'read',
  countFillsBetween: 'read',
  sumFlows: 'read',
  sumFlowsByStep: 'read',
  listFillMarkets: 'read',
  readFillsByTime: 'read',
  countCreatedOrders: 'read',
  listLackingOrders: 'read',
  listChangedLackingOrders: 'read',
  listPnlValues: 'read',
  getPnlSnapshots: 'read',
  listCandleMarkets: 'read',
  listClosesAt: 'read',
  listLastCloses: 'read',
  putCandles: 'write',
  getCandles: 'read',
  getCandleCoverage: 'read',
  putMarketTrades: 'write',
  putStreamed: 'write',
  listMarketTrades: 'read',
  listMarkets: 'read',
  putMarkets: 'write',
  listDrawings: 'read',
  putDrawing: 'write',
  removeDrawing: 'write',
  listMarks: 'read',
  getCandleRange: 'read',
  getDayVwap: 'read',
  listOrdersWantingFills: 'read',
  getFillProgress: 'read',
  countOrdersWithFills: 'read',
  getFillsFromMs: 'read',
  getTradeCoverage: 'read',
  countMarketTrades: 'read',
  dropBefore: 'write',
  dropAll: 'write',
  wantAgain: 'write',
  giveBack: 'write',
  listAlerts: 'read',
  putAlert: 'write',
  removeAlert: 'write',
  settleAlerts: 'write',
  startOrderNotices: 'write',
  addNotice: 'write',
  noteNotices: 'write',
  listNotices: 'read',
  countUnreadNotices: 'read',
  markNoticesRead: 'write',
  clearReadNotices: 'write',
  trimNotices: 'write',
} as const satisfies Record<keyof StoreMethods, Access>

const accessOf: Readonly<Record<string, Access>> = methodAccess

/** Whether a call of the store only reads. */
export const isRead = (name: string): boolean => accessOf[name] === 'read'

/** The store's calls that only read. */
export type ReadName = {
  [Name in keyof StoreMethods]: (typeof methodAccess)[Name] extends 'read' ? Name : never
}[keyof StoreMethods]

/**
 * `read` changes nothing, `write` something of the user's own, and `step` takes a transfer on: a backup that lacked the last step
 * could have it taken again.
 */
export const journalAccess = {
  createPlacedOrder: 'step',
  movePlacedOrder: 'step',
  getPlacedOrder: 'read',
  getSecondAttempt: 'read',
  findUsedBefore: 'read',
  listSentOrders: 'read',
  listPlacedOrders: 'read',
  listWatchedOrders: 'read',
  beginMove: 'write',
  endMove: 'write',
  listMoves: 'read',
  createTransfer: 'step',
  moveTransfer: 'step',
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
  getTransferLimits: 'read',
  putTransferLimits: 'step',
  getUnreviewedRestore: 'read',
  noteReviewed: 'write',
} as const satisfies Record<keyof JournalMethods, Access | 'step'>
