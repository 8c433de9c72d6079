// A database thread: its one connection, and the loop that answers calls in the order in which they come.
import { parentPort, workerData } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { AppError, assertNever } from '../../../src-preload/domain/errors.ts'
import { backUpBeforeMigration } from '../maintenance/back-up.ts'
import { openDatabase } from './database.ts'
import { defaultCacheLimits } from './disk-room.ts'
import { describeFailure } from './failures.ts'
import { latestVersion } from './migrate.ts'
import { migrations } from '../migrations/all.ts'
import { openForReading } from './read-connection.ts'
import { prepareStoreMethods } from './store-methods.ts'
import { findTransferables, isStoreRequest, isWorkerStart, packError } from './worker-protocol.ts'
import type {
  CallRequest,
  MethodName,
  MethodResult,
  MethodTable,
  StoreResponse,
  WorkerStart,
} from './worker-protocol.ts'

interface Connection {
  readonly db: Sqlite.Database
  readonly methods: MethodTable
}

function serve(): void {
  const port = parentPort
  const start: unknown = workerData
  if (!port || !isWorkerStart(start)) throw new AppError('internal', { what: 'store worker start' })
  const { file } = start
  const reply = (response: StoreResponse) => port.postMessage(response)
  let connection: Connection | null = null
  let isRefused = false

  const answer = (methods: MethodTable, request: CallRequest<MethodName>): void => {
    const { seq, method } = request
    try {
      const value = call(methods, request)
      port.postMessage({ kind: 'answered', seq, value } satisfies StoreResponse, findTransferables(value))
    } catch (error) {
      reply({ kind: 'failed', seq, error: packError(describeFailure(error, file, `store ${method}`)) })
    }
  }

  port.on('message', (message: unknown) => {
    // Calls that followed the wish to open at once: the refusal answers them. An error now could come before it, by another way.
    if (isRefused) return
    if (!isStoreRequest(message)) throw new AppError('internal', { what: 'store request' })
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

function open({ file, nowMs, way, backupsFolder, limits }: WorkerStart): Connection {
  const backUp =
    backupsFolder === null
      ? undefined
      : (db: Sqlite.Database) => backUpBeforeMigration(db, backupsFolder, nowMs)
  const db =
    way === 'write'
      ? openDatabase(file, migrations, nowMs, backUp)
      : openForReading(file, latestVersion(migrations))
  try {
    // Preparing a statement that writes is no harm on a connection that cannot: running it is refused.
    return { db, methods: prepareStoreMethods(db, { ...defaultCacheLimits, ...limits }) }
  } catch (error) {
    db.close()
    const failure = describeFailure(error, file, 'prepare statements')
    // The version says that these tables are here; a file that lacks one was changed by someone else.
    if (failure.code === 'internal') throw new AppError('databaseCorrupt', { file, reason: 'schema' }, error)
    throw failure
  }
}

function call<Name extends MethodName>(
  methods: MethodTable,
  { method, args }: CallRequest<Name>,
): MethodResult<Name> {
  return methods[method](...args)
}

serve()
