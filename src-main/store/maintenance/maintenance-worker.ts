// A maintenance thread: runs one task, returns one answer, exits.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError, assertNever } from '../../../src-preload/domain/errors.ts'
import { describeFailure } from '../worker/failures.ts'
import { fileKinds } from '../files/file-kinds.ts'
import { packError } from '../worker/worker-protocol.ts'
import { backUpOwnData } from './back-up.ts'
import { listBackupFiles } from './backup-files.ts'
import type {
  MaintenanceAnswers,
  MaintenanceResponse,
  MaintenanceStart,
  MaintenanceTask,
} from './maintenance-protocol.ts'
import { isMaintenanceStart } from './maintenance-protocol.ts'
import { checkFile, openForMaintenance } from './check.ts'
import { countTables, readVersions } from './describe-file.ts'
import { measureFile, measureSize } from './measure.ts'
import { finishRepair, repairDatabase } from './repair.ts'

function serve(): void {
  const start: unknown = workerData
  if (!parentPort || !isMaintenanceStart(start))
    throw new AppError('internal', { what: 'maintenance thread start' })
  const reply = (response: MaintenanceResponse) => parentPort?.postMessage(response)
  try {
    reply({ kind: 'done', value: run(start) })
  } catch (error) {
    reply({
      kind: 'failed',
      error: packError(describeFailure(error, start.file, `maintenance ${start.task}`)),
    })
  }
}

function run(start: MaintenanceStart): MaintenanceAnswers[MaintenanceTask] {
  const { task, of, file, backupsFolder, nowMs, reason } = start
  const kind = fileKinds[of]
  switch (task) {
    case 'check':
      return checkFile(file, kind, () => goOn(start))
    case 'measure':
      return measureFile(file, kind, () => goOn(start))
    case 'measureSize':
      return measureSize(file, kind, () => goOn(start))
    case 'readVersions':
      return readVersions(file)
    case 'countTables':
      return countTables(file, () => goOn(start))
    case 'backUp':
      return backUp(start)
    case 'listBackups':
      return listBackupFiles(backupsFolder, kind)
    case 'repair':
      return repairDatabase({ file, kind, backupsFolder, nowMs, reason })
    case 'finishRepair':
      return finishRepair(file)
    default:
      return assertNever(task, 'maintenance task')
  }
}

/** Called between two statements: throws `cancelled` when the task is to end. */
function goOn({ task, stop }: MaintenanceStart): void {
  if (Atomics.load(stop, 0) !== 0) throw new AppError('cancelled', { what: `maintenance ${task}` })
}

function backUp({ of, file, backupsFolder, nowMs }: MaintenanceStart) {
  const db = openForMaintenance(file)
  try {
    return backUpOwnData(db, fileKinds[of], backupsFolder, nowMs)
  } finally {
    db.close()
  }
}

serve()
