// One connection of a database thread, and the loop that answers calls in the order in which they come.
import type { MessagePort } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { AppError, assertNever } from '../../../src-preload/domain/errors.ts'
import { backUpBeforeMigration } from '../maintenance/back-up.ts'
import { openDatabase } from './database.ts'
import { defaultCacheLimits } from './disk-room.ts'
import { describeFailure } from './failures.ts'
import { fileKinds } from '../files/file-kinds.ts'
import { prepareJournalMethods } from './journal-methods.ts'
import { latestVersion } from './migrate.ts'
import { openForReading } from './read-connection.ts'
import { prepareStoreMethods } from './store-methods.ts'
import { findTransferables, isStoreRequest, isWorkerStart, packError } from './worker-protocol.ts'
import type { CallRequest, MethodTable, StoreResponse, WorkerStart } from './worker-protocol.ts'

interface Connection {
  readonly db: Sqlite.Database
  readonly methods: MethodTable
}

/** Answers what comes through the port until it is asked to close; the port is closed then. */
export function serveDatabase(port: MessagePort | null, start: unknown): void {
  if (!port || !isWorkerStart(start)) throw new AppError('internal', { what: 'store worker start' })
  const { file, of } = start
  const reply = (response: StoreResponse) => port.postMessage(response)
  let connection: Connection | null = null
  let isRefused = false

  const answer = (methods: MethodTable, request: CallRequest): void => {
    const { seq, method, args } = request
    try {
      // The name is one of ours, and who called it by its handle had to give what it takes.
      const value = methods[method]?.(...(args as never[]))
      port.postMessage({ kind: 'answered', seq, value } satisfies StoreResponse, findTransferables(value))
    } catch (error) {
      reply({ kind: 'failed', seq, error: packError(describeFailure(error, file, `store ${method}`)) })
    }
  }

  port.on('message', (message: unknown) => {
    // Calls that followed the wish to open at once: the refusal answers them. An error now could come before it, by another way.
    if (isRefused) return
    if (!isStoreRequest(message, of)) throw new AppError('internal', { what: 'store request' })
    switch (message.kind) {
      case 'open':
        try {
          connection = open(start)
          reply({ kind: 'opened' })
        } catch (error) {
          isRefused = true
          reply({ kind: 'refused', error: packError(describeFailure(error, file, 'open store')) })
          port.close()
        }
        return
      case 'call':
        if (!connection) throw new AppError('internal', { what: 'store request before opening' })
        answer(connection.methods, message)
        return
      case 'close':
        // Of the connection that writes: merges the write-ahead log into the file. Calls before this one were answered.
        connection?.db.close()
        reply({ kind: 'closed' })
        port.close()
        return
      default:
        assertNever(message, 'store request')
    }
  })
}

function open(start: WorkerStart): Connection {
  const { of, file, nowMs, way, backupsFolder } = start
  const kind = fileKinds[of]
  const backUp =
    backupsFolder === null
      ? undefined
      : (db: Sqlite.Database) => backUpBeforeMigration(db, kind, backupsFolder, nowMs)
  const db =
    way === 'write'
      ? openDatabase(file, kind, nowMs, backUp)
      : openForReading(file, latestVersion(kind.migrations))
  try {
    return { db, methods: prepareMethods(db, start) }
  } catch (error) {
    db.close()
    const failure = describeFailure(error, file, 'prepare statements')
    // The version says that these tables are here; a file that lacks one was changed by someone else.
    if (failure.code === 'internal') throw new AppError('databaseCorrupt', { file, reason: 'schema' }, error)
    throw failure
  }
}

/** Preparing a statement that writes is no harm on a connection that cannot: running it is refused. */
function prepareMethods(db: Sqlite.Database, { of, limits }: WorkerStart): MethodTable {
  switch (of) {
    case 'data':
      return { ...prepareStoreMethods(db, { ...defaultCacheLimits, ...limits }) }
    case 'journal':
      return { ...prepareJournalMethods(db) }
    default:
      return assertNever(of, 'data file')
  }
}
