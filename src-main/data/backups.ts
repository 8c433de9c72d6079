// Owns: when the user's own data is backed up, and what is known of its backups.
// Must not: write one (the store's care does).
import type { DataState } from '../../src-preload/contract/data.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Backup, Care } from '../store/care/care.ts'
import { createFaults } from '../session/faults.ts'
import { reportFault } from './data-faults.ts'
import { coalesce } from '../async/coalesce.ts'

const WORK = 'back up'
const LIST = 'list the backups'

export interface BackupsOptions {
  readonly folder: string
  readonly care: Pick<Care, 'backUp' | 'listBackups'>
  readonly log: Log
  /** From the first change to its backup; changes meanwhile go into the same one. */
  readonly soonMs: number
  /** Pause after a backup before changes lead to the next. */
  readonly gapMs: number
  readonly onChange: () => void
}

export interface Backups {
  getState(): Promise<DataState['backups']>
  /** Looks at the folder again. Never rejects: a failure is told in the state. */
  look(): Promise<void>
  /** Makes one unless the newest holds the same. Rejects with why it could not. */
  make(): Promise<void>
  /** The same; a failure is told in the state. */
  makeQuietly(): Promise<void>
  /** What is the user's own has changed: it is backed up soon, a step of a transfer at once. */
  noteChange(isJournal: boolean): void
  /** Backs up what is still waiting for it. */
  stop(): Promise<void>
}

export function createBackups(options: BackupsOptions): Backups {
  const { folder, care, log, soonMs, gapMs, onChange } = options
  const faults = createFaults((work, error) => reportFault(error, log, work))
  let known: readonly Backup[] | null = null
  let timer: NodeJS.Timeout | null = null
  let hasChanged = false
  let isInGap = false
  let isStopped = false

  async function list(): Promise<readonly Backup[]> {
    try {
      known = await care.listBackups()
      faults.clear(LIST)
      return known
    } catch (error) {
      faults.note(LIST, error)
      return []
    }
  }

  const make = coalesce(async () => {
    // What changes from here on may not be in it.
    hasChanged = false
    try {
      await care.backUp()
      faults.clear(WORK)
    } catch (error) {
      // Also where it had to make way for a repair: what has changed still waits for its backup.
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
      // Told in the state, and logged there.
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
    async getState() {
      const backups = known ?? (await list())
      return {
        folder,
        count: backups.length,
        bytes: backups.reduce((sum, { bytes }) => sum + bytes, 0),
        newestMs: backups[0]?.madeAtMs ?? null,
        lastError: faults.get(WORK) ?? faults.get(LIST),
      }
    },
    async look() {
      await list()
    },
    make,
    makeQuietly,
    noteChange(isJournal) {
      hasChanged = true
      if (isJournal && !isStopped) {
        void makeQuietly()
        return
      }
      if (timer === null && !isInGap && !isStopped) wait(soonMs, () => void makeSoon())
    },
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (hasChanged) await makeQuietly()
    },
  }
}
