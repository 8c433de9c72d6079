// The main thread's side of both database files: their threads, and which of them answers which call.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { CacheLimits } from '../worker/disk-room.ts'
import type { Journal, JournalMethods } from '../api/journal-api.ts'
import type { Store, StoreMethods } from '../api/store-api.ts'
import { type Calls, makeHandle } from './calls.ts'
import { isRead, journalAccess, methodAccess } from './method-access.ts'
import { startStoreThread, type StoreThread } from './store-thread.ts'
import { type DatabaseThread, workerEnded } from './worker-link.ts'
import type { WorkerStart } from '../worker/worker-protocol.ts'

/**
 * Of each thread's heap, far above the largest things it is asked for. A runaway that grows in steps ends its own
 * thread here, where it would take the app with it; one huge array still can, for Node has only 16 MiB in reserve.
 * SQLite's memory is outside of it.
 */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

export interface OpenFileOptions {
  /** Absolute path of the database; folder and file are made where missing. */
  readonly file: string
  /** Tells when migrations ran. */
  readonly clock: Clock
  /** The worker's script: bundled in the app, worker.ts itself in tests. */
  readonly workerUrl: URL
  /** Where the user's own tables are backed up before migrations change them; without it they are not. */
  readonly backupsFolder?: string
  /** Gives a thread instead of a new worker: tests keep threads, whose start is most of what a small file costs. */
  readonly startThread?: ((start: WorkerStart) => DatabaseThread) | undefined
  /** Hears of a thread that ended by itself; `what` is its name. The file's calls go on with a new one. */
  readonly onFault?: (what: string, error: unknown) => void
}

export interface OpenStoreOptions extends OpenFileOptions {
  /** The thread that only reads begins then, for its start takes as long as many answers; at once unless told. */
  readonly readApartAfter?: Promise<unknown> | undefined
  /** How much may be cached; as defaultCacheLimits says unless told. */
  readonly limits?: Partial<CacheLimits>
}

/**
 * Opens the data file in two threads of its own, each with its own connection: one that writes, and one that answers what
 * only reads, so that no read waits for a bulk write. What a caller wrote and awaited is in all that it reads
 * afterwards; calls that do not wait for each other have no order. Errors: `databaseTooNew`, `databaseCorrupt`,
 * `databaseUnavailable` (see openDatabase), `internal` when the thread does not start. Later calls fail with these too,
 * should the file be damaged or the disk be full meanwhile; with `notFound` when they write for an account that is not
 * here; and with `internal` (`what: 'store worker'`) when their thread crashed (see StoreThread) or the store was
 * closed.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  return makeHandle<StoreMethods>(methodAccess, await openStoreCalls(options))
}

/**
 * Opens the journal in a thread of its own, which reads and writes: it is small, and no bulk write makes it wait. Errors: as
 * openStore.
 */
export async function openJournal(options: OpenFileOptions): Promise<Journal> {
  return makeHandle<JournalMethods>(journalAccess, await openJournalCalls(options))
}

/** As openStore, for who holds one store after the other behind one handle. */
export async function openStoreCalls(options: OpenStoreOptions): Promise<Calls> {
  const { limits = {} } = options
  const writer = await openThread(options, 'store writer', { of: 'data', way: 'write', limits })
  // Only now: the file is there and current.
  const startReader = () => startThread(options, 'store reader', { of: 'data', way: 'read', limits })
  return joinThreads(writer, startReader, options.readApartAfter)
}

/** As openJournal, for who holds one journal after the other behind one handle. */
export async function openJournalCalls(options: OpenFileOptions): Promise<Calls> {
  const { call, close } = await openThread(options, 'journal', { of: 'journal', way: 'write', limits: {} })
  let closed: Promise<void> | null = null
  return {
    call: (name, args) => (closed ? Promise.reject(workerEnded('closed')) : call(name, args)),
    close: () => (closed ??= close()),
  }
}

type ThreadKind = Pick<WorkerStart, 'of' | 'way' | 'limits'>

/** Starts a thread that writes, and resolves when it has opened the file. */
async function openThread(options: OpenFileOptions, name: string, kind: ThreadKind): Promise<StoreThread> {
  let isOpen = false
  const thread = startThread(options, name, kind, (error) => {
    // Before, it is this promise that tells.
    if (isOpen) options.onFault?.(name, error)
  })
  const refusal = await thread.open()
  if (refusal) {
    await thread.close()
    throw refusal
  }
  isOpen = true
  return thread
}

function startThread(
  options: OpenFileOptions,
  name: string,
  kind: ThreadKind,
  onFault = (error: AppError) => options.onFault?.(name, error),
): StoreThread {
  return startStoreThread(() => createWorker(options, name, kind), options.clock, onFault)
}

function createWorker(options: OpenFileOptions, name: string, kind: ThreadKind): DatabaseThread {
  const { file, clock, workerUrl, backupsFolder = null, startThread } = options
  const workerData: WorkerStart = { ...kind, file, nowMs: clock.now(), backupsFolder }
  try {
    // Flags that this process was started with (a debugger, a test runner's loaders) are not the worker's.
    return (
      startThread?.(workerData) ?? new Worker(workerUrl, { name, workerData, execArgv: [], resourceLimits })
    )
  } catch (error) {
    throw new AppError('internal', { what: 'store worker', reason: 'did not start' }, error)
  }
}

function joinThreads(
  writer: StoreThread,
  startReader: () => StoreThread,
  readApartAfter: Promise<unknown> | undefined,
): Calls {
  let closed: Promise<void> | null = null
  let reader: StoreThread | null = null
  // The one that writes answers everything until the other has started: it has little else to do then.
  let answersReads = writer
  const readApart = (): void => {
    if (closed) return
    const begun = startReader()
    reader = begun
    void begun.open().then((refusal) => {
      // Where a second connection is refused, the first goes on answering everything: slower, and right.
      if (refusal === null) answersReads = begun
    })
  }
  if (readApartAfter === undefined) readApart()
  else void readApartAfter.then(readApart)
  const closeBoth = async () => {
    await reader?.close()
    // The last connection to close merges the write-ahead log into the file, and only the one that writes can.
    await writer.close()
  }
  return {
    call: async (name, args) => {
      if (closed) throw workerEnded('closed')
      return (isRead(name) ? answersReads : writer).call(name, args)
    },
    close: () => (closed ??= closeBoth()),
  }
}
