// Owns: what the page may ask about the data on this computer, and what is done for it unasked.
// Must not: touch the file itself (the store and its care do).
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { dataKinds, type RepairReport } from '../../src-preload/contract/data.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { Emit } from '../ipc/events.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Care, Measurement } from '../store/care/care.ts'
import type { Store } from '../store/store-api.ts'
import { createThrottle } from '../async/throttle.ts'
import { createBackups } from './backups.ts'
import { createChecks } from './checks.ts'
import { createDropping } from './dropping.ts'
import { startDuties } from './duties.ts'
import { readKeepDays } from './keep-days.ts'
import { coalesce } from '../async/coalesce.ts'
import { createRepairs } from './repairs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When what is done by itself is done, in milliseconds. The first times are after `start`, one after the other. */
export interface DataPace {
  readonly backUpAfterMs: number
  /** The first screen is there by then. */
  readonly checkAfterMs: number
  readonly measureAfterMs: number
  readonly shortenAfterMs: number
  readonly lookEveryMs: number
  /** From a change of what is the user's own to its backup, and from a backup to the next that changes lead to. */
  readonly backUpSoonMs: number
  readonly backUpGapMs: number
  /** Between two pieces that are dropped. */
  readonly pauseMs: number
  /** Between two events. */
  readonly tellEveryMs: number
}

const usualPace: DataPace = {
  backUpAfterMs: 5_000,
  checkAfterMs: 15_000,
  measureAfterMs: 60_000,
  shortenAfterMs: 120_000,
  lookEveryMs: 60_000,
  backUpSoonMs: 5_000,
  backUpGapMs: 30_000,
  pauseMs: 50,
  tellEveryMs: 500,
}

export interface DataOptions {
  readonly file: string
  readonly backupsFolder: string
  readonly store: Store
  readonly care: Care
  /** Sets a damaged file aside and puts one in its place; `noteRepair` is told of it. */
  readonly repair: (reason: string) => Promise<void>
  /** Of a repair at this start; null where there was none. */
  readonly repaired: RepairReport | null
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  /** Called before rows are dropped and after: what is under way for them must not land in between. */
  readonly holdSync: <T>(work: () => Promise<T>) => Promise<T>
  readonly pace?: DataPace
}

export interface DataService {
  getState(): Promise<ChannelOutput<'data:getState'>>
  measure(): ChannelOutput<'data:measure'>
  check(): ChannelOutput<'data:check'>
  backUp(): Promise<ChannelOutput<'data:backUp'>>
  setKeepDays(input: ChannelInput<'data:setKeepDays'>): Promise<ChannelOutput<'data:setKeepDays'>>
  clear(input: ChannelInput<'data:clear'>): Promise<ChannelOutput<'data:clear'>>
  acceptRepair(): Promise<ChannelOutput<'data:acceptRepair'>>
  /** A file that was damaged while it was in use has been repaired. */
  noteRepair(report: RepairReport): void
  /** What is the user's own has been written: it is backed up soon, and a step of a transfer at once. */
  noteOwnChange(isJournal: boolean): void
  /** Begins what is done by itself: check, backups, retention. */
  start(): void
  /** Ends it, backs up what has changed, and notes that the file is closed in order: the store is to be closed next. */
  stop(): Promise<void>
}

export function createData(options: DataOptions): DataService {
  const { store, care, clock, log, holdSync, pace = usualPace } = options
  const telling = createThrottle(pace.tellEveryMs, () => options.emit('data:changed', {}))
  const onChange = (): void => telling.ask()
  const dropping = createDropping({ store, clock, log, holdSync, pauseMs: pace.pauseMs, onChange })
  const checks = createChecks({ store, care, repair: options.repair, clock, log, onChange })
  const backups = createBackups({
    folder: options.backupsFolder,
    care,
    log,
    soonMs: pace.backUpSoonMs,
    gapMs: pace.backUpGapMs,
    onChange,
  })
  const repairs = createRepairs(store, log)
  let measured: { readonly found: Measurement; readonly atMs: number } | null = null
  let isMeasuring = false
  let stopDuties: (() => void) | null = null
  let isStopped = false

  const measureAgain = coalesce(async () => {
    isMeasuring = true
    onChange()
    try {
      // Before: what is written while it is measured may not be in it.
      const atMs = clock.now()
      measured = { found: await care.measure(), atMs }
    } catch (error) {
      if (!isAppError(error, 'cancelled')) log.fault('data', 'measure', error)
    } finally {
      // Backups are files that somebody may have moved or removed.
      await backups.look()
      isMeasuring = false
      onChange()
    }
  })

  async function shortenAndMeasure(): Promise<void> {
    if ((await dropping.shorten()) > 0) await measureAgain()
  }

  return {
    async getState() {
      const [days, itsBackups, repair] = await Promise.all([
        readKeepDays(store),
        backups.getState(),
        repairs.get(),
      ])
      const found = measured?.found
      return {
        file: options.file,
        fileBytes: found?.fileBytes ?? null,
        ownBytes: found?.ownBytes ?? null,
        freeBytes: found?.freeBytes ?? null,
        kinds: dataKinds.map((kind) => ({
          kind,
          rows: found?.kinds[kind].rows ?? null,
          bytes: found?.kinds[kind].bytes ?? null,
          areBytesEstimated: found?.kinds[kind].areBytesEstimated ?? false,
          oldestMs: found?.kinds[kind].oldestMs ?? null,
          newestMs: found?.kinds[kind].newestMs ?? null,
          keepDays: days[kind],
        })),
        measuredAtMs: measured?.atMs ?? null,
        isMeasuring,
        check: checks.getState(),
        backups: itsBackups,
        repair,
        ...dropping.getState(),
      }
    },

    measure() {
      void measureAgain()
      return {}
    },

    check() {
      void checks.run()
      return {}
    },

    async backUp() {
      await backups.make()
      return {}
    },

    async setKeepDays({ kind, keepDays }) {
      await dropping.setKeepDays(kind, keepDays)
      backups.noteChange(false)
      void shortenAndMeasure()
      return {}
    },

    async clear({ kinds }) {
      try {
        return { rows: await dropping.clear(kinds) }
      } finally {
        void measureAgain()
      }
    },

    async acceptRepair() {
      await repairs.accept()
      onChange()
      return {}
    },

    noteRepair(report) {
      measured = null
      checks.forget()
      void repairs.note(report).then(onChange)
      onChange()
      // The file is another one.
      void checks.run()
      void measureAgain()
    },

    noteOwnChange: (isJournal) => backups.noteChange(isJournal),

    start() {
      if (isStopped) return
      void checks.open()
      if (options.repaired !== null) void repairs.note(options.repaired).then(onChange)
      stopDuties = startDuties(
        [
          // Cheap: nothing is written where the newest backup holds the same.
          { afterMs: pace.backUpAfterMs, everyMs: HOUR_MS, run: () => void backups.makeQuietly() },
          { afterMs: pace.checkAfterMs, everyMs: 7 * DAY_MS, run: () => void checks.runUnasked() },
          { afterMs: pace.measureAfterMs, everyMs: null, run: () => void measureAgain() },
          { afterMs: pace.shortenAfterMs, everyMs: DAY_MS, run: () => void dropping.shorten() },
        ],
        clock,
        pace.lookEveryMs,
      )
    },

    async stop() {
      isStopped = true
      const wasStarted = stopDuties !== null
      stopDuties?.()
      stopDuties = null
      await dropping.stop()
      await backups.stop()
      await care.stop()
      // A start that did not come so far has noted nothing to take back.
      if (wasStarted) await checks.close()
      telling.stop()
    },
  }
}
