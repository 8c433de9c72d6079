// The trading session of the account in use, as main tells it. Main alone grants it, in its own window.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type {
  SessionState,
  TradingSession,
} from '../../../../src-preload/contract/trading/trading-session.ts'
import type { SessionLimits } from '../../../../src-preload/domain/accounts/session-limits.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { FollowedState } from './followed-state.svelte.ts'

/** A yes to the question, a no, or why there is no session. */
export type StartOutcome =
  { readonly kind: 'started' | 'declined' } | { readonly kind: 'failed'; readonly error: ErrorReport }

class TradingSessionState extends FollowedState<'trading:sessionChanged'> {
  isAsking = $state(false)
  /** The form with the limits is open. */
  isFormOpen = $state(false)

  get session(): TradingSession | null {
    return this.value?.session ?? null
  }

  get lastEnd(): SessionState['lastEnd'] {
    return this.value?.lastEnd ?? null
  }

  /** Nothing is signed until a person has looked at a difference. */
  get isSigningLocked(): boolean {
    return this.value?.signingLocked ?? false
  }

  /** Asks in the secure window. */
  async start(limits: SessionLimits): Promise<StartOutcome> {
    if (this.isAsking) return { kind: 'declined' }
    this.isAsking = true
    this.error = null
    try {
      await call('trading:startSession', { limits: { ...limits, markets: [...limits.markets] } })
      return { kind: 'started' }
    } catch (cause) {
      const error = toReport(cause)
      return error.code === 'userDeclined' ? { kind: 'declined' } : { kind: 'failed', error }
    } finally {
      this.isAsking = false
    }
  }

  end(): Promise<void> {
    return this.act(() => call('trading:endSession', {}))
  }

  /** Shows in the secure window why signing is locked, and unlocks it after a yes. */
  review(): Promise<void> {
    return this.act(() => call('trading:reviewDifference', {}))
  }
}

/** One for the app. */
export const tradingSession = new TradingSessionState('trading:sessionChanged', () =>
  call('trading:getSession', {}),
)
