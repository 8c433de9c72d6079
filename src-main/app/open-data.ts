// Starts opening the data file and the journal early, without waiting for Electron to be ready.
import { join } from 'node:path'
import type { RepairReport } from '../../src-preload/contract/app/data.ts'
import { openKeptStore } from '../store/client/kept-store.ts'
import type { Tools } from '../tools.ts'

export interface OpenDataOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly dataFolder: string
  /** Resolves after the page's first paint. */
  readonly firstPaint: Promise<unknown>
}

export function openData({ dataFolder, clock, log, firstPaint }: OpenDataOptions) {
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
    onRepair: (report) => tell(report),
    onFault: (what, error) => log.fault('store', what, error),
  })
  // The caller that opens the services handles the rejection.
  kept.catch(() => undefined)
  return {
    file,
    backupsFolder,
    /** Rejects with the reason when one of the files cannot be opened. */
    kept,
    /** Subscribes to repairs; returns the earlier ones, which were not reported. */
    followRepairs(listener: (report: RepairReport) => void): readonly RepairReport[] {
      tell = listener
      return untold
    },
  }
}

export type OpeningData = ReturnType<typeof openData>
