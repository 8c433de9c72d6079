// Owns: the database thread: its one connection, and the loop that answers calls in the order in which they come.
// Must not: hold SQL or rules, or outlive its connection.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../src-preload/shared/errors.ts'
import { openDatabase } from './database.ts'
import { describeFailure } from './failures.ts'
import { migrations } from './migrations/all.ts'
import { prepareStoreMethods } from './store-methods.ts'
import { findTransferables, isStoreRequest, isWorkerStart, packError } from './worker-protocol.ts'
import type { CallRequest, MethodName, MethodResult, MethodTable, StoreResponse } from './worker-protocol.ts'

function serve(): void {
  const port = parentPort
  const start: unknown = workerData
  if (!port || !isWorkerStart(start)) throw new AppError('internal', { what: 'store worker start' })
  const { file, nowMs } = start
  const reply = (response: StoreResponse) => port.postMessage(response)

  let opened: ReturnType<typeof open>
  try {
    opened = open(file, nowMs)
  } catch (error) {
    reply({ kind: 'refused', error: packError(describeFailure(error, file, 'open store')) })
    return
  }
  const { db, methods } = opened

  port.on('message', (message: unknown) => {
    if (!isStoreRequest(message, methods)) throw new AppError('internal', { what: 'store request' })
    if (message.kind === 'close') {
      // Merges the write-ahead log into the file. Calls before this one were answered: messages come in order.
      db.close()
      reply({ kind: 'closed' })
      port.close()
      return
    }
    const { seq, method } = message
    try {
      const value = call(methods, message)
      port.postMessage({ kind: 'answered', seq, value } satisfies StoreResponse, findTransferables(value))
    } catch (error) {
      reply({ kind: 'failed', seq, error: packError(describeFailure(error, file, `store ${method}`)) })
    }
  })
  reply({ kind: 'opened' })
}

function open(file: string, nowMs: number) {
  const db = openDatabase(file, migrations, nowMs)
  try {
    const methods: MethodTable = prepareStoreMethods(db)
    return { db, methods }
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
