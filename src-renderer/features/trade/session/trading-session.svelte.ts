// The trading session of the account in use, as main tells it. Main alone grants it, in its own window.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { SessionState, TradingSession } from '../../../../src-preload/contract/trading-session.ts'
import type { SessionLimits } from '../../../../src-preload/domain/session-limits.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'

/** A yes to the question, a no, or why there is no session. */
export type StartOutcome =
  { readonly kind: 'started' | 'declined' } | { readonly kind: 'failed'; readonly error: ErrorReport }

class TradingSessionState {
  /** Null until main has answered, and where it did not. */
  #state = $state.raw<SessionState | null>(null)
  /** Why the last command failed; null for nothing to tell. */
  error = $state.raw<ErrorReport | null>(null)
  isAsking = $state(false)
  /** How many parts of the page show it. */
  #users = 0
  #stop: (() => void) | null = null

  get session(): TradingSession | null {
    return this.#state?.session ?? null
  }

  get lastEnd(): SessionState['lastEnd'] {
    return this.#state?.lastEnd ?? null
  }

  /** Nothing is signed until a person has looked at a difference. */
  get isSigningLocked(): boolean {
    return this.#state?.signingLocked ?? false
  }

  /** Follows main until the returned function is called. */
  follow(): () => void {
    this.#users += 1
    if (this.#stop === null) {
      this.#stop = on('trading:sessionChanged', (state) => (this.#state = state))
      void this.#load()
    }
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#stop?.()
      this.#stop = null
      this.#state = null
    }
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
    return this.#act(() => call('trading:endSession', {}))
  }

  /** Shows in the secure window why signing is locked, and unlocks it after a yes. */
  review(): Promise<void> {
    return this.#act(() => call('trading:reviewDifference', {}))
  }

  async #act(command: () => Promise<unknown>): Promise<void> {
    this.error = null
    try {
      await command()
    } catch (cause) {
      const error = toReport(cause)
      // A no in the secure window is no error.
      if (error.code !== 'userDeclined') this.error = error
    }
  }

  async #load(): Promise<void> {
    try {
      const state = await call('trading:getSession', {})
      if (this.#stop !== null) this.#state ??= state
    } catch {
      // Main tells the next change; until then no session is shown.
    }
  }
}

/** One for the app. */
export const tradingSession = new TradingSessionState()
