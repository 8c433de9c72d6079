// IPC channels of local data: size, retention, backups, integrity. They carry none of the data itself.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { epochMs } from '../orders/entities.ts'

/** Kinds of data that can be fetched again. The user's own data is not among them and is never deleted. */
export const dataKinds = [
  'orders',
  'fills',
  'pnl',
  /** Candles of periods below an hour, and their aggregates. */
  'fineCandles',
  /** Candles of an hour and longer. */
  'coarseCandles',
  'marketTrades',
] as const
export const dataKind = z.enum(dataKinds)
export type DataKind = z.infer<typeof dataKind>

/** Retention of a kind in days; null to keep everything the exchange provides. */
export const keepDays = z.literal([7, 30, 90, 365, 730, 1825]).nullable()
export type KeepDays = z.infer<typeof keepDays>

const dataKindState = z.strictObject({
  kind: dataKind,
  /** Rows of all accounts and networks, and the bytes of their tables and indexes; null until measured. */
  rows: z.int().min(0).nullable(),
  bytes: z.int().min(0).nullable(),
  /** True when the bytes are a share, by row count, of tables that also hold another kind. */
  areBytesEstimated: z.boolean(),
  /** Times of the oldest and the newest row; null without rows, or if rows have no time. */
  oldestMs: epochMs.nullable(),
  newestMs: epochMs.nullable(),
  keepDays,
})

/** The database files: `data` has the cache and what is the user's own beside it, `journal` transfers, limits and recipients. */
export const dataFiles = ['data', 'journal'] as const
export type DataFile = (typeof dataFiles)[number]

/** Result of repairing a damaged database file. */
export const repairReport = z.strictObject({
  file: z.enum(dataFiles),
  atMs: epochMs,
  /** SQLite's message about the damage, or the check that found it. */
  reason: z.string(),
  /** Path of the damaged file; null where it was gone. */
  setAsideAs: z.string().nullable(),
  /** When the backup was made that the user's own data was restored from; null without one. */
  backupMs: epochMs.nullable(),
  /** Tables of the user's own data read from the damaged file, newer than any backup. */
  savedTables: z.array(z.string()).max(50),
  /** Tables of the user's own data restored from the backup (empty without one). */
  restoredTables: z.array(z.string()).max(50),
})
export type RepairReport = z.infer<typeof repairReport>

const dataState = z.strictObject({
  file: z.string(),
  /**
   * Size of the data file and the journal with their logs and indexes (-wal and -shm), size of the user's own data in them, and
   * free disk space. Null until measured.
   */
  fileBytes: z.int().min(0).nullable(),
  ownBytes: z.int().min(0).nullable(),
  freeBytes: z.int().min(0).nullable(),
  kinds: z.array(dataKindState).length(dataKinds.length),
  /** When rows and bytes were counted; null if not since the start. */
  measuredAtMs: epochMs.nullable(),
  isMeasuring: z.boolean(),
  check: z.strictObject({
    status: z.enum(['notYet', 'running', 'sound', 'damaged', 'failed']),
    /** When it ended; null if it never has. */
    atMs: epochMs.nullable(),
  }),
  backups: z.strictObject({
    folder: z.string(),
    count: z.int().min(0),
    bytes: z.int().min(0),
    newestMs: epochMs.nullable(),
    /** Why the last backup failed; null if it succeeded. */
    lastError: errorReport.nullable(),
  }),
  /** The last repair that the user has not dismissed; that of the journal comes first. */
  repair: repairReport.nullable(),
  /** The kind being cleared or trimmed; null for none. */
  dropping: dataKind.nullable(),
  /** Why clearing or trimming failed; null if it did not. */
  dropError: errorReport.nullable(),
})
export type DataState = z.infer<typeof dataState>

export const dataChannels = {
  'data:getState': { access: 'readable', input: nothing, output: dataState },
  /** Counts rows and bytes in a separate thread; `data:changed` reports the result. */
  'data:measure': { access: 'readable', input: nothing, output: nothing },
  /** Checks all of both files for damage in separate threads. */
  'data:check': { access: 'readable', input: nothing, output: nothing },
  /** Backs up the user's own data now. Resolves once the backup is on the disk. */
  'data:backUp': { access: 'readable', input: nothing, output: nothing },
  /** Takes effect immediately: older data is deleted in the background and not fetched again. */
  'data:setKeepDays': {
    access: 'unlocked',
    input: z.strictObject({ kind: dataKind, keepDays }),
    output: nothing,
  },
  /**
   * Deletes all rows of these kinds, of every account and network, and starts fetching them again. Resolves once they are
   * deleted.
   */
  'data:clear': {
    access: 'unlocked',
    input: z.strictObject({ kinds: z.array(dataKind).min(1).max(dataKinds.length) }),
    output: z.strictObject({ rows: z.int().min(0) }),
  },
  /** The user has dismissed the repair report that is shown. */
  'data:acceptRepair': { access: 'readable', input: nothing, output: nothing },
} satisfies ChannelTable<'data'>

export const dataEvents = { 'data:changed': nothing }
