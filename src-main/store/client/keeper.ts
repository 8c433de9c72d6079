// Holds one database file open: a damaged file costs nothing that can be saved, at the start and while it is in use.
import { existsSync, statSync } from 'node:fs'
import type { RepairReport } from '../../../src-preload/contract/app/data.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { FileKind } from '../files/file-kind.ts'
import { createMaintenanceThreads } from '../maintenance/maintenance-thread.ts'
import type { MaintenanceThreadOptions, MaintenanceThreads } from '../maintenance/maintenance-thread.ts'
import type { KeptFile } from '../maintenance/open-maintenance.ts'
import { noteOf, removeNote } from '../maintenance/repair-note.ts'
import type { Call, Calls } from './calls.ts'

export interface KeeperOptions extends Omit<MaintenanceThreadOptions, 'of'> {
  readonly kind: FileKind
  /** Opens the file in its threads. */
  readonly open: () => Promise<Calls>
  /**
   * Calls that say what the rows in the file add up to, as they were read from it. Asked of the file before a repair, they
   * would claim of the new one, which has none of these rows, that nothing is missing.
   */
  readonly speakOfTheFile: ReadonlySet<string>
  /** A damaged file was set aside, and a new one is in use with the user's own data as far as it could be saved. */
  readonly onRepair: (report: RepairReport) => void
  readonly onFault: (what: string, error: unknown) => void
}

export interface Keeper extends Calls, KeptFile {
  /** See KeptStore. */
  readonly repair: (reason: string) => Promise<void>
}

/** Opens a file and keeps it open. Errors: those of `open`; where a repair failed, those of repairDatabase. */
export async function openKeeper(options: KeeperOptions): Promise<Keeper> {
  const threads = createMaintenanceThreads({ ...options, of: options.kind.name })
  return createKeeper(options, threads, await openFirst(options, threads))
}

const reasonOf = ({ data, code }: AppError): string => String(data['reason'] ?? code)

/** Opens what is there, after a repair that was cut off has been finished, or after one where it is needed. */
async function openFirst(options: KeeperOptions, threads: MaintenanceThreads): Promise<Calls> {
  const { file, open } = options
  let report: RepairReport | null = null
  if (existsSync(noteOf(file))) report = await threads.run('finishRepair')
  let calls: Calls
  try {
    const reason = await findLoss(options, threads)
    if (reason !== null) throw new AppError('databaseCorrupt', { file, reason })
    calls = await open()
  } catch (error) {
    if (!isAppError(error, 'databaseCorrupt')) throw error
    report = await threads.run('repair', reasonOf(error))
    calls = await open()
  }
  if (report !== null) tell(options, report)
  return calls
}

/** `empty`, or `missing`, where there was data before: backups are made of data only. Null where nothing is amiss. */
async function findLoss(
  { file, kind, backupsFolder }: KeeperOptions,
  threads: MaintenanceThreads,
): Promise<string | null> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined ? !kind.isMissed : !found.isFile() || found.size > 0) return null
  // No thread is started for what a first start has not.
  if (!existsSync(backupsFolder) || (await threads.run('listBackups')).length === 0) return null
  return found === undefined ? 'missing' : 'empty'
}

function tell({ file, onRepair, onFault }: KeeperOptions, report: RepairReport): void {
  onRepair(report)
  try {
    removeNote(file)
  } catch (error) {
    // It is told once more at the next start.
    onFault('remove the note of a repair', error)
  }
}

/**
 * A disk that damages every file must not be filled with damaged files: after so many in one run, calls fail and
 * nothing else is done.
 */
const mostByItself = 3

/** Holds the threads that answer now, and puts others in their place when the file was repaired. */
function createKeeper(options: KeeperOptions, threads: MaintenanceThreads, first: Calls): Keeper {
  let current = first
  let repairing: Promise<void> | null = null
  let repairsByItself = 0
  /** Why there is nobody who could answer. */
  let failure: AppError | null = null
  let closing: Promise<void> | null = null

  const replaceFile = async (reason: string): Promise<void> => {
    let report: RepairReport
    // Nobody may have the file open, whose names change.
    await threads.interrupt()
    await current.close().catch((error: unknown) => options.onFault('close the damaged file', error))
    try {
      report = await threads.run('repair', reason)
      current = await options.open()
      failure = null
    } catch (error) {
      failure = isAppError(error) ? error : new AppError('internal', { what: 'repair' }, error)
      throw failure
    }
    tell(options, report)
  }

  const repair = (reason: string): Promise<void> => {
    if (closing) return Promise.reject(new AppError('cancelled', { what: 'repair' }))
    repairing ??= replaceFile(reason).finally(() => {
      repairing = null
    })
    return repairing
  }

  const noteDamage = (error: AppError): void => {
    if (repairing || closing || repairsByItself >= mostByItself) return
    repairsByItself += 1
    repair(reasonOf(error)).catch((fault: unknown) => options.onFault('repair the data file', fault))
  }

  const untilRepaired = async (): Promise<void> => {
    // Its failure is told to who asked for it; who waits finds it in `failure`.
    while (repairing) await repairing.catch(() => undefined)
  }

  /** Runs `task` when no repair is running, and begins one where it meets damage. */
  const whenSound = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    await untilRepaired()
    if (failure) throw failure
    const asked = current
    try {
      return await task()
    } catch (error) {
      // Several may meet the same damage; the first has the file repaired.
      if (isAppError(error, 'databaseCorrupt') && asked === current) noteDamage(error)
      throw error
    }
  }

  const call: Call = async (name, args) => {
    if (repairing && options.speakOfTheFile.has(name)) {
      await untilRepaired()
      throw new AppError('cancelled', { what: `store ${name}` })
    }
    return whenSound(() => current.call(name, args))
  }

  const close = async (): Promise<void> => {
    await untilRepaired()
    await threads.interrupt()
    await current.close()
  }
  return {
    call,
    close: () => (closing ??= close()),
    repair,
    run: (task) =>
      whenSound(() => {
        if (closing) throw new AppError('cancelled', { what: 'maintenance' })
        return threads.run(task)
      }),
    stop: async () => {
      // A repair also runs in such a thread, and is not interrupted.
      await untilRepaired()
      await threads.interrupt()
    },
  }
}
