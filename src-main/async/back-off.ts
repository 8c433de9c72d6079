import { isAppError } from '../../src-preload/domain/errors.ts'

/** The longest pause after failures. A wait that the service requests may be longer. */
const MAX_PAUSE_MS = 300_000

/** The wait that the service requests, in milliseconds, at most a day (see readRetryAfterMs); null without one. */
export function requestedWaitMs(error: unknown): number | null {
  if (!isAppError(error)) return null
  const askedMs = error.data['retryAfterMs']
  return typeof askedMs === 'number' && askedMs > 0 ? askedMs : null
}

/**
 * The pause after `failures` in a row, the last of them `error`: doubles from the usual pause, is drawn from the upper half
 * of its step so that clients spread out, and is never shorter than the wait that the service requests.
 *
 * @param random - uniform in [0, 1)
 */
export function pauseAfterFailure(
  everyMs: number,
  failures: number,
  error: unknown,
  random: () => number,
): number {
  const stepMs = Math.min(everyMs * 2 ** failures, Math.max(MAX_PAUSE_MS, everyMs))
  return Math.max(stepMs * (0.5 + random() / 2), requestedWaitMs(error) ?? 0)
}
