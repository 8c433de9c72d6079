// Sync progress of the active account's history, and pausing it.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ShownView, SyncState } from '../../../src-preload/contract/sync.ts'
import { call, on, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'
import { now } from '../page/now.svelte.ts'

/** Between two pages nothing runs briefly; the sync status stays this long. */
const lingerMs = 3_000

const fetched = new Fetched<SyncState>()
/** When a stream was last running. */
let ranAtMs = $state<number | null>(null)
let isChanging = $state(false)
/** Why pausing or resuming failed; null when it succeeded. */
let pauseError = $state.raw<ErrorReport | null>(null)

const isRunning = ({ streams }: SyncState): boolean => streams.some(({ status }) => status === 'running')

function note(next: SyncState): SyncState {
  if (isRunning(next)) ranAtMs = Date.now()
  return next
}

const load = (): Promise<void> => fetched.load(async () => note(await call('sync:getState', {})))

export const sync = {
  get state(): Loadable<SyncState> {
    return fetched.state
  },
  /** True while history syncs; a pause between two pages does not end it. */
  get isReading(): boolean {
    const state = fetched.value
    if (state === null) return false
    const { isPaused, hold, streams } = state
    if (isPaused || hold !== null || streams.every(({ status }) => status === 'complete')) return false
    return isRunning(state) || (ranAtMs !== null && now.ms - ranAtMs < lingerMs)
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
    const stop = on('sync:changed', (next) => fetched.set(note(next)))
    void load()
    return () => {
      stop()
      fetched.drop()
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
