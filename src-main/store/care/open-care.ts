// Owns: care for the data file beside its use, as the rest of the app sees it.
// Must not: repair (the kept store does, which alone knows who has the file open).
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { CareAnswers, CareTask } from './care-protocol.ts'
import type { CareThreads } from './care-thread.ts'
import type { Care } from './care.ts'

/** What care has to know of repairs. */
export interface RepairGate {
  /** Runs `task` once nobody repairs the file, and has it repaired when the task meets damage. */
  readonly whenSound: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Resolves when nobody repairs the file. */
  readonly untilRepaired: () => Promise<void>
}

/** Care that runs in threads of its own, and waits for a repair that is under way. */
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
      // A repair runs in such a thread too, and is let through to its end.
      await untilRepaired()
      await threads.interrupt()
    },
  }
}
