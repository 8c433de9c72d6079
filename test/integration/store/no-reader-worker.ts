// The real database worker, where the connection that only reads cannot be opened.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { packError } from '../../../src-main/store/worker/worker-protocol.ts'

const { way, file } = workerData as { way: string; file: string }
if (way === 'read') {
  parentPort?.once('message', () => {
    const error = packError(new AppError('databaseUnavailable', { file, reason: 'SQLITE_CANTOPEN' }))
    parentPort?.postMessage({ kind: 'refused', error })
    parentPort?.close()
  })
} else await import('../../../src-main/store/worker/worker.ts')
