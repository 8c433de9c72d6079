// Owns: waiting for work that may not heed a signal. Must not: stop the work itself; whoever started it does.
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'

/** What an aborted signal means to a caller: its own AppError where it carries one, else `cancelled`. */
export function reasonOf(signal: AbortSignal): AppError {
  return isAppError(signal.reason) ? signal.reason : new AppError('cancelled', {}, signal.reason)
}

function ignoreLateFailure(): void {
  // The caller has been answered with the reason of the abort already.
}

/**
 * The work's result, or a rejection as soon as the signal fires, whichever comes first.
 * Errors: those of the work; the AppError that the signal was aborted with; else cancelled.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  // Whichever side loses may still reject later, with nobody left to hear it.
  work.catch(ignoreLateFailure)
  if (signal.aborted) throw reasonOf(signal)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => {
    reject(reasonOf(signal))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
