// Maintenance of both files, as the rest of the app uses it. Repairs are started by who keeps a file, and knows who has it open.
import type { DataFile } from '../../../src-preload/contract/app/data.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { MaintenanceAnswers, MaintenanceTask } from './maintenance-protocol.ts'
import type { Maintenance } from './maintenance.ts'

/** The maintenance of one file that is kept open. */
export interface KeptFile {
  /** Runs a task when no repair is running, and starts a repair if it meets damage. Errors: those of the task; `cancelled`. */
  readonly run: <Task extends MaintenanceTask>(task: Task) => Promise<MaintenanceAnswers[Task]>
  /** Ends the running task after its current statement; a repair runs to its end. */
  readonly stop: () => Promise<void>
}

/** Runs maintenance in separate threads. */
export function openMaintenance({ data, journal }: Readonly<Record<DataFile, KeptFile>>): Maintenance {
  let isStopped = false
  const run = async <Task extends MaintenanceTask>(
    file: KeptFile,
    task: Task,
  ): Promise<MaintenanceAnswers[Task]> => {
    if (isStopped) throw new AppError('cancelled', { what: `maintenance ${task}` })
    return file.run(task)
  }
  async function findProblems(file: KeptFile): Promise<readonly string[]> {
    try {
      return await run(file, 'check')
    } catch (error) {
      // It may be too damaged to check, or its repair may have failed.
      if (isAppError(error, 'databaseCorrupt')) return [String(error.data['reason'] ?? 'quick_check')]
      throw error
    }
  }
  /** One after the other: each may read all of its file. */
  const runBoth = async <Task extends MaintenanceTask>(
    task: Task,
  ): Promise<Record<DataFile, MaintenanceAnswers[Task]>> => ({
    journal: await run(journal, task),
    data: await run(data, task),
  })

  return {
    check: async () => {
      const ofData = await findProblems(data)
      const ofJournal = await findProblems(journal)
      const problems = [
        ...ofJournal.map((text) => ({ file: 'journal' as const, text })),
        ...ofData.map((text) => ({ file: 'data' as const, text })),
      ]
      return { isSound: problems.length === 0, problems }
    },
    measure: async () => {
      const own = await run(journal, 'measureSize')
      const found = await run(data, 'measure')
      return {
        ...found,
        fileBytes: found.fileBytes + own.fileBytes,
        ownBytes: found.ownBytes + own.ownBytes,
      }
    },
    readVersions: () => run(data, 'readVersions'),
    countTables: async () => {
      const found = await runBoth('countTables')
      return { ...found.data, tables: [...found.data.tables, ...found.journal.tables] }
    },
    backUp: async () => {
      // Damage in one keeps the other from no backup.
      const ofJournal = run(journal, 'backUp')
      const ofData = run(data, 'backUp')
      await Promise.allSettled([ofJournal, ofData])
      return { data: await ofData, journal: await ofJournal }
    },
    listBackups: async () => {
      const found = await runBoth('listBackups')
      return [...found.data, ...found.journal].sort((a, b) => b.madeAtMs - a.madeAtMs)
    },
    stop: async () => {
      isStopped = true
      await Promise.all([data.stop(), journal.stop()])
    },
  }
}
