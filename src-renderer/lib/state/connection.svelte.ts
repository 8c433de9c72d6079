// Owns: how the line to the service stands. Must not: make calls to the service.
import type { EventPayload } from '../../../src-preload/contract/contract.ts'
import { call, on, toReport } from '../api.ts'
import type { Loadable } from '../loadable.ts'
import { failed, loading, ready } from '../loadable.ts'

export type ConnectionState = EventPayload<'connection:changed'>

let state = $state.raw<Loadable<ConnectionState>>(loading)
let isRetrying = $state(false)

export const connection = {
  get state(): Loadable<ConnectionState> {
    return state
  },
  get isRetrying(): boolean {
    return isRetrying
  },
  get isOffline(): boolean {
    return state.status === 'ready' && state.value.status === 'offline'
  },
  start(): () => void {
    const stop = on('connection:changed', (next) => {
      state = ready(next)
    })
    void call('connection:getState', {}).then(
      (value) => (state = ready(value)),
      (error: unknown) => (state = failed(state, toReport(error))),
    )
    return stop
  },
  /** Tries now instead of at the next turn. The outcome arrives as a change of state. */
  async retry(): Promise<void> {
    isRetrying = true
    try {
      await call('connection:retry', {})
    } catch (error) {
      state = failed(state, toReport(error))
    } finally {
      isRetrying = false
    }
  },
}
