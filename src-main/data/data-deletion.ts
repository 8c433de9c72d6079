// Deletes data past its retention and clears data on request, in small batches that let other work run.
// Never touches the user's own data.
import { setTimeout as sleep } from 'node:timers/promises'
import { createMutex } from '../async/mutex.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { type DataKind, dataKinds, type KeepDays } from '../../src-preload/contract/app/data.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Dropped } from '../store/api/kept-kinds.ts'
import type { Store } from '../store/api/store-api.ts'
import { createFaults } from '../session/faults.ts'
import { reportFault } from './data-faults.ts'
import { keptFromMs, readKeepDays, writeKeepDays } from './keep-days.ts'
import type { Tools } from '../tools.ts'

/** Rows and pages per batch: some milliseconds of the store's thread. */
const BATCH_ROWS = 300
const BATCH_PAGES = 100

/**
 * Attempts and pause for truncating the write-ahead log while readers are active. After these seconds it is truncated at the
 * next occasion.
 */
const LOG_TRIES = 40
const LOG_PAUSE_MS = 250

const WORK = 'drop'

export interface DataDeletionOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly store: Pick<
    Store,
    'dropBefore' | 'dropAll' | 'wantAgain' | 'giveBack' | 'getSetting' | 'setSetting'
  >
  /** Pauses reads and writes of the cache while the work runs; sync restarts afterwards. */
  readonly holdSync: <T>(work: () => Promise<T>) => Promise<T>
  /** Pause between two background batches. */
  readonly pauseMs: number
  /** Called when the result of `getState` has changed. */
  readonly onChange: () => void
}

export function createDataDeletion(options: DataDeletionOptions) {
  const { store, clock, log, holdSync, pauseMs, onChange } = options
  const faults = createFaults((work, error) => reportFault(error, log, work))
  let dropping: DataKind | null = null
  let isStopped = false
  /** One at a time, in the order of the calls. */
  const runExclusive = createMutex()
  /** User requests in the queue; scheduled deletion yields to them. */
  let waiting = 0
  /** Requested but not started. */
  let shortening: Promise<number> | null = null

  function assertGoing(): void {
    if (isStopped) throw new AppError('cancelled')
  }

  function show(kind: DataKind | null): void {
    if (dropping === kind) return
    dropping = kind
    onChange()
  }

  /** Deletes batches until done, or until it must yield (then it is not done). */
  async function deleteBatches(
    kind: DataKind,
    drop: () => Promise<Dropped>,
    betweenMs: number,
    mustGiveWay: () => boolean,
  ): Promise<{ rows: number; isDone: boolean }> {
    let rows = 0
    for (;;) {
      assertGoing()
      const piece = await drop()
      rows += piece.rows
      if (!piece.hasMore) return { rows, isDone: true }
      if (mustGiveWay()) return { rows, isDone: false }
      show(kind)
      await sleep(betweenMs)
    }
  }

  /** Returns free pages to the disk; stops when no progress is made. */
  async function giveBackPages(betweenMs: number): Promise<boolean> {
    let before = Infinity
    for (;;) {
      assertGoing()
      const { freePages, isLogEmpty } = await store.giveBack(BATCH_PAGES)
      if (freePages === 0 || freePages >= before) return isLogEmpty
      before = freePages
      await sleep(betweenMs)
    }
  }

  async function emptyLog(): Promise<void> {
    for (let tries = 1; tries < LOG_TRIES; tries += 1) {
      await sleep(LOG_PAUSE_MS)
      assertGoing()
      if ((await store.giveBack(BATCH_PAGES)).isLogEmpty) return
    }
    log.info('data', 'the log is in use and keeps what was cleared until it is emptied')
  }

  /** Shows a failure in the state and rethrows it. */
  async function watched<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      if (faults.clear(WORK)) onChange()
      return result
    } catch (error) {
      if (faults.note(WORK, error)) onChange()
      throw error
    } finally {
      show(null)
    }
  }

  async function shortenNow(): Promise<{ rows: number; isDone: boolean }> {
    assertGoing()
    const days = await readKeepDays(store)
    const mustGiveWay = (): boolean => waiting > 0
    let rows = 0
    for (const kind of dataKinds) {
      const beforeMs = keptFromMs(days[kind], clock.now())
      if (beforeMs === 0) continue
      const drop = () => store.dropBefore(kind, beforeMs, BATCH_ROWS)
      const dropped = await deleteBatches(kind, drop, pauseMs, mustGiveWay)
      rows += dropped.rows
      if (!dropped.isDone) return { rows, isDone: false }
    }
    if (rows > 0) await giveBackPages(pauseMs)
    return { rows, isDone: true }
  }

  async function shortenInTurns(): Promise<number> {
    const { rows, isDone } = await runExclusive(async () => {
      shortening = null
      try {
        return await watched(shortenNow)
      } catch {
        // Already logged and shown in the state.
        return { rows: 0, isDone: true }
      }
    })
    if (rows > 0) log.info('data', 'old rows dropped', { rows })
    // Awaited here, because callers count the remaining rows only after old ones are gone.
    return isDone ? rows : rows + (await shorten())
  }

  function shorten(): Promise<number> {
    shortening ??= shortenInTurns()
    return shortening
  }

  /** Runs work that the user waits for, with sync paused. */
  async function urgently<Result>(work: () => Promise<Result>): Promise<Result> {
    waiting += 1
    try {
      return await runExclusive(() => {
        assertGoing()
        return watched(() => holdSync(work))
      })
    } finally {
      waiting -= 1
    }
  }

  return {
    getState: (): { readonly dropping: DataKind | null; readonly dropError: ErrorReport | null } => ({
      dropping,
      dropError: faults.get(WORK),
    }),
    /** Deletes rows past their retention. Never rejects: failures appear in the state. Returns the number of deleted rows. */
    shorten,

    async setKeepDays(kind: DataKind, days: KeepDays): Promise<void> {
      await urgently(async () => {
        const fromMs = keptFromMs(days, clock.now())
        // Data first, then the setting: if it stops in between, the old retention deletes the data again.
        if (fromMs < keptFromMs((await readKeepDays(store))[kind], clock.now())) {
          let nextMs: number | null = fromMs
          while (nextMs !== null) {
            assertGoing()
            nextMs = await store.wantAgain(kind, nextMs, BATCH_ROWS)
          }
        }
        await writeKeepDays(store, kind, days)
      })
      onChange()
    },

    /**
     * Deletes all rows of these kinds and returns their number. A second call waits for the first. Errors: the store's;
     * `cancelled`.
     */
    clear: (kinds: readonly DataKind[]): Promise<number> =>
      urgently(async () => {
        let rows = 0
        const never = (): boolean => false
        for (const kind of dataKinds.filter((each) => kinds.includes(each))) {
          show(kind)
          rows += (await deleteBatches(kind, () => store.dropAll(kind, BATCH_ROWS), 0, never)).rows
        }
        // Fills that the user requested are older than the retention; they are not fetched again automatically.
        const keptMs = keptFromMs((await readKeepDays(store)).fills, clock.now())
        await deleteBatches('fills', () => store.dropBefore('fills', keptMs, BATCH_ROWS), 0, never)
        if (!(await giveBackPages(0))) await emptyLog()
        log.info('data', 'cleared', { kinds: kinds.join(' '), rows })
        return rows
      }),

    /** Stops after the batch in flight; the remaining data is consistent. */
    async stop(): Promise<void> {
      isStopped = true
      await runExclusive(() => Promise.resolve())
    },
  }
}
