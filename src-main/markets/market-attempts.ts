// Owns: trying pieces of market work, each of which rests after a failure of its own. Must not: let one hold up another, or know
// what they do.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { askedWaitMs, pauseAfterFailure } from '../async/back-off.ts'
import type { Faults } from '../session/faults.ts'
import type { AccountSession } from '../session/account-session.ts'

/** A piece of work that is done again and again. */
export interface Attempt {
  /** Tells it apart from the others, and is what its faults are noted by. */
  readonly work: string
  /** How often it is done. */
  readonly everyMs: number
  readonly run: () => Promise<void>
  /** Whether it can be done has changed. */
  readonly tell: () => void
}

export interface MarketAttempts {
  /** Does the work unless it rests. Only what concerns all of them is passed on. */
  attempt(attempt: Attempt): Promise<void>
  /** A failure that every other call would meet as well: going on to the next piece is no use. */
  concernsAll(error: unknown): boolean
  /** The service is out of reach, or has asked to be left alone. */
  isPaused(): boolean
  /** Nothing rests any more. */
  wake(): void
  /** Why the work failed last time; null where it did not. */
  errorOf(work: string): ErrorReport | null
}

export interface MarketAttemptsOptions {
  readonly session: Pick<AccountSession, 'connection' | 'signal'>
  readonly clock: Clock
  readonly faults: Faults
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export function createMarketAttempts({
  session,
  clock,
  faults,
  random,
}: MarketAttemptsOptions): MarketAttempts {
  /** Work that failed and is left alone for a while, by name. */
  const resting = new Map<string, { readonly failures: number; readonly untilMs: number }>()
  /** The service has asked to be left alone until then. */
  let quietUntilMs = 0

  function concernsAll(error: unknown): boolean {
    if (!isAppError(error)) return false
    return error.code === 'cancelled' || error.code === 'rateLimited' || session.connection.explains(error)
  }

  function noteFailure({ work, everyMs, tell }: Attempt, error: unknown): void {
    const waitMs = askedWaitMs(error)
    if (waitMs !== null) quietUntilMs = Math.max(quietUntilMs, clock.now() + waitMs)
    if (!concernsAll(error)) {
      const failures = (resting.get(work)?.failures ?? 0) + 1
      const untilMs = clock.now() + pauseAfterFailure(everyMs, failures, error, random)
      resting.set(work, { failures, untilMs })
    }
    if (faults.note(work, error) && !session.signal.aborted) tell()
  }

  return {
    async attempt(attempt) {
      const { work, run, tell } = attempt
      if (clock.now() < (resting.get(work)?.untilMs ?? 0)) return
      try {
        await run()
        resting.delete(work)
        if (faults.clear(work)) tell()
      } catch (error) {
        noteFailure(attempt, error)
        if (concernsAll(error)) throw error
      }
    },
    concernsAll,
    isPaused: () => !session.connection.isReachable() || clock.now() < quietUntilMs,
    wake() {
      resting.clear()
    },
    errorOf: (work) => faults.get(work),
  }
}
