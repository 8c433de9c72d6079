// Schedules backups of the user's own data and tracks their state. The store's maintenance writes them.
import type { DataState } from '../../src-preload/contract/app/data.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Backup, Maintenance } from '../store/maintenance/maintenance.ts'
import { createFaults } from '../session/faults.ts'
import { reportFault } from './data-faults.ts'
import { coalesce } from '../async/coalesce.ts'

const WORK = 'back up'
const LIST = 'list the backups'

export interface BackupsOptions {
  readonly folder: string
  readonly maintenance: Pick<Maintenance, 'backUp' | 'listBackups'>
  readonly log: Log
  /** Delay from the first change to its backup; changes meanwhile go into the same one. */
  readonly soonMs: number
  /** Minimum interval between backups caused by changes. */
  readonly gapMs: number
  readonly onChange: () => void
}

export function createBackups(options: BackupsOptions) {
  const { folder, maintenance, log, soonMs, gapMs, onChange } = options
  const faults = createFaults((work, error) => reportFault(error, log, work))
  let known: readonly Backup[] | null = null
  let timer: NodeJS.Timeout | null = null
  let hasChanged = false
  let isInGap = false
  let isStopped = false

  async function list(): Promise<readonly Backup[]> {
    try {
      known = await maintenance.listBackups()
      faults.clear(LIST)
      return known
    } catch (error) {
      faults.note(LIST, error)
      return []
    }
  }

  const make = coalesce(async () => {
    // Later changes may not be included.
    hasChanged = false
    try {
      await maintenance.backUp()
      faults.clear(WORK)
    } catch (error) {
      // Also when it yielded to a repair: the changes still need a backup.
      hasChanged = true
      faults.note(WORK, error)
      throw error
    } finally {
      await list()
      onChange()
    }
  })

  async function makeQuietly(): Promise<void> {
    try {
      await make()
    } catch {
      // Already logged and shown in the state.
    }
  }

  function wait(ms: number, then: () => void): void {
    timer = setTimeout(() => {
      timer = null
      then()
    }, ms)
  }

  function afterGap(): void {
    isInGap = false
    if (hasChanged) wait(soonMs, () => void makeSoon())
  }

  async function makeSoon(): Promise<void> {
    isInGap = true
    await makeQuietly()
    if (!isStopped) wait(gapMs, afterGap)
  }

  return {
    async getState(): Promise<DataState['backups']> {
      const backups = known ?? (await list())
      return {
        folder,
        // Those of one occasion are one to the user, a file of each database.
        count: new Set(backups.map(({ madeAtMs }) => madeAtMs)).size,
        bytes: backups.reduce((sum, { bytes }) => sum + bytes, 0),
        newestMs: backups[0]?.madeAtMs ?? null,
        lastError: faults.get(WORK) ?? faults.get(LIST),
      }
    },
    /** Reads the backup folder again. Never rejects: failures appear in the state. */
    async look(): Promise<void> {
      await list()
    },
    /** Creates a backup unless the newest one is identical. Rejects on failure. */
    make,
    /** Like `make`, but failures appear in the state. */
    makeQuietly,
    /** Call when the user's own data has changed: schedules a backup soon, for a transfer step immediately. */
    noteChange(isStep: boolean): void {
      hasChanged = true
      if (isStep && !isStopped) {
        void makeQuietly()
        return
      }
      if (timer === null && !isInGap && !isStopped) wait(soonMs, () => void makeSoon())
    },
    /** Writes pending backups. */
    async stop(): Promise<void> {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (hasChanged) await makeQuietly()
    },
  }
}
