// Owns: when the data file is looked through for damage, and what follows from what is found.
// Must not: read the file itself.
import { z } from 'zod'
import type { DataState } from '../../src-preload/contract/data.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Care } from '../store/care/care.ts'
import type { Store } from '../store/store-api.ts'

/** A file that was found sound and was closed in order since is not read again at each start of a day. */
const SOUND_FOR_MS = 86_400_000

/** Setting: what is known of the file. Speaks of the moment: brought back from a backup it would be of another file. */
const FILE_CHECK = 'fileCheck'

const fileCheck = z.object({
  /** When the last check ended that found nothing; null where none has. */
  soundAtMs: z.int().min(0).nullable(),
  /** False from opening to closing: a process that is killed leaves it so. */
  isClosed: z.boolean(),
})
type FileCheck = z.infer<typeof fileCheck>

/** One that cannot be read says nothing. */
function readFileCheck(text: string | null): FileCheck {
  try {
    return fileCheck.parse(JSON.parse(text ?? ''))
  } catch {
    return { soundAtMs: null, isClosed: false }
  }
}

export interface ChecksOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly care: Pick<Care, 'check'>
  /** Sets the file aside and puts one in its place with what could be saved. */
  readonly repair: (reason: string) => Promise<void>
  readonly clock: Clock
  readonly log: Log
  readonly onChange: () => void
}

export interface Checks {
  getState(): DataState['check']
  /** Notes that the file is in use. */
  open(): Promise<void>
  /**
   * A check that nobody asked for. The first is left out where the file was closed in order within a day after it was
   * found sound. Never rejects.
   */
  runUnasked(): Promise<void>
  /** Nothing where one is under way. Never rejects. */
  run(): Promise<void>
  /** Another file is in the place of the one that was checked. */
  forget(): void
  /** Notes that the file is closed in order: the last that is written to it. */
  close(): Promise<void>
}

export function createChecks({ store, care, repair, clock, log, onChange }: ChecksOptions): Checks {
  let state: DataState['check'] = { status: 'notYet', atMs: null }
  let soundAtMs: number | null = null
  /** Whether the next check that nobody asked for is worth its time. */
  let isNextDue = true
  let isOpened: Promise<void> = Promise.resolve()
  let running: Promise<void> | null = null

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
      // Then the file counts as not closed in order, and is read once more than it had to be.
      log.fault('data', 'note the state of the file', error)
    }
  }

  /** What is wrong with the file in a sentence; null for a sound one. */
  async function findDamage(): Promise<string | null> {
    try {
      const { isSound, problems } = await care.check()
      return isSound ? null : (problems[0] ?? 'quick_check')
    } catch (error) {
      // It may be too damaged to be checked.
      if (isAppError(error, 'databaseCorrupt')) return String(error.data['reason'] ?? 'quick_check')
      throw error
    }
  }

  /** Answers what is wrong, null where nothing is, and shows it. */
  async function look(): Promise<string | null> {
    show({ status: 'running', atMs: state.atMs })
    const damage = await findDamage()
    if (damage === null) {
      soundAtMs = clock.now()
      // First: who sees that it is done, can ask for the next.
      await note(false)
      show({ status: 'sound', atMs: soundAtMs })
    } else {
      show({ status: 'damaged', atMs: clock.now() })
      log.fault('data', 'the data file is damaged', new AppError('databaseCorrupt', { reason: damage }))
    }
    return damage
  }

  async function runOnce(): Promise<void> {
    try {
      const damage = await look()
      if (damage === null) return
      await repair(damage)
      // Damage in the file that came in its place is not the file's fault: that would be repaired over and over.
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
      // A check that lies ahead is of a clock that was set back since.
      const sinceMs = soundAtMs === null ? Infinity : clock.now() - soundAtMs
      isNextDue = !known.isClosed || sinceMs < 0 || sinceMs >= SOUND_FOR_MS
      if (!isNextDue) show({ status: 'sound', atMs: soundAtMs })
    } catch (error) {
      log.fault('data', 'read the state of the file', error)
    }
    await note(false)
  }

  return {
    getState: () => state,
    open() {
      isOpened = readAndMark()
      return isOpened
    },
    async runUnasked() {
      await isOpened
      const isDue = isNextDue
      isNextDue = true
      if (isDue) await run()
    },
    run,
    forget() {
      soundAtMs = null
      isNextDue = true
      if (running === null) show({ status: 'notYet', atMs: null })
    },
    async close() {
      await running
      await note(true)
    },
  }
}
