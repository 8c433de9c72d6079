// Stores the report of the last repair of each file until the user dismisses it.
import { type DataFile, repairReport, type RepairReport } from '../../src-preload/contract/app/data.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store } from '../store/api/store-api.ts'

/** Setting: the report as JSON; empty once dismissed. */
const settingOf: Readonly<Record<DataFile, string>> = {
  data: 'repairReport',
  journal: 'repairReport.journal',
}

/** In the order in which they are shown, one at a time: what concerns money comes first. */
const shownFiles: readonly DataFile[] = ['journal', 'data']

export function createRepairs(store: Pick<Store, 'getSetting' | 'setSetting'>, log: Log) {
  /** Not written to the setting yet, or not writable. */
  const noted = new Map<DataFile, RepairReport>()

  async function read(file: DataFile): Promise<RepairReport | null> {
    const text = await store.getSetting(settingOf[file])
    if (text === null || text === '') return null
    try {
      return repairReport.parse(JSON.parse(text))
    } catch (error) {
      log.fault('data', 'read the report of a repair', error)
      return null
    }
  }

  async function get(): Promise<RepairReport | null> {
    for (const file of shownFiles) {
      const report = noted.get(file) ?? (await read(file))
      if (report !== null) return report
    }
    return null
  }

  return {
    get,
    /** Shows the report now and after the next start. Never rejects. */
    async note(report: RepairReport): Promise<void> {
      noted.set(report.file, report)
      try {
        await store.setSetting(settingOf[report.file], JSON.stringify(report))
      } catch (error) {
        log.fault('data', 'keep the report of a repair', error)
      }
    },
    /** Dismisses the one that `get` gives. */
    async accept(): Promise<void> {
      const report = await get()
      if (report === null) return
      await store.setSetting(settingOf[report.file], '')
      noted.delete(report.file)
    },
  }
}
