// Owns: beginning to open the data file, which needs nothing of Electron's and so need not wait until that is ready.
// Must not: know what is done over the store.
import { join } from 'node:path'
import type { RepairReport } from '../../src-preload/contract/data.ts'
import type { Clock } from '../async/clock.ts'
import type { Log } from '../diagnostics/log.ts'
import { type KeptStore, openKeptStore } from '../store/kept-store.ts'

export interface OpenDataOptions {
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  /** Resolves when the page has got what it asked for first. */
  readonly firstPaint: Promise<unknown>
}

export interface DataOnItsWay {
  readonly file: string
  readonly backupsFolder: string
  /** Rejects with the reason when the data cannot be opened. */
  readonly kept: Promise<KeptStore>
  /** Tells of each repair from now on; returns the last of those before, which nobody was told of. */
  readonly followRepairs: (listener: (report: RepairReport) => void) => RepairReport | null
}

export function openData({ dataFolder, clock, log, firstPaint }: OpenDataOptions): DataOnItsWay {
  const file = join(dataFolder, 'starkdesk.sqlite')
  const backupsFolder = join(dataFolder, 'backups')
  let untold: RepairReport | null = null
  let tell = (report: RepairReport): void => {
    untold = report
  }
  const kept = openKeptStore({
    file,
    backupsFolder,
    clock,
    workerUrl: new URL('store-worker.js', import.meta.url),
    careUrl: new URL('care-worker.js', import.meta.url),
    readApartAfter: firstPaint,
    onRepair: (report) => {
      tell(report)
    },
    onFault: (what, error) => {
      log.fault('store', what, error)
    },
  })
  // Whoever opens the services over it is told.
  kept.catch(() => undefined)
  return {
    file,
    backupsFolder,
    kept,
    followRepairs(listener) {
      tell = listener
      return untold
    },
  }
}
