// Maintenance of the data file, as the rest of the app uses it. Repairs are started by the store, which knows who has the
// file open.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { CareAnswers, CareTask } from './care-protocol.ts'
import type { CareThreads } from './care-thread.ts'
import type { Care } from './care.ts'

/** Synchronization with repairs. */
export interface RepairGate {
  /** Runs `task` when no repair is running, and starts a repair if the task finds damage. */
  readonly whenSound: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Resolves when no repair is running. */
  readonly untilRepaired: () => Promise<void>
}

/** Runs maintenance in separate threads and waits for a running repair. */
export function openCare(threads: CareThreads, { whenSound, untilRepaired }: RepairGate): Care {
  let isStopped = false
  const run = <Task extends CareTask>(task: Task): Promise<CareAnswers[Task]> =>
    whenSound(() => {
      if (isStopped) return Promise.reject(new AppError('cancelled', { what: `care ${task}` }))
      return threads.run(task)
    })
  return {
    check: () => run('check'),
    measure: () => run('measure'),
    readVersions: () => run('readVersions'),
    countTables: () => run('countTables'),
    backUp: () => run('backUp'),
    listBackups: () => run('listBackups'),
    stop: async () => {
      isStopped = true
      // A repair also runs in such a thread, and is not interrupted.
      await untilRepaired()
      await threads.interrupt()
    },
  }
}
