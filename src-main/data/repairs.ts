// Stores the report of the last repair until the user dismisses it.
import { repairReport, type RepairReport } from '../../src-preload/contract/data.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store } from '../store/api/store-api.ts'

/** Setting: the report as JSON; empty once dismissed. */
const REPAIR = 'repairReport'

export interface Repairs {
  get(): Promise<RepairReport | null>
  /** Shows the report now and after the next start. Never rejects. */
  note(report: RepairReport): Promise<void>
  accept(): Promise<void>
}

export function createRepairs(store: Pick<Store, 'getSetting' | 'setSetting'>, log: Log): Repairs {
  /** Not written to the setting yet, or not writable. */
  let noted: RepairReport | null = null

  return {
    async get() {
      if (noted !== null) return noted
      const text = await store.getSetting(REPAIR)
      if (text === null || text === '') return null
      try {
        return repairReport.parse(JSON.parse(text))
      } catch (error) {
        log.fault('data', 'read the report of a repair', error)
        return null
      }
    },
    async note(report) {
      noted = report
      try {
        await store.setSetting(REPAIR, JSON.stringify(report))
      } catch (error) {
        log.fault('data', 'keep the report of a repair', error)
      }
    },
    async accept() {
      await store.setSetting(REPAIR, '')
      noted = null
    },
  }
}
