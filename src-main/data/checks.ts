// Schedules integrity checks of both files, and the repair of one in which damage is found.
import { z } from 'zod'
import type { DataFile, DataState } from '../../src-preload/contract/app/data.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Maintenance } from '../store/maintenance/maintenance.ts'
import type { Store } from '../store/api/store-api.ts'
import type { Tools } from '../tools.ts'

/** Files that passed their check within this time and were closed cleanly are not checked again at startup. */
const SOUND_FOR_MS = 86_400_000

/** Setting: the known state of the files. Not restored from a backup, which describes other ones. */
const FILE_CHECK = 'fileCheck'

const fileCheck = z.object({
  /** When a check last passed; null for never. */
  soundAtMs: z.int().min(0).nullable(),
  /** False from open to close; stays false after a crash. */
  isClosed: z.boolean(),
})
type FileCheck = z.infer<typeof fileCheck>

/** An unreadable setting counts as unknown. */
function readFileCheck(text: string | null): FileCheck {
  try {
    return fileCheck.parse(JSON.parse(text ?? ''))
  } catch {
    return { soundAtMs: null, isClosed: false }
  }
}

export interface ChecksOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly maintenance: Pick<Maintenance, 'check'>
  /** Moves the file aside and replaces it with what could be recovered. */
  readonly repair: (file: DataFile, reason: string) => Promise<void>
  readonly onChange: () => void
}

export function createChecks({ store, maintenance, repair, clock, log, onChange }: ChecksOptions) {
  let state: DataState['check'] = { status: 'notYet', atMs: null }
  let soundAtMs: number | null = null
  /** Whether the next scheduled check should run. */
  let isNextDue = true
  let isOpened: Promise<void> = Promise.resolve()
  let running: Promise<void> | null = null
  let isStopped = false

  function show(next: DataState['check']): void {
    state = next
    onChange()
  }

  const write = (isClosed: boolean): Promise<void> =>
    store.setSetting(FILE_CHECK, JSON.stringify({ soundAtMs, isClosed } satisfies FileCheck))

  async function note(isClosed: boolean): Promise<void> {
    try {
      await write(isClosed)
    } catch (error) {
      // The file then counts as not closed cleanly and is checked once more than necessary.
      log.fault('data', 'note the state of the file', error)
    }
  }

  /** Returns the first damage of each damaged file, and updates the state. */
  async function look(): Promise<ReadonlyMap<DataFile, string>> {
    show({ status: 'running', atMs: state.atMs })
    const { problems } = await maintenance.check()
    const damage = new Map<DataFile, string>()
    for (const { file, text } of problems) if (!damage.has(file)) damage.set(file, text)
    if (damage.size === 0) {
      soundAtMs = clock.now()
      // Before the state changes, because the user can then request the next check.
      await note(false)
      show({ status: 'sound', atMs: soundAtMs })
    } else {
      show({ status: 'damaged', atMs: clock.now() })
      for (const reason of damage.values()) {
        log.fault('data', 'the data file is damaged', new AppError('databaseCorrupt', { reason }))
      }
    }
    return damage
  }

  async function runOnce(): Promise<void> {
    try {
      const damage = await look()
      if (damage.size === 0) return
      for (const [file, reason] of damage) await repair(file, reason)
      // Damage in the replacement is not repaired again, to prevent an endless loop.
      await look()
    } catch (error) {
      if (isAppError(error, 'cancelled')) {
        show({ status: 'notYet', atMs: null })
        return
      }
      show({ status: state.status === 'damaged' ? 'damaged' : 'failed', atMs: clock.now() })
      log.fault('data', 'check the data file', error)
    }
  }

  function run(): Promise<void> {
    running ??= runOnce().finally(() => {
      running = null
    })
    return running
  }

  async function readAndMark(): Promise<void> {
    try {
      const known = readFileCheck(await store.getSetting(FILE_CHECK))
      soundAtMs = known.soundAtMs
      // A check in the future means that the clock was set back.
      const sinceMs = soundAtMs === null ? Infinity : clock.now() - soundAtMs
      isNextDue = !known.isClosed || sinceMs < 0 || sinceMs >= SOUND_FOR_MS
      if (!isNextDue) show({ status: 'sound', atMs: soundAtMs })
    } catch (error) {
      log.fault('data', 'read the state of the file', error)
    }
    await note(false)
  }

  return {
    getState: (): DataState['check'] => state,
    /** Records that the file is in use. */
    open(): Promise<void> {
      isOpened = readAndMark()
      return isOpened
    },
    /** Runs a scheduled check. Skips the first if the file was closed cleanly within a day after passing a check. Never rejects. */
    async runUnasked(): Promise<void> {
      await isOpened
      if (isStopped) return
      const isDue = isNextDue
      isNextDue = true
      if (isDue) await run()
    },
    /** Does nothing while a check runs. Never rejects. */
    run,
    /** Call when the file was replaced by another. */
    forget(): void {
      soundAtMs = null
      isNextDue = true
      if (running === null) show({ status: 'notYet', atMs: null })
    },
    /** Records that the file was closed cleanly: the last write to it. */
    async close(): Promise<void> {
      isStopped = true
      // What was begun writes that the file is in use.
      await isOpened
      await running
      await note(true)
    },
  }
}
