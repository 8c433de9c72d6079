// Maintenance of the data file, as the rest of the app uses it. Repairs are started by the store, which knows who has the
// file open.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { MaintenanceAnswers, MaintenanceTask } from './maintenance-protocol.ts'
import type { MaintenanceThreads } from './maintenance-thread.ts'
import type { Maintenance } from './maintenance.ts'

/** Synchronization with repairs. */
export interface RepairGate {
  /** Runs `task` when no repair is running, and starts a repair if the task finds damage. */
  readonly whenSound: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Resolves when no repair is running. */
  readonly untilRepaired: () => Promise<void>
}

/** Runs maintenance in separate threads and waits for a running repair. */
export function openMaintenance(
  threads: MaintenanceThreads,
  { whenSound, untilRepaired }: RepairGate,
): Maintenance {
  let isStopped = false
  const run = <Task extends MaintenanceTask>(task: Task): Promise<MaintenanceAnswers[Task]> =>
    whenSound(() => {
      if (isStopped) return Promise.reject(new AppError('cancelled', { what: `maintenance ${task}` }))
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
