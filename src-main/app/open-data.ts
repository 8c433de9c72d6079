// Starts opening the data file and the journal early, without waiting for Electron to be ready.
import { join } from 'node:path'
import type { RepairReport } from '../../src-preload/contract/data.ts'
import { type KeptStore, openKeptStore } from '../store/client/kept-store.ts'
import type { Tools } from '../tools.ts'

export interface OpenDataOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly dataFolder: string
  /** Resolves after the page's first paint. */
  readonly firstPaint: Promise<unknown>
}

export interface OpeningData {
  readonly file: string
  readonly backupsFolder: string
  /** Rejects with the reason when one of the files cannot be opened. */
  readonly kept: Promise<KeptStore>
  /** Subscribes to repairs; returns the earlier ones, which were not reported. */
  readonly followRepairs: (listener: (report: RepairReport) => void) => readonly RepairReport[]
}

export function openData({ dataFolder, clock, log, firstPaint }: OpenDataOptions): OpeningData {
  const file = join(dataFolder, 'starkdesk.sqlite')
  const backupsFolder = join(dataFolder, 'backups')
  const untold: RepairReport[] = []
  let tell = (report: RepairReport): void => {
    untold.push(report)
  }
  const kept = openKeptStore({
    file,
    journalFile: join(dataFolder, 'starkdesk-journal.sqlite'),
    backupsFolder,
    clock,
    workerUrl: new URL('store-worker.js', import.meta.url),
    maintenanceUrl: new URL('care-worker.js', import.meta.url),
    readApartAfter: firstPaint,
    onRepair: (report) => {
      tell(report)
    },
    onFault: (what, error) => {
      log.fault('store', what, error)
    },
  })
  // The caller that opens the services handles the rejection.
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
