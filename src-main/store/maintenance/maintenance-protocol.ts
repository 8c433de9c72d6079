// Messages between the main thread and a maintenance thread.
import type { DataFile, RepairReport } from '../../../src-preload/contract/app/data.ts'
import { type ErrorMessage, isDataFile } from '../worker/worker-protocol.ts'
import type { Backup, FileSize, FileTables, FileVersions, Measurement } from './maintenance.ts'

/** Each task with its result type. */
export interface MaintenanceAnswers {
  /** What is wrong; empty for a sound file. */
  readonly check: readonly string[]
  /** Of the data file. */
  readonly measure: Measurement
  readonly measureSize: FileSize
  readonly readVersions: FileVersions
  readonly countTables: FileTables
  readonly backUp: Backup
  readonly listBackups: Backup[]
  readonly repair: RepairReport
  readonly finishRepair: RepairReport | null
}

export type MaintenanceTask = keyof MaintenanceAnswers

/** Start data of a maintenance thread: its single task. */
export interface MaintenanceStart {
  readonly task: MaintenanceTask
  readonly of: DataFile
  readonly file: string
  readonly backupsFolder: string
  readonly nowMs: number
  /** For `repair`: the damage found. */
  readonly reason: string
  /** One number, set to nonzero to end the task early; see maintenance-thread.ts for why the thread is not terminated. */
  readonly stop: Int32Array<SharedArrayBuffer>
}

export type MaintenanceResponse =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: ErrorMessage }

const tasks: Readonly<Record<MaintenanceTask, true>> = {
  check: true,
  measure: true,
  measureSize: true,
  readVersions: true,
  countTables: true,
  backUp: true,
  listBackups: true,
  repair: true,
  finishRepair: true,
}

export function isMaintenanceStart(data: unknown): data is MaintenanceStart {
  return (
    isRecord(data) &&
    typeof data['task'] === 'string' &&
    Object.hasOwn(tasks, data['task']) &&
    isDataFile(data['of']) &&
    ['file', 'backupsFolder', 'reason'].every((name) => typeof data[name] === 'string') &&
    typeof data['nowMs'] === 'number' &&
    data['stop'] instanceof Int32Array
  )
}

export function isMaintenanceResponse(message: unknown): message is MaintenanceResponse {
  if (!isRecord(message)) return false
  return message['kind'] === 'done' ? 'value' in message : message['kind'] === 'failed' && 'error' in message
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
