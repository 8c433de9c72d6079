// Owns: what can be done for the data file beside its use: looking for damage, measuring, backing up.
// Must not: do it on the main thread, or on the connections that answer calls.
import type { DataKind } from '../../../src-preload/contract/data.ts'

export interface KindMeasure {
  readonly rows: number
  readonly bytes: number
  /** The bytes are a share of tables that another kind lies in. */
  readonly areBytesEstimated: boolean
  readonly oldestMs: number | null
  readonly newestMs: number | null
}

export interface Measurement {
  /** Of the data file, with its write-ahead log and the index of that. */
  readonly fileBytes: number
  /** Free on its disk, for this user. */
  readonly freeBytes: number
  /** Tables and indexes of the user's own. */
  readonly ownBytes: number
  readonly kinds: Readonly<Record<DataKind, KindMeasure>>
}

export interface IntegrityResult {
  readonly isSound: boolean
  /** SQLite's sentences, a hundred at most; they name pages, tables and indexes, no values. */
  readonly problems: readonly string[]
}

/** Which versions the data file is of. */
export interface FileVersions {
  /** Of its tables; see migrations/. */
  readonly schema: number
  readonly sqlite: string
}

/** How much each table holds. */
export interface FileTables extends FileVersions {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[]
}

/**
 * One backup of the user's own data: a small SQLite file with our mark, its version, and only the tables of the user's
 * own.
 */
export interface Backup {
  readonly file: string
  readonly madeAtMs: number
  /** Schema version that its tables have. */
  readonly version: number
  /** `migration`: made before the tables were changed by a newer version of the app; kept longer. */
  readonly reason: 'rolling' | 'migration'
  readonly bytes: number
}

/**
 * All errors as those of openDatabase; `cancelled` after `stop`, and when the file is about to be repaired. Damage that
 * a backup or a measurement meets is repaired as if a call had met it; what `check` finds is only told.
 */
export interface Care {
  /** Reads every page (PRAGMA quick_check). Seconds, for a file of a gigabyte. */
  check(): Promise<IntegrityResult>
  measure(): Promise<Measurement>
  /** At once, however large the file is. */
  readVersions(): Promise<FileVersions>
  /** Counts each table: seconds, for a file of a gigabyte. */
  countTables(): Promise<FileTables>
  /** Writes a backup unless the newest one holds the same, thins the old ones, and answers the newest. */
  backUp(): Promise<Backup>
  /** Newest first. */
  listBackups(): Promise<Backup[]>
  /**
   * Ends what runs, as soon as the statement that runs has ended: seconds, for a large table. Repairs come to their
   * end.
   */
  stop(): Promise<void>
}
