// Canceling everything, as main tells it: the kill switch goes on in main, whatever the page shows.
import type { CancelAllState } from '../../../../src-preload/contract/trading/trading-cancel.ts'
import { call } from '../../../shell/page/api.ts'
import { isCancelAllWaiting } from './cancel-all-text.ts'
import { FollowedState } from './followed-state.svelte.ts'

class CancelAll extends FollowedState<'trading:cancelAllChanged'> {
  /** Start of the run whose end was read, in epoch milliseconds. */
  #dismissedAtMs = $state<number | null>(null)

  /** What there is to show; null for nothing. */
  get shown(): CancelAllState | null {
    const state = this.value
    if (state === null || isCancelAllWaiting(state)) return state
    return state.phase === 'idle' || state.startedAtMs === this.#dismissedAtMs ? null : state
  }

  /** True from the question until it has ended. */
  get isRunning(): boolean {
    const phase = this.value?.phase
    return phase === 'asking' || phase === 'running' || phase === 'waitingForConnection'
  }

  /** Asks in the secure window. */
  async start(): Promise<void> {
    if (this.isRunning) return
    await this.act(async () => {
      this.value = await call('trading:cancelAll', {})
    })
  }

  /** Asks in the secure window, then leaves what is open. */
  stop(): Promise<void> {
    return this.act(() => call('trading:stopCancelAll', {}))
  }

  /** The end was read. */
  dismiss(): void {
    this.#dismissedAtMs = this.value?.startedAtMs ?? null
    this.error = null
  }
}

/** One for the app. */
export const cancelAll = new CancelAll('trading:cancelAllChanged', () => call('trading:getCancelAll', {}))
