// How long background work waits after a failure.
import { isAppError } from '../../src-preload/domain/errors.ts'

/** The longest pause that a failure alone leads to. What the service asks for may be longer. */
const LONGEST_PAUSE_MS = 300_000

/** How long the service asks to be left alone, in milliseconds, a day at most (see readRetryAfterMs); null where it does not. */
export function askedWaitMs(error: unknown): number | null {
  if (!isAppError(error)) return null
  const askedMs = error.data['retryAfterMs']
  return typeof askedMs === 'number' && askedMs > 0 ? askedMs : null
}

/**
 * The pause after `failures` in a row, the last of them `error`: doubling from the usual pause, drawn from the upper half
 * of its step so that clients spread out, and never shorter than what the service asks for.
 *
 * @param random - uniform in [0, 1)
 */
export function pauseAfterFailure(
  everyMs: number,
  failures: number,
  error: unknown,
  random: () => number,
): number {
  const stepMs = Math.min(everyMs * 2 ** failures, Math.max(LONGEST_PAUSE_MS, everyMs))
  return Math.max(stepMs * (0.5 + random() / 2), askedWaitMs(error) ?? 0)
}
