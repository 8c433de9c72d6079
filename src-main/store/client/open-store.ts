// The main thread's side of the store: two threads, and which of them answers which call.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { CacheLimits } from '../worker/disk-room.ts'
import type { Store } from '../api/store-api.ts'
import { methodAccess } from './method-access.ts'
import type { Access } from './method-access.ts'
import { startStoreThread } from './store-thread.ts'
import type { StoreThread } from './store-thread.ts'
import { workerEnded } from './worker-link.ts'
import type { MethodArgs, MethodName, WorkerStart } from '../worker/worker-protocol.ts'

/**
 * Of each thread's heap, far above the largest things it is asked for. A runaway that grows in steps ends its own
 * thread here, where it would take the app with it; one huge array still can, for Node has only 16 MiB in reserve.
 * SQLite's memory is outside of it.
 */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

const threadNames: Record<Access, string> = { write: 'store writer', read: 'store reader' }

export interface OpenStoreOptions {
  /** Absolute path of the database; folder and file are made where missing. */
  readonly file: string
  /** Tells when migrations ran. */
  readonly clock: Clock
  /** The worker's script: bundled in the app, worker.ts itself in tests. */
  readonly workerUrl: URL
  /** Where the user's own tables are backed up before migrations change them; without it they are not. */
  readonly backupsFolder?: string
  /** Hears of a thread that ended by itself; `what` is its name. The store goes on with a new one. */
  readonly onFault?: (what: string, error: unknown) => void
  /** The thread that only reads begins then, for its start takes as long as many answers; at once unless told. */
  readonly readApartAfter?: Promise<unknown> | undefined
  /** How much may be cached; as defaultCacheLimits says unless told. */
  readonly limits?: Partial<CacheLimits>
}

/**
 * Opens the store in two threads of its own, each with its own connection: one that writes, and one that answers what
 * only reads, so that no read waits for a bulk write. What a caller wrote and awaited is in all that it reads
 * afterwards; calls that do not wait for each other have no order. Errors: `databaseTooNew`, `databaseCorrupt`,
 * `databaseUnavailable` (see openDatabase), `internal` when the thread does not start. Later calls fail with these too,
 * should the file be damaged or the disk be full meanwhile; with `notFound` when they write for an account that is not
 * here; and with `internal` (`what: 'store worker'`) when their thread crashed (see StoreThread) or the store was
 * closed.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  let isOpen = false
  const start = (way: Access): StoreThread =>
    startStoreThread(
      () => createWorker(options, way),
      options.clock,
      (error) => {
        // Before, it is this promise that tells.
        if (isOpen) options.onFault?.(threadNames[way], error)
      },
    )
  const writer = start('write')
  const refusal = await writer.open()
  if (refusal) {
    await writer.close()
    throw refusal
  }
  isOpen = true
  // Only now: the file is there and current.
  const startReader = (): StoreThread => start('read')
  return makeStore(writer, startReader, options.readApartAfter)
}

function createWorker(options: OpenStoreOptions, way: Access): Worker {
  const { file, clock, workerUrl, backupsFolder = null, limits = {} } = options
  const workerData: WorkerStart = { file, nowMs: clock.now(), way, backupsFolder, limits }
  try {
    // Flags that this process was started with (a debugger, a test runner's loaders) are not the worker's.
    return new Worker(workerUrl, { name: threadNames[way], workerData, execArgv: [], resourceLimits })
  } catch (error) {
    throw new AppError('internal', { what: 'store worker', reason: 'did not start' }, error)
  }
}

function makeStore(
  writer: StoreThread,
  startReader: () => StoreThread,
  readApartAfter: Promise<unknown> | undefined,
): Store {
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
  const call = async (name: MethodName, args: MethodArgs<MethodName>) => {
    if (closed) throw workerEnded('closed')
    return (methodAccess[name] === 'read' ? answersReads : writer).call(name, args)
  }
  const closeBoth = async () => {
    await reader?.close()
    // The last connection to close merges the write-ahead log into the file, and only the one that writes can.
    await writer.close()
  }
  const calls = Object.fromEntries(
    Object.keys(methodAccess).map((name) => [
      name,
      (...args: never[]) => call(name as MethodName, args as MethodArgs<MethodName>),
    ]),
  )
  const close = () => (closed ??= closeBoth())
  // Each function passes on its own name and arguments; `methodAccess` has every name, or it does not compile.
  return { ...calls, close } as Store
}
