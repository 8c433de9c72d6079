// A data service over a real store and maintenance, in a pace that tests can wait for.
import { onTestFinished, vi } from 'vitest'
import type { DataState, RepairReport } from '../../../src-preload/contract/app/data.ts'
import { dataChannels } from '../../../src-preload/contract/app/data.ts'
import { createData, type DataOptions, type DataPace, type DataService } from '../../../src-main/data/data.ts'
import type { Maintenance } from '../../../src-main/store/maintenance/maintenance.ts'
import { openKeptStore } from '../../../src-main/store/client/kept-store.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { startKeptThread } from '../../fixtures/kept-threads.ts'
import { maintenanceUrl, workerUrl } from '../../fixtures/thread-scripts.ts'
import { backupsOf, journalOf } from '../store/maintenance/support.ts'
import { makeFile } from '../store/support.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'

export const dayMs = 86_400_000
export const startMs = 1_700_000_000_000

/** Nothing is done by itself, unless a test asks for it. */
const never = 2 ** 30
export const quiet: DataPace = {
  backUpAfterMs: never,
  checkAfterMs: never,
  measureAfterMs: never,
  shortenAfterMs: never,
  lookEveryMs: 5,
  backUpSoonMs: never,
  backUpGapMs: 0,
  pauseMs: 0,
  tellEveryMs: 1,
}

export interface World {
  readonly data: DataService
  readonly store: Store
  readonly journal: Journal
  readonly maintenance: Maintenance
  readonly file: string
  /** Log lines of faults. */
  readonly faults: string[]
  readonly clock: { nowMs: number }
  /** What was done, in its order: `hold` and `go on` of the sync among it. */
  readonly steps: string[]
  state(): Promise<DataState>
  /** Waits until the state fits. */
  until(fits: (state: DataState) => boolean): Promise<DataState>
  close(): Promise<void>
}

export interface WorldOptions {
  readonly file?: string
  readonly pace?: Partial<DataPace>
  readonly wrapStore?: (store: Store) => Store
  readonly wrapMaintenance?: (maintenance: Maintenance) => Maintenance
  readonly repair?: DataOptions['repair']
  readonly repaired?: RepairReport
  readonly nowMs?: number
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const file = options.file ?? makeFile()
  const faults: string[] = []
  const steps: string[] = []
  const clock = { nowMs: options.nowMs ?? startMs, now: () => clock.nowMs }
  let data: DataService | null = null
  let repaired: RepairReport | null = options.repaired ?? null
  const kept = await openKeptStore({
    file,
    journalFile: journalOf(file),
    clock,
    workerUrl,
    startThread: startKeptThread,
    maintenanceUrl,
    backupsFolder: backupsOf(file),
    onRepair: (report) => {
      repaired = report
      data?.noteRepair(report)
    },
    onFault: (what, error) => faults.push(`${what} ${String(error)}`),
  })
  const store = options.wrapStore?.(kept.store) ?? kept.store
  const maintenance = options.wrapMaintenance?.(kept.maintenance) ?? kept.maintenance
  data = createData({
    file,
    backupsFolder: backupsOf(file),
    store,
    maintenance,
    repair: options.repair ?? kept.repair,
    repaired: repaired === null ? [] : [repaired],
    clock,
    emit: (name) => steps.push(name),
    log: {
      info: () => undefined,
      fault: (_area, what, error) => faults.push(`${what} ${String(error)}`),
    },
    holdSync: async (work) => {
      steps.push('hold')
      try {
        return await work()
      } finally {
        steps.push('go on')
      }
    },
    pace: { ...quiet, ...options.pace },
  })
  const service = data
  // What crosses the border is what the contract says, whatever else a test looks at.
  const state = async () => dataChannels['data:getState'].output.parse(await service.getState())
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => {
    closing ??= (async () => {
      try {
        await service.stop()
      } finally {
        await Promise.all([kept.store.close(), kept.journal.close()])
      }
    })()
    return closing
  }
  onTestFinished(close)
  return {
    data: service,
    store,
    journal: kept.journal,
    maintenance,
    file,
    faults,
    clock,
    steps,
    state,
    until: (fits) =>
      vi.waitFor(
        async () => {
          const found = await state()
          if (!fits(found)) throw new Error(`not yet: ${JSON.stringify(found)}`)
          return found
        },
        { timeout: 20_000, interval: 10 },
      ),
    close,
  }
}
