// Canceling everything, as main tells it: the kill switch goes on in main, whatever the page shows.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { CancelAllState } from '../../../../src-preload/contract/trading-cancel.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'

class CancelAll {
  /** Null until main has answered. */
  #state = $state.raw<CancelAllState | null>(null)
  /** Start of the run whose end was read, in epoch milliseconds. */
  #dismissedAtMs = $state<number | null>(null)
  /** Why it could not be started or stopped; null for nothing to tell. */
  error = $state.raw<ErrorReport | null>(null)
  #users = 0
  #stop: (() => void) | null = null

  /** What there is to show; null for nothing. */
  get shown(): CancelAllState | null {
    const state = this.#state
    if (state === null || state.phase === 'idle' || state.startedAtMs === this.#dismissedAtMs) return null
    return state
  }

  /** True from the question until it has ended. */
  get isRunning(): boolean {
    const phase = this.#state?.phase
    return phase === 'asking' || phase === 'running' || phase === 'waitingForConnection'
  }

  /** Follows main until the returned function is called. */
  follow(): () => void {
    this.#users += 1
    if (this.#stop === null) {
      this.#stop = on('trading:cancelAllChanged', (state) => (this.#state = state))
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
  async start(): Promise<void> {
    if (this.isRunning) return
    await this.#act(async () => {
      this.#state = await call('trading:cancelAll', {})
    })
  }

  /** Asks in the secure window, then leaves what is open. */
  stop(): Promise<void> {
    return this.#act(() => call('trading:stopCancelAll', {}))
  }

  /** The end was read. */
  dismiss(): void {
    this.#dismissedAtMs = this.#state?.startedAtMs ?? null
    this.error = null
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
      const state = await call('trading:getCancelAll', {})
      if (this.#stop !== null) this.#state ??= state
    } catch {
      // Main tells the next change.
    }
  }
}

/** One for the app. */
export const cancelAll = new CancelAll()
