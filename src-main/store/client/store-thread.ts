// One of the store's threads for as long as the store is open: another worker takes the place of one that crashed.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { type DatabaseThread, startWorkerLink, type WorkerLink } from './worker-link.ts'
import type { Call } from './calls.ts'

/** A file or a call that brings down every worker must not keep the machine busy with starting them. */
const restartLimit = { count: 5, withinMs: 60_000 }

export interface StoreThread {
  /** Opens the file, once. Calls may follow at once. Resolves with null, or with why it did not open. */
  readonly open: () => Promise<AppError | null>
  /**
   * After a crash it starts a new worker, which opens the file and answers. Errors beside those of the call: `internal`
   * with `what: 'store worker'`, the `method` and the `reason`: `crashed` for what was under way, or `crashed too
   * often` (`retryAfterMs`); and why the file was refused, when the new worker could not open it.
   */
  readonly call: Call
  /** Resolves when everything asked before is done and no worker runs any more. */
  readonly close: () => Promise<void>
}

/** Starts the thread. `onFault` hears of every worker that ended without having been asked to. */
export function startStoreThread(
  createWorker: () => DatabaseThread,
  clock: Clock,
  onFault: (error: AppError) => void,
): StoreThread {
  const restartsMs: number[] = []
  /** Workers that crashed; their threads may still be on their way out, with the file in hand. */
  const crashed: WorkerLink[] = []
  let link = startWorkerLink(createWorker(), onFault)

  const restart = (method: string, end: AppError): WorkerLink => {
    const nowMs = clock.now()
    // Times that lie later than now are from a clock that was set back.
    const recentMs = restartsMs.filter((each) => each <= nowMs && nowMs - each < restartLimit.withinMs)
    const [oldestMs] = recentMs
    if (oldestMs !== undefined && recentMs.length >= restartLimit.count) {
      const retryAfterMs = oldestMs + restartLimit.withinMs - nowMs
      throw new AppError(
        'internal',
        { what: 'store worker', reason: 'crashed too often', method, retryAfterMs },
        end,
      )
    }
    restartsMs.splice(0, restartsMs.length, ...recentMs, nowMs)
    crashed.push(link)
    const next = startWorkerLink(createWorker(), onFault)
    // Why it does not open is told to the calls that wait for it.
    void next.open()
    return next
  }

  return {
    open: () => link.open(),
    call: async (method, args) => {
      const end = link.getEnd()
      if (end) link = restart(method, end)
      return link.call(method, args)
    },
    close: async () => {
      await Promise.all([...crashed, link].map((each) => each.close()))
    },
  }
}
