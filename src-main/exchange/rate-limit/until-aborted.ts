// Waits for work that may ignore its abort signal. Does not stop the work itself.
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'

/** The error of an aborted signal: its own AppError if it has one, otherwise `cancelled`. */
export function reasonOf(signal: AbortSignal): AppError {
  return isAppError(signal.reason) ? signal.reason : new AppError('cancelled', {}, signal.reason)
}

function ignoreLateFailure(): void {
  // The caller already got the reason of the abort.
}

/**
 * The work's result, or a rejection as soon as the signal aborts, whichever comes first.
 * Errors: those of the work; the AppError that the signal was aborted with; otherwise cancelled.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  // The work may reject later, when nothing listens any more.
  work.catch(ignoreLateFailure)
  if (signal.aborted) throw reasonOf(signal)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(reasonOf(signal))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
