// What sets the two database files of the app apart. Everything else about opening, backing up and repairing one is the same.
import type Sqlite from 'better-sqlite3'
import type { DataFile } from '../../../src-preload/contract/app/data.ts'
import type { Migration } from '../worker/migrate.ts'

export interface FileKind {
  readonly name: DataFile
  /** PRAGMA application_id: marks a file as ours, and as this one of ours. */
  readonly applicationId: number
  readonly migrations: readonly Migration[]
  /** `FULL`: every commit is on the disk when it returns, power cut or not. */
  readonly synchronous: 'NORMAL' | 'FULL'
  /** First word in the names of its backups. */
  readonly backupPrefix: string
  /**
   * Tables of the user's own data in families: tables of one family refer to each other and are restored from one source.
   * Within a family, referenced tables come first. A migration that renames or splits a table leaves its old name here,
   * because backups of older versions have it.
   */
  readonly ownFamilies: readonly (readonly string[])[]
  /** Whether a file that is gone although there are backups of it counts as damaged, and is not begun anew. */
  readonly isMissed: boolean
  /**
   * Runs in the transaction that fills the new file of a repair, after the rows. `saved`: the tables that come from the damaged
   * file; the others come from a backup or are empty.
   */
  readonly afterRepair: (db: Sqlite.Database, saved: ReadonlySet<string>, nowMs: number) => void
}

/** Describes the file itself: measured with the user's own data, but not restored into a new file. */
export const fileTables: readonly string[] = ['migration_history']
