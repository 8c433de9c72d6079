// Sync progress of the active account's history, and pausing it.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ShownView, SyncState } from '../../../src-preload/contract/app/sync.ts'
import { call, on } from '../page/api.ts'
import { Attempt } from '../page/attempt.svelte.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import { now } from '../page/now.svelte.ts'

/** Between two pages nothing runs briefly; the sync status stays this long. */
const lingerMs = 3_000

const isRunning = ({ streams }: SyncState): boolean => streams.some(({ status }) => status === 'running')

class Sync extends Fetched<SyncState> {
  /** When a stream was last running. */
  #ranAtMs = $state<number | null>(null)
  readonly #pausing = new Attempt()

  /** True while history syncs; a pause between two pages does not end it. */
  get isReading(): boolean {
    const state = this.value
    if (state === null) return false
    const { isPaused, hold, streams } = state
    if (isPaused || hold !== null || streams.every(({ status }) => status === 'complete')) return false
    return isRunning(state) || (this.#ranAtMs !== null && now.ms - this.#ranAtMs < lingerMs)
  }

  get isChanging(): boolean {
    return this.#pausing.isBusy
  }

  /** Why pausing or resuming failed; null when it succeeded. */
  get pauseError(): ErrorReport | null {
    return this.#pausing.error
  }

  override async load(): Promise<void> {
    await super.load(async () => this.#note(await call('sync:getState', {})))
  }

  /** Subscribes to main until the returned function is called, which clears the state. For one active account. */
  start(): () => void {
    const stop = on('sync:changed', (next) => this.set(this.#note(next)))
    void this.load()
    return () => {
      stop()
      this.drop()
      this.#ranAtMs = null
      this.#pausing.clear()
    }
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#pausing.attempt(async () => {
      await call('sync:setPaused', { isPaused })
      await this.load()
    })
  }

  /** Reports the current view to main. */
  async setView(view: ShownView): Promise<void> {
    try {
      await call('sync:setView', { view })
    } catch {
      // Main has logged the error; the data of the view then refreshes as often as before.
    }
  }

  #note(next: SyncState): SyncState {
    if (isRunning(next)) this.#ranAtMs = Date.now()
    return next
  }
}

export const sync = new Sync()
