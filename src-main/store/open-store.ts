// Owns: the main thread's side of the store: starting the worker, matching answers to calls, telling of its end.
// Must not: open the database, or answer from anything but the worker.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Store } from './store-api.ts'
import { startWorkerLink } from './worker-link.ts'
import type { CallStore } from './worker-link.ts'

export interface OpenStoreOptions {
  /** Absolute path of the database; folder and file are made where missing. */
  readonly file: string
  /** Tells when migrations ran. */
  readonly clock: Clock
  /** The worker's script: bundled in the app, worker.ts itself in tests. */
  readonly workerUrl: URL
}

/**
 * Opens the store in a thread of its own. Errors: `databaseTooNew`, `databaseCorrupt`, `databaseUnavailable` (see
 * openDatabase), `internal` when the thread does not start. Later calls fail with these too, should the file be damaged
 * or the disk be full meanwhile; with `notFound` when they write for an account that is not here; and with `internal`
 * (`what: 'store worker'`) once the thread has ended.
 */
export async function openStore({ file, clock, workerUrl }: OpenStoreOptions): Promise<Store> {
  const link = startWorkerLink(createWorker(workerUrl, { file, nowMs: clock.now() }))
  await link.opened
  return makeStore(link.call, link.close)
}

function createWorker(workerUrl: URL, workerData: { file: string; nowMs: number }): Worker {
  try {
    // Flags that this process was started with (a debugger, a test runner's loaders) are not the worker's.
    return new Worker(workerUrl, { name: 'store', workerData, execArgv: [] })
  } catch (error) {
    throw new AppError('internal', { what: 'store worker', reason: 'did not start' }, error)
  }
}

function makeStore(call: CallStore, close: () => Promise<void>): Store {
  return {
    getSetting: (...args) => call('getSetting', args),
    listSettings: (...args) => call('listSettings', args),
    setSetting: (...args) => call('setSetting', args),
    listAccounts: (...args) => call('listAccounts', args),
    putAccount: (...args) => call('putAccount', args),
    removeAccount: (...args) => call('removeAccount', args),
    clearPrivateCache: (...args) => call('clearPrivateCache', args),
    putOrders: (...args) => call('putOrders', args),
    listOrders: (...args) => call('listOrders', args),
    getOrder: (...args) => call('getOrder', args),
    listOpenOrders: (...args) => call('listOpenOrders', args),
    countOrders: (...args) => call('countOrders', args),
    listOrderMarkets: (...args) => call('listOrderMarkets', args),
    getOrderSync: (...args) => call('getOrderSync', args),
    getRefusedOrders: (...args) => call('getRefusedOrders', args),
    getOrderTrades: (...args) => call('getOrderTrades', args),
    putOrderTrades: (...args) => call('putOrderTrades', args),
    putPnlSnapshot: (...args) => call('putPnlSnapshot', args),
    getLatestPnl: (...args) => call('getLatestPnl', args),
    putCandles: (...args) => call('putCandles', args),
    getCandles: (...args) => call('getCandles', args),
    getCandleCoverage: (...args) => call('getCandleCoverage', args),
    putMarketTrades: (...args) => call('putMarketTrades', args),
    listMarketTrades: (...args) => call('listMarketTrades', args),
    listMarkets: (...args) => call('listMarkets', args),
    putMarkets: (...args) => call('putMarkets', args),
    createTransfer: (...args) => call('createTransfer', args),
    moveTransfer: (...args) => call('moveTransfer', args),
    noteTransfer: (...args) => call('noteTransfer', args),
    getStoredTransfer: (...args) => call('getStoredTransfer', args),
    getTransferSteps: (...args) => call('getTransferSteps', args),
    findTransfer: (...args) => call('findTransfer', args),
    listTransfers: (...args) => call('listTransfers', args),
    listWatchedTransfers: (...args) => call('listWatchedTransfers', args),
    putFoundTransfer: (...args) => call('putFoundTransfer', args),
    listFoundTransfers: (...args) => call('listFoundTransfers', args),
    listRecipients: (...args) => call('listRecipients', args),
    putRecipient: (...args) => call('putRecipient', args),
    removeRecipient: (...args) => call('removeRecipient', args),
    close,
  }
}
