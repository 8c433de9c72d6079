// Opens the data file and the journal beside it, each kept apart from what happens to the other.
import type { DataFile, RepairReport } from '../../../src-preload/contract/app/data.ts'
import type { Journal, JournalMethods } from '../api/journal-api.ts'
import type { Store, StoreMethods } from '../api/store-api.ts'
import { dataFile } from '../files/data-file.ts'
import { journalFile } from '../files/journal-file.ts'
import type { Maintenance } from '../maintenance/maintenance.ts'
import { openMaintenance } from '../maintenance/open-maintenance.ts'
import { makeHandle } from './calls.ts'
import { openKeeper } from './keeper.ts'
import { journalAccess, methodAccess } from './method-access.ts'
import { openJournalCalls, openStoreCalls, type OpenStoreOptions } from './open-store.ts'

export interface KeptStoreOptions extends OpenStoreOptions {
  /** Absolute path of the journal. */
  readonly journalFile: string
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
  readonly journal: Journal
  readonly maintenance: Maintenance
  /**
   * Repairs a file as if a call had met the damage, for damage that `maintenance.check` has found; `reason` goes into the
   * report. Resolves when the new file answers. Also another try after a repair that failed. Errors: `databaseCorrupt`
   * with `repairReason` and `setAsideAs` (see repairDatabase); those of openStore; `cancelled` after the file was
   * closed.
   */
  readonly repair: (file: DataFile, reason: string) => Promise<void>
}

/**
 * Opens both files as openStore and openJournal do, with the user's own data backed up before tables change; where a file is
 * damaged, it is set aside and opened anew with what of the user's own could be saved, and the other is left alone. The
 * same happens to a file that turns out to be damaged while it is in use: the call, or the maintenance, that met the damage
 * fails with `databaseCorrupt`, later ones go to the new file, but for `putOrders` during the repair, which is
 * `cancelled`. Errors: those of openStore; where a repair failed, `databaseCorrupt` with `repairReason` and `setAsideAs`, which
 * later calls fail with too.
 */
export async function openKeptStore(options: KeptStoreOptions): Promise<KeptStore> {
  const journalOptions = { ...options, file: options.journalFile }
  // At the same time: both threads start while the app does.
  const data = openKeeper({
    ...options,
    kind: dataFile,
    open: () => openStoreCalls(options),
    speakOfTheFile: new Set<keyof StoreMethods>(['putOrders']),
  })
  const journal = openKeeper({
    ...journalOptions,
    kind: journalFile,
    open: () => openJournalCalls(journalOptions),
    speakOfTheFile: new Set(),
  })
  // Neither is left opening, or open, where the other is refused.
  await Promise.allSettled([data, journal])
  let files
  try {
    files = { data: await data, journal: await journal }
  } catch (error) {
    // The refusal is what is told; the other file has nothing to add to it.
    for (const one of [data, journal]) await one.then(({ close }) => close()).catch(() => undefined)
    throw error
  }
  return {
    store: makeHandle<StoreMethods>(methodAccess, files.data),
    journal: makeHandle<JournalMethods>(journalAccess, files.journal),
    maintenance: openMaintenance(files),
    repair: (file, reason) => files[file].repair(reason),
  }
}
