// One running database worker: its pending calls and how it ends.
import type { Worker } from 'node:worker_threads'
import { AppError, assertNever, isAppError } from '../../../src-preload/domain/errors.ts'
import { isStoreResponse, unpackError } from '../worker/worker-protocol.ts'
import type { StoreRequest, StoreResponse } from '../worker/worker-protocol.ts'
import type { Call } from './calls.ts'

/** What is used of a worker. */
export type DatabaseThread = Pick<Worker, 'on' | 'postMessage' | 'unref'>

export interface WorkerLink {
  /**
   * Asks the worker to open the file, once. Calls may follow at once. Resolves with null, or with why it did not open.
   */
  readonly open: () => Promise<AppError | null>
  /** Rejects with an AppError. */
  readonly call: Call
  /** Resolves when everything asked before is done and the thread has ended; more calls of it wait for the same end. */
  readonly close: () => Promise<void>
  /** Why no call will be answered any more; null while they are. */
  readonly getEnd: () => AppError | null
}

interface Pending {
  readonly method: string
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
}

/** Takes over a worker that was just started. `onFault` hears, once, of an end that nobody asked for. */
export function startWorkerLink(worker: DatabaseThread, onFault: (error: AppError) => void): WorkerLink {
  const pending = new Map<number, Pending>()
  const opening = Promise.withResolvers<AppError | null>()
  const ending = Promise.withResolvers<undefined>()
  let lastSeq = 0
  let isClosing = false
  let end: AppError | null = null

  const finish = (error: AppError, isAskedFor = false): void => {
    if (end) return
    end = error
    opening.resolve(error)
    for (const { method, reject } of pending.values()) reject(describeEnd(error, method))
    pending.clear()
    if (!isAskedFor) onFault(error)
  }

  /**
   * For a worker whose words cannot be trusted: it is asked to close and not waited for. Never terminated: a thread
   * that is ended inside of SQLite's binding, or while it loads it, takes the whole process with it.
   */
  const giveUp = (reason: string, cause?: unknown): void => {
    finish(workerEnded(reason, cause))
    worker.postMessage({ kind: 'close' })
    worker.unref()
  }

  const settle = (seq: number): Pending | undefined => {
    const call = pending.get(seq)
    pending.delete(seq)
    return call
  }

  const receive = (response: StoreResponse): void => {
    switch (response.kind) {
      case 'opened':
        opening.resolve(null)
        return
      case 'refused':
        finish(unpackError(response.error))
        return
      case 'answered':
        settle(response.seq)?.resolve(response.value)
        return
      case 'failed':
        settle(response.seq)?.reject(unpackError(response.error))
        return
      case 'closed':
        finish(workerEnded('closed'), true)
        return
      default:
        assertNever(response, 'store response')
    }
  }

  worker.on('message', (message: unknown) => {
    if (isStoreResponse(message)) receive(message)
    else giveUp('spoke nonsense')
  })
  worker.on('messageerror', (error) => giveUp('message was unreadable', error))
  worker.on('error', (error) => finish(workerEnded('crashed', error)))
  worker.on('exit', (exitCode) => {
    finish(workerEnded(`exited with ${exitCode}`))
    ending.resolve(undefined)
  })

  return {
    open: () => {
      if (!end) worker.postMessage({ kind: 'open' })
      return opening.promise
    },
    call: (method, args) => {
      if (end) return Promise.reject(describeEnd(end, method))
      if (isClosing) return Promise.reject(workerEnded('closed'))
      return new Promise((resolve, reject) => {
        const seq = ++lastSeq
        const request: StoreRequest = { kind: 'call', seq, method, args }
        pending.set(seq, { method, resolve, reject })
        try {
          worker.postMessage(request)
        } catch (error) {
          pending.delete(seq)
          reject(
            new AppError('internal', { what: `store ${method}`, reason: 'arguments cannot be sent' }, error),
          )
        }
      })
    },
    close: () => {
      if (isClosing || end) return ending.promise
      isClosing = true
      worker.postMessage({ kind: 'close' })
      return ending.promise
    },
    getEnd: () => end,
  }
}

/** The end of a worker: `internal` with `what: 'store worker'` and the reason. */
export function workerEnded(reason: string, cause?: unknown): AppError {
  return new AppError('internal', { what: 'store worker', reason }, cause)
}

/** Whether a call failed because the app had closed its file. */
export const isStoreClosed = (error: unknown): boolean =>
  isAppError(error, 'internal') && error.data['what'] === 'store worker' && error.data['reason'] === 'closed'

/**
 * What a call fails with when its worker has ended: `crashed`, with the name of the call, for whatever end came by
 * itself. Why a file was refused and that the store was closed are told as they are.
 */
function describeEnd(end: AppError, method: string): AppError {
  if (end.code !== 'internal' || end.data['what'] !== 'store worker' || isStoreClosed(end)) {
    return end
  }
  return new AppError(
    'internal',
    { what: 'store worker', reason: 'crashed', method },
    // What was thrown in the worker says more than that it was.
    end.cause ?? end,
  )
}
