// Runs market tasks, each with its own cooldown after failures, so that none blocks another.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import { requestedWaitMs, pauseAfterFailure } from '../async/back-off.ts'
import type { Faults } from '../session/faults.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Tools } from '../tools.ts'

/** A task that is repeated. */
export interface Attempt {
  /** Its unique name, also used for its faults. */
  readonly work: string
  /** Its usual interval. */
  readonly everyMs: number
  readonly run: () => Promise<void>
  /** Called when the task has failed or recovered. */
  readonly tell: () => void
}

export interface MarketAttemptsOptions extends Pick<Tools, 'clock' | 'random'> {
  readonly session: Pick<AccountSession, 'connection' | 'signal'>
  readonly faults: Faults
}

export function createMarketAttempts({ session, clock, faults, random }: MarketAttemptsOptions) {
  /** Failed tasks that are cooling down, by name. */
  const resting = new Map<string, { readonly failures: number; readonly untilMs: number }>()
  /** End of the pause that the service requested. */
  let quietUntilMs = 0

  function concernsAll(error: unknown): boolean {
    if (!isAppError(error)) return false
    return error.code === 'cancelled' || error.code === 'rateLimited' || session.connection.explains(error)
  }

  function noteFailure({ work, everyMs, tell }: Attempt, error: unknown): void {
    const waitMs = requestedWaitMs(error)
    if (waitMs !== null) quietUntilMs = Math.max(quietUntilMs, clock.now() + waitMs)
    if (!concernsAll(error)) {
      const failures = (resting.get(work)?.failures ?? 0) + 1
      const untilMs = clock.now() + pauseAfterFailure(everyMs, failures, error, random)
      resting.set(work, { failures, untilMs })
    }
    if (faults.note(work, error) && !session.signal.aborted) tell()
  }

  return {
    /** Runs the task unless it is cooling down. Rethrows only errors that concern all tasks. */
    async attempt(attempt: Attempt): Promise<void> {
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
    /** True for a failure that every other call would meet as well: trying the next task is pointless. */
    concernsAll,
    /** True if the service is unreachable or has requested a pause. */
    isPaused: (): boolean => !session.connection.isReachable() || clock.now() < quietUntilMs,
    /** Ends all cooldowns. */
    wake(): void {
      resting.clear()
    },
    /** The task's last failure; null if it succeeded. */
    errorOf: (work: string): ErrorReport | null => faults.get(work),
  }
}
