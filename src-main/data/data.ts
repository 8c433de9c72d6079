// The data service for the page: local data, and scheduled maintenance. Only the store and its maintenance touch the files.
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { type DataFile, dataKinds, type RepairReport } from '../../src-preload/contract/app/data.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Maintenance, Measurement } from '../store/maintenance/maintenance.ts'
import { createThrottle } from '../async/throttle.ts'
import { createBackups } from './backup-schedule.ts'
import { createChecks } from './checks.ts'
import { createDataDeletion } from './data-deletion.ts'
import { startScheduledJobs } from './scheduled-jobs.ts'
import { readKeepDays } from './keep-days.ts'
import { coalesce } from '../async/coalesce.ts'
import { createRepairs } from './repairs.ts'
import type { Tools } from '../tools.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Schedule of automatic work, in milliseconds. The first runs follow `start`, one after the other. */
export interface DataPace {
  readonly backUpAfterMs: number
  /** After the first screen is shown. */
  readonly checkAfterMs: number
  readonly measureAfterMs: number
  readonly shortenAfterMs: number
  readonly lookEveryMs: number
  /** Delay from a change of the user's own data to its backup, and minimum interval between such backups. */
  readonly backUpSoonMs: number
  readonly backUpGapMs: number
  /** Pause between two batches of deleted rows. */
  readonly pauseMs: number
  /** Minimum interval between events. */
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

export interface DataOptions extends Pick<Tools, 'store' | 'clock' | 'emit' | 'log'> {
  readonly file: string
  readonly backupsFolder: string
  readonly maintenance: Maintenance
  /** Moves a damaged file aside and replaces it; reported through `noteRepair`. */
  readonly repair: (file: DataFile, reason: string) => Promise<void>
  /** The repairs at this start. */
  readonly repaired: readonly RepairReport[]
  /** Pauses sync while rows are deleted, so that no late response writes into them. */
  readonly holdSync: <T>(work: () => Promise<T>) => Promise<T>
  readonly pace?: DataPace
}

export function createData(options: DataOptions) {
  const { store, maintenance, clock, log, holdSync, pace = usualPace } = options
  const telling = createThrottle(pace.tellEveryMs, () => options.emit('data:changed', {}))
  const onChange = (): void => telling.ask()
  const dropping = createDataDeletion({ store, clock, log, holdSync, pauseMs: pace.pauseMs, onChange })
  const checks = createChecks({ store, maintenance, repair: options.repair, clock, log, onChange })
  const backups = createBackups({
    folder: options.backupsFolder,
    maintenance,
    log,
    soonMs: pace.backUpSoonMs,
    gapMs: pace.backUpGapMs,
    onChange,
  })
  const repairs = createRepairs(store, log)
  let measured: { readonly found: Measurement; readonly atMs: number } | null = null
  let isMeasuring = false
  let stopScheduledJobs: (() => void) | null = null
  let isStopped = false

  const measureAgain = coalesce(async () => {
    isMeasuring = true
    onChange()
    try {
      // Taken before: rows written during the measurement may not be included.
      const atMs = clock.now()
      measured = { found: await maintenance.measure(), atMs }
    } catch (error) {
      if (!isAppError(error, 'cancelled')) log.fault('data', 'measure', error)
    } finally {
      // The user may have moved or deleted backup files.
      await backups.look()
      isMeasuring = false
      onChange()
    }
  })

  async function shortenAndMeasure(): Promise<void> {
    if ((await dropping.shorten()) > 0) await measureAgain()
  }

  return {
    async getState(): Promise<ChannelOutput<'data:getState'>> {
      // Before the rest is read: what a measurement found is complete in every state that does not say it is running.
      const wasMeasuring = isMeasuring
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
        isMeasuring: wasMeasuring,
        check: checks.getState(),
        backups: itsBackups,
        repair,
        ...dropping.getState(),
      }
    },

    measure(): ChannelOutput<'data:measure'> {
      void measureAgain()
      return {}
    },

    check(): ChannelOutput<'data:check'> {
      void checks.run()
      return {}
    },

    async backUp(): Promise<ChannelOutput<'data:backUp'>> {
      await backups.make()
      return {}
    },

    async setKeepDays({
      kind,
      keepDays,
    }: ChannelInput<'data:setKeepDays'>): Promise<ChannelOutput<'data:setKeepDays'>> {
      await dropping.setKeepDays(kind, keepDays)
      backups.noteChange(false)
      void shortenAndMeasure()
      return {}
    },

    async clear({ kinds }: ChannelInput<'data:clear'>): Promise<ChannelOutput<'data:clear'>> {
      try {
        return { rows: await dropping.clear(kinds) }
      } finally {
        void measureAgain()
      }
    },

    async acceptRepair(): Promise<ChannelOutput<'data:acceptRepair'>> {
      await repairs.accept()
      onChange()
      return {}
    },

    /** Call when a file damaged during use was repaired. */
    noteRepair(report: RepairReport): void {
      measured = null
      checks.forget()
      void repairs.note(report).then(onChange)
      onChange()
      // The file was replaced.
      void checks.run()
      void measureAgain()
    },

    /** Call when the user's own data was written: backed up soon, for a transfer step immediately. */
    noteOwnChange: (isStep: boolean): void => backups.noteChange(isStep),

    /** Starts scheduled work: check, backups, retention. */
    start(): void {
      if (isStopped) return
      void checks.open()
      for (const report of options.repaired) void repairs.note(report).then(onChange)
      stopScheduledJobs = startScheduledJobs(
        [
          // Cheap: nothing is written if the newest backup is identical.
          { afterMs: pace.backUpAfterMs, everyMs: HOUR_MS, run: () => void backups.makeQuietly() },
          { afterMs: pace.checkAfterMs, everyMs: 7 * DAY_MS, run: () => void checks.runUnasked() },
          { afterMs: pace.measureAfterMs, everyMs: null, run: () => void measureAgain() },
          { afterMs: pace.shortenAfterMs, everyMs: DAY_MS, run: () => void dropping.shorten() },
        ],
        clock,
        pace.lookEveryMs,
      )
    },

    /** Stops it, backs up pending changes and records a clean close. Close the store next. */
    async stop(): Promise<void> {
      isStopped = true
      const wasStarted = stopScheduledJobs !== null
      stopScheduledJobs?.()
      stopScheduledJobs = null
      await dropping.stop()
      await backups.stop()
      await maintenance.stop()
      // An incomplete start has recorded nothing to undo.
      if (wasStarted) await checks.close()
      telling.stop()
    },
  }
}

export type DataService = ReturnType<typeof createData>
