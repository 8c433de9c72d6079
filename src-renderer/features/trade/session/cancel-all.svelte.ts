// Canceling everything, as main tells it: the kill switch goes on in main, whatever the page shows.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { CancelAllState } from '../../../../src-preload/contract/trading-cancel.ts'
import { call } from '../../../shell/page/api.ts'
import { FollowedState } from './followed-state.svelte.ts'

class CancelAll {
  readonly #main = new FollowedState('trading:cancelAllChanged', () => call('trading:getCancelAll', {}))
  /** Start of the run whose end was read, in epoch milliseconds. */
  #dismissedAtMs = $state<number | null>(null)

  /** What there is to show; null for nothing. */
  get shown(): CancelAllState | null {
    const state = this.#main.value
    if (state === null || state.phase === 'idle' || state.startedAtMs === this.#dismissedAtMs) return null
    return state
  }

  /** Why it could not be started or stopped; null for nothing to tell. */
  get error(): ErrorReport | null {
    return this.#main.error
  }

  /** True from the question until it has ended. */
  get isRunning(): boolean {
    const phase = this.#main.value?.phase
    return phase === 'asking' || phase === 'running' || phase === 'waitingForConnection'
  }

  /** Follows main until the returned function is called. */
  follow(): () => void {
    return this.#main.follow()
  }

  /** Asks in the secure window. */
  async start(): Promise<void> {
    if (this.isRunning) return
    await this.#main.act(async () => {
      this.#main.value = await call('trading:cancelAll', {})
    })
  }

  /** Asks in the secure window, then leaves what is open. */
  stop(): Promise<void> {
    return this.#main.act(() => call('trading:stopCancelAll', {}))
  }

  /** The end was read. */
  dismiss(): void {
    this.#dismissedAtMs = this.#main.value?.startedAtMs ?? null
    this.#main.error = null
  }
}

/** One for the app. */
export const cancelAll = new CancelAll()
