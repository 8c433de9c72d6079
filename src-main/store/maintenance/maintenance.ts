// Maintenance of the data file and the journal: integrity check, measurement, backup. Runs off the main thread on separate
// connections.
import type { DataFile, DataKind } from '../../../src-preload/contract/app/data.ts'

export interface KindMeasure {
  readonly rows: number
  readonly bytes: number
  /** True when the bytes are a share of tables that also hold another kind. */
  readonly areBytesEstimated: boolean
  readonly oldestMs: number | null
  readonly newestMs: number | null
}

export interface FileSize {
  /** Size of the file with its write-ahead log and shared-memory index. */
  readonly fileBytes: number
  /** Free disk space for this user. */
  readonly freeBytes: number
  /** Tables and indexes of the user's own data. */
  readonly ownBytes: number
}

/** Sizes of both files together. */
export interface Measurement extends FileSize {
  readonly kinds: Readonly<Record<DataKind, KindMeasure>>
}

export interface IntegrityResult {
  readonly isSound: boolean
  /** SQLite's messages, a hundred of each file at most; they name pages, tables and indexes, no values. */
  readonly problems: readonly { readonly file: DataFile; readonly text: string }[]
}

/** Versions of the data file. */
export interface FileVersions {
  /** Schema version; see migrations/. */
  readonly schema: number
  readonly sqlite: string
}

/** Rows and bytes of each table of both files. */
export interface FileTables extends FileVersions {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[]
}

/**
 * A backup of the user's own data in one of the files: a small SQLite file with its application ID, its version, and only those
 * tables.
 */
export interface Backup {
  readonly file: string
  readonly madeAtMs: number
  /** Schema version of its tables. */
  readonly version: number
  /** `migration`: made before a newer version of the app changed the tables; kept longer. */
  readonly reason: 'rolling' | 'migration'
  readonly bytes: number
}

/**
 * All errors are those of openDatabase, plus `cancelled` after `stop` and when a repair is about to start. Damage found by a
 * backup or a measurement triggers a repair, as if a call had found it; damage found by `check` is only reported.
 */
export interface Maintenance {
  /** Reads every page (PRAGMA quick_check). Seconds for a file of a gigabyte. */
  check(): Promise<IntegrityResult>
  measure(): Promise<Measurement>
  /** Fast, regardless of the file's size. */
  readVersions(): Promise<FileVersions>
  /** Counts each table: seconds for a file of a gigabyte. */
  countTables(): Promise<FileTables>
  /** Of each file: writes a backup unless the newest one is identical, deletes expired ones, and returns the newest. */
  backUp(): Promise<Readonly<Record<DataFile, Backup>>>
  /** Of both files, newest first. */
  listBackups(): Promise<Backup[]>
  /** Stops the running task after its current statement: seconds for a large table. Repairs run to their end. */
  stop(): Promise<void>
}
