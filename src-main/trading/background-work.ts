// Work that nobody waits for: closing does, so that what it writes is on the disk; and what ends because the app or the account is
// left is no fault.
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import { isStoreClosed } from '../store/client/worker-link.ts'

/** Canceled by its signal: by the error that a signal has as its reason, or by Node's own of a timer. */
const isCutOff = (error: unknown): boolean =>
  isAppError(error, 'cancelled') || (error instanceof Error && error.name === 'AbortError')

export type BackgroundWork = ReturnType<typeof createBackgroundWork>

export function createBackgroundWork(given: Log) {
  const running = new Set<Promise<void>>()
  let isClosed = false

  /** Without what was only cut off, and after `close` without calls of a store that is closed. */
  const log: Log = {
    info: (area, what, facts) => given.info(area, what, facts),
    fault(area, what, error, facts) {
      if (!isCutOff(error) && !(isClosed && isStoreClosed(error))) given.fault(area, what, error, facts)
    },
  }

  /**
   * Logs a failure.
   * @param what - in the words of the log
   * @param work - must end by itself once its session is closed: `close` waits for it
   */
  function run(what: string, work: Promise<unknown>): void {
    const logged = work.then(
      () => undefined,
      (error: unknown) => log.fault('trading', what, error),
    )
    const kept: Promise<void> = logged.finally(() => running.delete(kept))
    running.add(kept)
  }

  /** Resolves when all work has ended, that which other work began meanwhile too. Call it before the store is closed. */
  async function close(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
    isClosed = true
  }

  return { log, run, close }
}
