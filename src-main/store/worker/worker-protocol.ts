// What the main thread and the database workers say to each other.
import { AppError, errorCodes, type ErrorCode, type ErrorData } from '../../../src-preload/domain/errors.ts'
import type { DataFile } from '../../../src-preload/contract/app/data.ts'
import type { CacheLimits } from './disk-room.ts'
import { journalAccess, methodAccess, type Access } from '../client/method-access.ts'

/** The calls of a file by name. What a name takes and gives back is told by its handle (api/), on both ends of the thread. */
export type MethodTable = Readonly<Record<string, (...args: never[]) => unknown>>

/** Every call of each file. */
const callsOf: Readonly<Record<DataFile, object>> = { data: methodAccess, journal: journalAccess }

export const isDataFile = (name: unknown): name is DataFile =>
  typeof name === 'string' && Object.hasOwn(callsOf, name)

/** Given to the worker when it starts. It opens the file when it is asked to. */
export interface WorkerStart {
  readonly of: DataFile
  readonly file: string
  readonly nowMs: number
  /** What its connection is for; `read`: of a file that is there and current. */
  readonly way: Access
  /** Where the user's own tables are backed up before migrations change them; null: nowhere. */
  readonly backupsFolder: string | null
  /** Where others than the default ones hold. */
  readonly limits?: Partial<CacheLimits>
}

export interface CallRequest {
  readonly kind: 'call'
  /** Numbers the calls; the answer carries it back. */
  readonly seq: number
  readonly method: string
  readonly args: readonly unknown[]
}

/** They are served in the order in which they were sent: first `open`, then calls, last `close`. */
export type StoreRequest = { readonly kind: 'open' } | CallRequest | { readonly kind: 'close' }

export type StoreResponse =
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly error: ErrorMessage }
  | { readonly kind: 'answered'; readonly seq: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly seq: number; readonly error: ErrorMessage }
  | { readonly kind: 'closed' }

/** An AppError on its way between threads, where classes get lost. */
export interface ErrorMessage {
  readonly code: ErrorCode
  readonly data: ErrorData
  readonly message: string
}

export function packError({ code, data, message, cause }: AppError): ErrorMessage {
  return { code, data, message: cause instanceof Error ? `${message}: ${cause.message}` : message }
}

/** The AppError again; what the worker had to say beyond code and data is its cause, for the log. */
export function unpackError({ code, data, message }: ErrorMessage): AppError {
  return new AppError(code, data, new Error(message))
}

/** Whether a message from the worker is one of ours. */
export function isStoreResponse(message: unknown): message is StoreResponse {
  if (!isRecord(message)) return false
  switch (message['kind']) {
    case 'opened':
    case 'closed':
      return true
    case 'refused':
      return isErrorMessage(message['error'])
    case 'answered':
      return typeof message['seq'] === 'number' && 'value' in message
    case 'failed':
      return typeof message['seq'] === 'number' && isErrorMessage(message['error'])
    default:
      return false
  }
}

/** Whether a message to the worker of a file is one of that file's calls, or the request to open or to close. */
export function isStoreRequest(message: unknown, of: DataFile): message is StoreRequest {
  if (!isRecord(message)) return false
  if (message['kind'] === 'open' || message['kind'] === 'close') return true
  const method = message['method']
  return (
    message['kind'] === 'call' &&
    typeof message['seq'] === 'number' &&
    Array.isArray(message['args']) &&
    typeof method === 'string' &&
    Object.hasOwn(callsOf[of], method)
  )
}

export function isWorkerStart(data: unknown): data is WorkerStart {
  return (
    isRecord(data) &&
    isDataFile(data['of']) &&
    typeof data['file'] === 'string' &&
    typeof data['nowMs'] === 'number' &&
    (data['way'] === 'read' || data['way'] === 'write') &&
    (data['backupsFolder'] === null || typeof data['backupsFolder'] === 'string') &&
    (data['limits'] === undefined || isRecord(data['limits']))
  )
}

/**
 * The buffers in a result that move to the other thread instead of being copied: those of its Float64Array columns.
 * Only for results, which the worker drops; arguments are copied, because the caller goes on using its candles.
 */
export function findTransferables(value: unknown): ArrayBuffer[] {
  if (value instanceof Float64Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  if (!isRecord(value)) return []
  return Object.values(value).flatMap((each) => (isRecord(each) ? findTransferables(each) : []))
}

function isErrorMessage(value: unknown): value is ErrorMessage {
  return (
    isRecord(value) &&
    errorCodes.some((code) => code === value['code']) &&
    isRecord(value['data']) &&
    typeof value['message'] === 'string'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
