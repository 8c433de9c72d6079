// Opening the store so that a damaged file costs nothing that can be saved, and caring for it while it is open.
import { existsSync, statSync } from 'node:fs'
import type { RepairReport } from '../../../src-preload/contract/data.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { createMaintenanceThreads } from '../maintenance/maintenance-thread.ts'
import type { MaintenanceThreads } from '../maintenance/maintenance-thread.ts'
import type { Maintenance } from '../maintenance/maintenance.ts'
import { openMaintenance } from '../maintenance/open-maintenance.ts'
import { journalOf, removeJournal } from '../maintenance/repair-journal.ts'
import { openStore, type OpenStoreOptions } from './open-store.ts'
import type { Store } from '../api/store-api.ts'
import { methodAccess } from './method-access.ts'
import type { MethodName } from '../worker/worker-protocol.ts'

export interface KeptStoreOptions extends OpenStoreOptions {
  /** Where backups of the user's own data lie; made where missing. */
  readonly backupsFolder: string
  /** Script of the thread that checks, measures and backs up: bundled in the app, the source itself in tests. */
  readonly maintenanceUrl: URL
  /** A damaged file was set aside, and a new one is in use with the user's own data as far as it could be saved. */
  readonly onRepair: (report: RepairReport) => void
  readonly onFault: (what: string, error: unknown) => void
}

export interface KeptStore {
  readonly store: Store
  readonly maintenance: Maintenance
  /**
   * Repairs the file as if a call had met the damage, for damage that `maintenance.check` has found; `reason` goes into the
   * report. Resolves when the new file answers. Also another try after a repair that failed. Errors: `databaseCorrupt`
   * with `repairReason` and `setAsideAs` (see repairDatabase); those of openStore; `cancelled` after the store was
   * closed.
   */
  readonly repair: (reason: string) => Promise<void>
}

/**
 * Opens the store as openStore does, with the user's own data backed up before tables change; where the file is
 * damaged, it is set aside and the store opens on a new one, into which the user's own data was brought. The same
 * happens to a file that turns out to be damaged while it is in use: the call, or the maintenance, that met the damage fails
 * with `databaseCorrupt`, later ones go to the new file, but for `putOrders` during the repair, which is `cancelled`.
 * Errors: those of openStore; where a repair failed, `databaseCorrupt` with `repairReason` and `setAsideAs`, which
 * later calls fail with too.
 */
export async function openKeptStore(options: KeptStoreOptions): Promise<KeptStore> {
  const threads = createMaintenanceThreads(options)
  const keeper = createKeeper(options, threads, await openFirst(options, threads))
  return {
    store: keeper.store,
    maintenance: openMaintenance(threads, keeper),
    repair: keeper.repair,
  }
}

const reasonOf = ({ data, code }: AppError): string => String(data['reason'] ?? code)

/** Opens what is there, after a repair that was cut off has been finished, or after one where it is needed. */
async function openFirst(options: KeptStoreOptions, threads: MaintenanceThreads): Promise<Store> {
  const { file } = options
  let report: RepairReport | null = null
  if (existsSync(journalOf(file))) report = await threads.run('finishRepair')
  let store: Store
  try {
    if (await isEmptied(file, threads)) throw new AppError('databaseCorrupt', { file, reason: 'empty' })
    store = await openStore(options)
  } catch (error) {
    if (!isAppError(error, 'databaseCorrupt')) throw error
    report = await threads.run('repair', reasonOf(error))
    store = await openStore(options)
  }
  if (report !== null) tell(options, report)
  return store
}

/** A file without a byte where there was data before: backups are made of data only. */
async function isEmptied(file: string, threads: MaintenanceThreads): Promise<boolean> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true || found.size > 0) return false
  return (await threads.run('listBackups')).length > 0
}

function tell({ file, onRepair, onFault }: KeptStoreOptions, report: RepairReport): void {
  onRepair(report)
  try {
    removeJournal(file)
  } catch (error) {
    // It is told once more at the next start.
    onFault('remove the note of a repair', error)
  }
}

/**
 * Calls that say what the rows in the file add up to, as they were read from it. Asked of the file before a repair,
 * they would claim of the new one, which has none of these rows, that nothing is missing.
 */
const speakOfTheFile: ReadonlySet<MethodName> = new Set(['putOrders'])

/**
 * A disk that damages every file must not be filled with damaged files: after so many in one run, calls fail and
 * nothing else is done.
 */
const mostByItself = 3

/** Holds the store that answers now, and puts another in its place when its file was repaired. */
function createKeeper(options: KeptStoreOptions, threads: MaintenanceThreads, first: Store) {
  let current = first
  let repairing: Promise<void> | null = null
  let repairsByItself = 0
  /** Why there is no store that could answer. */
  let failure: AppError | null = null
  let closing: Promise<void> | null = null

  const replaceStore = async (reason: string): Promise<void> => {
    let report: RepairReport
    // Nobody may have the file open, whose names change.
    await threads.interrupt()
    await current.close().catch((error: unknown) => {
      options.onFault('close the damaged file', error)
    })
    try {
      report = await threads.run('repair', reason)
      current = await openStore(options)
      failure = null
    } catch (error) {
      failure = isAppError(error) ? error : new AppError('internal', { what: 'repair' }, error)
      throw failure
    }
    tell(options, report)
  }

  const repair = (reason: string): Promise<void> => {
    if (closing) return Promise.reject(new AppError('cancelled', { what: 'repair' }))
    repairing ??= replaceStore(reason).finally(() => {
      repairing = null
    })
    return repairing
  }

  const noteDamage = (error: AppError): void => {
    if (repairing || closing || repairsByItself >= mostByItself) return
    repairsByItself += 1
    repair(reasonOf(error)).catch((fault: unknown) => {
      options.onFault('repair the data file', fault)
    })
  }

  const untilRepaired = async (): Promise<void> => {
    // Its failure is told to who asked for it; who waits finds it in `failure`.
    while (repairing) await repairing.catch(() => undefined)
  }

  const call = async (name: MethodName, args: readonly unknown[]): Promise<unknown> => {
    if (repairing && speakOfTheFile.has(name)) {
      await untilRepaired()
      throw new AppError('cancelled', { what: `store ${name}` })
    }
    await untilRepaired()
    if (failure) throw failure
    const store = current
    try {
      return await (store[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
    } catch (error) {
      // Several calls may meet the same damage; the first has the file repaired.
      if (isAppError(error, 'databaseCorrupt') && store === current) noteDamage(error)
      throw error
    }
  }

  const close = async (): Promise<void> => {
    await untilRepaired()
    await threads.interrupt()
    await current.close()
  }
  const calls = Object.fromEntries(
    Object.keys(methodAccess).map((name) => [name, (...args: unknown[]) => call(name as MethodName, args)]),
  )
  return {
    // Each passes on its own name and arguments; `methodAccess` has every name, or it does not compile.
    store: { ...calls, close: () => (closing ??= close()) } as Store,
    repair,
    untilRepaired,
    whenSound: async <Result>(task: () => Promise<Result>): Promise<Result> => {
      await untilRepaired()
      if (failure) throw failure
      if (closing) throw new AppError('cancelled', { what: 'maintenance' })
      const store = current
      try {
        return await task()
      } catch (error) {
        if (isAppError(error, 'databaseCorrupt') && store === current) noteDamage(error)
        throw error
      }
    },
  }
}
