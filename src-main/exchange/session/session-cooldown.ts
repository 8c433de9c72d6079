// The cooldown of a session's automatic token requests after a signature or a renewal led to nothing. Never delays what the
// user asks for.
import type { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'

const firstCooldownMs = 5_000
const maxCooldownMs = 300_000

export interface SessionCooldown {
  /** Throws the last attempt's error during the cooldown. */
  check(): void
  /** Starts a cooldown, twice as long as the one before. */
  take(error: AppError): void
  /** Called when the service has accepted a token, or the user wants to sign in. */
  end(): void
}

export function createSessionCooldown(clock: Clock): SessionCooldown {
  let rest: { readonly error: AppError; readonly fromMs: number; readonly lengthMs: number } | null = null
  return {
    check() {
      if (rest === null) return
      const restedMs = clock.now() - rest.fromMs
      // A clock that was set back ends it.
      if (restedMs >= 0 && restedMs < rest.lengthMs) throw rest.error
    },
    take(error) {
      const lengthMs = rest === null ? firstCooldownMs : Math.min(rest.lengthMs * 2, maxCooldownMs)
      rest = { error, fromMs: clock.now(), lengthMs }
    },
    end() {
      rest = null
    },
  }
}
