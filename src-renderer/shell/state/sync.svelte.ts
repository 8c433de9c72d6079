// Sync progress of the active account's history, and pausing it.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ShownView, SyncState } from '../../../src-preload/contract/sync.ts'
import { call, on, toReport } from '../page/api.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'
import { now } from '../page/now.svelte.ts'

/** Between two pages nothing runs briefly; the sync status stays this long. */
const lingerMs = 3_000

let state = $state.raw<Loadable<SyncState>>(loading)
/** When a stream was last running. */
let ranAtMs = $state<number | null>(null)
let isChanging = $state(false)
/** Why pausing or resuming failed; null when it succeeded. */
let pauseError = $state.raw<ErrorReport | null>(null)
/** Counts updates from main and stops: outdated responses are dropped. */
let heard = 0

const isRunning = ({ streams }: SyncState): boolean => streams.some(({ status }) => status === 'running')

function show(next: SyncState): void {
  heard += 1
  state = ready(next)
  if (isRunning(next)) ranAtMs = Date.now()
}

async function load(): Promise<void> {
  const at = heard
  try {
    const value = await call('sync:getState', {})
    if (at === heard) show(value)
  } catch (error) {
    if (at === heard) state = failed(state, toReport(error))
  }
}

export const sync = {
  get state(): Loadable<SyncState> {
    return state
  },
  /** True while history syncs; a pause between two pages does not end it. */
  get isReading(): boolean {
    if (state.status !== 'ready') return false
    const { isPaused, hold, streams } = state.value
    if (isPaused || hold !== null || streams.every(({ status }) => status === 'complete')) return false
    return isRunning(state.value) || (ranAtMs !== null && now.ms - ranAtMs < lingerMs)
  },
  get isChanging(): boolean {
    return isChanging
  },
  get pauseError(): ErrorReport | null {
    return pauseError
  },
  load,
  /** Subscribes to main until the returned function is called, which clears the state. For one active account. */
  start(): () => void {
    const stop = on('sync:changed', show)
    void load()
    return () => {
      stop()
      heard += 1
      state = loading
      ranAtMs = null
      pauseError = null
    }
  },
  async setPaused(isPaused: boolean): Promise<void> {
    if (isChanging) return
    isChanging = true
    pauseError = null
    try {
      await call('sync:setPaused', { isPaused })
      await load()
    } catch (error) {
      pauseError = toReport(error)
    } finally {
      isChanging = false
    }
  },
  /** Reports the current view to main. */
  async setView(view: ShownView): Promise<void> {
    try {
      await call('sync:setView', { view })
    } catch {
      // Main has logged the error; the data of the view then refreshes as often as before.
    }
  },
}
