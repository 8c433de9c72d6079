// Owns: one running database worker: its pending calls and how it ends. Must not: know what the calls mean.
// A worker is never revived; whoever wants another starts another link.
import type { Worker } from 'node:worker_threads'
import { AppError, assertNever } from '../../src-preload/shared/errors.ts'
import { isStoreResponse, unpackError } from './worker-protocol.ts'
import type { CallRequest, MethodArgs, MethodName, MethodResult, StoreResponse } from './worker-protocol.ts'

/** Calls the worker by the name of the method; rejects with an AppError. */
export type CallStore = <Name extends MethodName>(
  method: Name,
  args: MethodArgs<Name>,
) => Promise<MethodResult<Name>>

export interface WorkerLink {
  /** Settles once: the database is open, or why it is not. */
  readonly opened: Promise<void>
  readonly call: CallStore
  /** Resolves when everything asked before is done and the thread has ended; more calls of it wait for the same end. */
  readonly close: () => Promise<void>
}

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
}

/** Takes over a worker that was just started. */
export function startWorkerLink(worker: Worker): WorkerLink {
  const pending = new Map<number, Pending>()
  const opening = Promise.withResolvers<undefined>()
  const ending = Promise.withResolvers<undefined>()
  let lastSeq = 0
  let isClosing = false
  /** Why no call can be answered any more. */
  let end: AppError | null = null

  const finish = (error: AppError) => {
    end ??= error
    opening.reject(end)
    for (const { reject } of pending.values()) reject(end)
    pending.clear()
  }

  /** For a worker whose words cannot be trusted: SQLite undoes what it had not committed. */
  const giveUp = (reason: string, cause?: unknown): void => {
    finish(ended(reason, cause))
    void worker.terminate()
  }

  const settle = (seq: number): Pending | undefined => {
    const call = pending.get(seq)
    pending.delete(seq)
    return call
  }

  const receive = (response: StoreResponse): void => {
    switch (response.kind) {
      case 'opened':
        opening.resolve(undefined)
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
        finish(ended('closed'))
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
  worker.on('error', (error) => finish(ended('crashed', error)))
  worker.on('exit', (exitCode) => {
    finish(ended(`exited with ${exitCode}`))
    ending.resolve(undefined)
  })

  return {
    opened: opening.promise,
    call: (method, args) => {
      if (end) return Promise.reject(end)
      if (isClosing) return Promise.reject(ended('closed'))
      return new Promise((resolve, reject) => {
        const seq = ++lastSeq
        const request: CallRequest<typeof method> = { kind: 'call', seq, method, args }
        // The worker runs the method of this very name (worker-protocol.ts types both ends), so the value is its result.
        pending.set(seq, { resolve: (value) => resolve(value as MethodResult<typeof method>), reject })
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
      if (!isClosing && !end) worker.postMessage({ kind: 'close' })
      isClosing = true
      return ending.promise
    },
  }
}

function ended(reason: string, cause?: unknown): AppError {
  return new AppError('internal', { what: 'store worker', reason }, cause)
}
