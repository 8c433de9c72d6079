// Owns: the channels about what lies on this computer: how much of what, how long it is kept, its backups and its
// soundness.
// Must not: carry any of the data itself.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { epochMs } from './entities.ts'

/** The kinds of data that can be fetched again; the user's own is none of them and is never dropped. */
export const dataKinds = [
  'orders',
  'fills',
  'pnl',
  /** Candles of periods below an hour, and what was aggregated from them. */
  'fineCandles',
  /** Candles of an hour and longer. */
  'coarseCandles',
  'marketTrades',
] as const
export const dataKind = z.enum(dataKinds)
export type DataKind = z.infer<typeof dataKind>

/** How long a kind may be kept, in days; null: as long as the service tells of it. */
export const keepDays = z.literal([7, 30, 90, 365, 730, 1825]).nullable()
export type KeepDays = z.infer<typeof keepDays>

const dataKindState = z.strictObject({
  kind: dataKind,
  /** Rows of all accounts and networks, and the bytes of their tables and indexes; null until they were measured. */
  rows: z.int().min(0).nullable(),
  bytes: z.int().min(0).nullable(),
  /** The bytes are a share of tables that another kind lies in, in the ratio of their rows. */
  areBytesEstimated: z.boolean(),
  /** What the oldest and the newest row speak of; null without rows, and where rows have no time. */
  oldestMs: epochMs.nullable(),
  newestMs: epochMs.nullable(),
  keepDays,
})
export type DataKindState = z.infer<typeof dataKindState>

/** What was done about a data file that was damaged. */
export const repairReport = z.strictObject({
  atMs: epochMs,
  /** SQLite's word for the damage, or which check found it. */
  reason: z.string(),
  /** Where the damaged file lies now. */
  setAsideAs: z.string(),
  /** When the backup was made from which the user's own data came; null where there was none. */
  backupMs: epochMs.nullable(),
  /** Tables of the user's own that could still be read from the damaged file, newer than any backup. */
  savedTables: z.array(z.string()).max(50),
  /** Tables of the user's own that are as of the backup (empty where there was none). */
  restoredTables: z.array(z.string()).max(50),
})
export type RepairReport = z.infer<typeof repairReport>

const dataState = z.strictObject({
  file: z.string(),
  /** Of the data file with its log and the index of that (-wal and -shm); of the user's own data within it; free on its disk. Null until measured. */
  fileBytes: z.int().min(0).nullable(),
  ownBytes: z.int().min(0).nullable(),
  freeBytes: z.int().min(0).nullable(),
  kinds: z.array(dataKindState).length(dataKinds.length),
  /** When rows and bytes were counted; null: not since the start. */
  measuredAtMs: epochMs.nullable(),
  isMeasuring: z.boolean(),
  check: z.strictObject({
    status: z.enum(['notYet', 'running', 'sound', 'damaged', 'failed']),
    /** When it ended; null while none has. */
    atMs: epochMs.nullable(),
  }),
  backups: z.strictObject({
    folder: z.string(),
    count: z.int().min(0),
    bytes: z.int().min(0),
    newestMs: epochMs.nullable(),
    /** Why the last one could not be made; null after one that could. */
    lastError: errorReport.nullable(),
  }),
  /** Of the last repair that the user has not taken note of. */
  repair: repairReport.nullable(),
  /** A kind that is being cleared or shortened now; null where none is. */
  dropping: dataKind.nullable(),
  /** Why that came to an end before it was done; null where it did not. */
  dropError: errorReport.nullable(),
})
export type DataState = z.infer<typeof dataState>

export const dataChannels = {
  'data:getState': { access: 'readable', input: nothing, output: dataState },
  /** Counts rows and bytes anew, in a thread of its own; `data:changed` tells when it is done. */
  'data:measure': { access: 'readable', input: nothing, output: nothing },
  /** Reads the whole file and looks for damage, in a thread of its own. */
  'data:check': { access: 'readable', input: nothing, output: nothing },
  /** Backs up the user's own data now. Answers once the backup is on the disk. */
  'data:backUp': { access: 'readable', input: nothing, output: nothing },
  /** Takes effect at once: what is older goes, in the background, and is not fetched again. */
  'data:setKeepDays': {
    access: 'unlocked',
    input: z.strictObject({ kind: dataKind, keepDays }),
    output: nothing,
  },
  /**
   * Drops all rows of these kinds, of every account and network, and begins to fetch them anew. Answers once they are
   * gone.
   */
  'data:clear': {
    access: 'unlocked',
    input: z.strictObject({ kinds: z.array(dataKind).min(1).max(dataKinds.length) }),
    output: z.strictObject({ rows: z.int().min(0) }),
  },
  /** The user has read what was repaired. */
  'data:acceptRepair': { access: 'readable', input: nothing, output: nothing },
} satisfies ChannelTable<'data'>

export const dataEvents = { 'data:changed': nothing }
