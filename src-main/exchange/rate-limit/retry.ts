// Repeats failed reads after a pause. Never used for calls that change the service's state.
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'

/** Waiting and randomness of repeated reads; injected for tests. */
export interface Pacing {
  /** Waits; rejects when the signal fires. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/** Initial pause, then doubling; each is drawn from the upper half of its step, so that clients spread out. */
const firstPauseMs = 300
/** The caller handles longer waits, which it can show. */
const maxPauseMs = 10_000

/** A temporary failure: the network, an overloaded or restarting service, rate limiting. */
function isPassing(error: AppError): boolean {
  // The session's own call failed: repeating the read would sign or spend a token once more.
  if (String(error.data['endpoint']).startsWith('auth.')) return false
  if (error.code === 'rejectedByExchange') return Number(error.data['status']) >= 500
  return error.code === 'network' || error.code === 'rateLimited'
}

function pauseMs(error: AppError, attempt: number, random: () => number): number {
  const jitteredMs = firstPauseMs * 2 ** (attempt - 1) * (0.5 + random() / 2)
  const askedMs = error.data['retryAfterMs']
  return typeof askedMs === 'number' ? Math.max(askedMs, jitteredMs) : jitteredMs
}

/**
 * Runs a read, and repeats it after a temporary failure, at most `retries` times, waiting as long as Retry-After asks.
 * Timeouts are not repeated: the user has waited long enough. Errors: those of the last attempt; cancelled.
 */
export async function retryRead<T>(
  run: (attempt: number) => Promise<T>,
  pacing: Pacing,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt)
    } catch (error) {
      if (!isAppError(error) || !isPassing(error) || attempt > retries) throw error
      const durationMs = pauseMs(error, attempt, pacing.random)
      if (durationMs > maxPauseMs) throw error
      await pacing.sleep(durationMs, signal)
    }
  }
}
