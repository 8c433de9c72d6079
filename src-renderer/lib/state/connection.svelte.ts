// Owns: how the line to the service stands. Must not: make calls to the service.
import type { EventPayload } from '../../../src-preload/contract/contract.ts'
import { call, on, toReport } from '../api.ts'
import type { Loadable } from '../loadable.ts'
import { failed, loading, ready } from '../loadable.ts'

export type ConnectionState = EventPayload<'connection:changed'>

let state = $state.raw<Loadable<ConnectionState>>(loading)
let isRetrying = $state(false)
/** Counts the times that following ended: an answer from before is dropped. */
let ended = 0

function fail(at: number, error: unknown): void {
  if (at === ended) state = failed(state, toReport(error))
}

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
  /** Follows main until the returned function is called, which forgets what was shown. */
  start(): () => void {
    const at = ended
    const stop = on('connection:changed', (next) => {
      state = ready(next)
    })
    void call('connection:getState', {}).then(
      (value) => {
        if (at === ended) state = ready(value)
      },
      (error: unknown) => fail(at, error),
    )
    return () => {
      stop()
      ended += 1
      state = loading
    }
  },
  /** Tries now instead of at the next turn. The outcome arrives as a change of state. */
  async retry(): Promise<void> {
    const at = ended
    isRetrying = true
    try {
      await call('connection:retry', {})
    } catch (error) {
      fail(at, error)
    } finally {
      isRetrying = false
    }
  },
}
