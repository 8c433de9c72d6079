// Runs maintenance threads of one file from the main thread: one at a time, one task each, with early interruption.
import { createMutex } from '../../async/mutex.ts'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { DataFile } from '../../../src-preload/contract/app/data.ts'
import { unpackError } from '../worker/worker-protocol.ts'
import type { MaintenanceAnswers, MaintenanceStart, MaintenanceTask } from './maintenance-protocol.ts'
import { isMaintenanceResponse } from './maintenance-protocol.ts'

export interface MaintenanceThreadOptions {
  readonly of: DataFile
  readonly file: string
  readonly backupsFolder: string
  readonly clock: Clock
  /** Script of the thread: bundled in the app, maintenance-worker.ts itself in tests. */
  readonly maintenanceUrl: URL
}

export interface MaintenanceThreads {
  /** Runs a task after all earlier ones have ended. Errors: those of the task; `cancelled`; `internal` when the thread died. */
  run<Task extends MaintenanceTask>(task: Task, reason?: string): Promise<MaintenanceAnswers[Task]>
  /**
   * Ends the running task after its current statement and cancels the queued ones; both fail with `cancelled`. Resolves when
   * no thread has the file open. Backups and repairs run to their end.
   */
  interrupt(): Promise<void>
}

/** Tasks requested before an interruption share the flag that it sets. */
const makeStopFlag = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4))

export function createMaintenanceThreads(options: MaintenanceThreadOptions): MaintenanceThreads {
  const runExclusive = createMutex()
  let stop = makeStopFlag()

  return {
    run: <Task extends MaintenanceTask>(task: Task, reason = '') => {
      const { of, file, backupsFolder, clock, maintenanceUrl } = options
      const start = { task, of, file, backupsFolder, reason, stop }
      const answer = runExclusive(async () => {
        if (Atomics.load(start.stop, 0) !== 0)
          throw new AppError('cancelled', { what: `maintenance ${task}` })
        return runThread(maintenanceUrl, { ...start, nowMs: clock.now() })
      })
      // The thread answers the task by its name (maintenance-protocol.ts types both ends).
      return answer as Promise<MaintenanceAnswers[Task]>
    },
    interrupt: async () => {
      // A flag instead of Worker.terminate: terminating a thread inside SQLite's binding crashes the whole process.
      Atomics.store(stop, 0, 1)
      stop = makeStopFlag()
      await runExclusive(() => Promise.resolve())
    },
  }
}

/** Settles when the thread has ended: only then are its connections closed, and the files can be renamed on every system. */
function runThread(url: URL, start: MaintenanceStart): Promise<unknown> {
  const what = `maintenance ${start.task}`
  const worker = createWorker(url, start)
  return new Promise((resolve, reject) => {
    let settle = (): void => reject(new AppError('internal', { what, reason: 'the thread ended' }))
    worker.once('message', (message: unknown) => {
      if (!isMaintenanceResponse(message)) return
      settle = () => {
        if (message.kind === 'done') resolve(message.value)
        else reject(unpackError(message.error))
      }
    })
    worker.once('error', (error) => {
      settle = () => reject(new AppError('internal', { what, reason: 'the thread crashed' }, error))
    })
    worker.once('exit', () => settle())
  })
}

function createWorker(url: URL, workerData: MaintenanceStart): Worker {
  try {
    // The thread must not inherit this process's flags (a debugger's, a test runner's loaders).
    return new Worker(url, { name: `store maintenance: ${workerData.task}`, workerData, execArgv: [] })
  } catch (error) {
    throw new AppError('internal', { what: `maintenance ${workerData.task}`, reason: 'did not start' }, error)
  }
}
