// Update state and actions. Nothing is requested without the user.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import type { Release, UpdatesState } from '../../../src-preload/contract/app/updates.ts'
import { call, on, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'

const markOf = (version: string, status: string): string => `${version} ${status}`

class Updates extends Fetched<UpdatesState> {
  /** Why the last action did not start. */
  actionError = $state.raw<ErrorReport | null>(null)
  /** The dismissed strip: version and step. */
  #putAway = $state<string | null>(null)
  /** Counts stops: responses from before a stop are dropped. */
  #ended = 0

  /** Release to announce in every view: available or ready, until dismissed. */
  get news(): { readonly status: 'available' | 'ready'; readonly release: Release } | null {
    const step = this.value?.step
    if (step === undefined || (step.status !== 'available' && step.status !== 'ready')) return null
    if (this.#putAway === markOf(step.release.version, step.status)) return null
    return { status: step.status, release: step.release }
  }

  /** Until the next announcement, or the next start. */
  putAway(): void {
    const { news } = this
    if (news !== null) this.#putAway = markOf(news.release.version, news.status)
  }

  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const stop = on('updates:changed', (value) => this.set(value))
    void this.load(() => call('updates:getState', {}))
    return () => {
      stop()
      this.#ended += 1
      this.drop()
      this.actionError = null
    }
  }

  check = (): Promise<void> => this.#act(() => call('updates:check', {}))
  download = (): Promise<void> => this.#act(() => call('updates:download', {}))
  cancelDownload = (): Promise<void> => this.#act(() => call('updates:cancelDownload', {}))
  install = (): Promise<void> => this.#act(() => call('updates:install', {}))
  openPage = (): Promise<void> => this.#act(() => call('updates:openPage', {}))
  setOptions = (change: ChannelInput<'updates:setOptions'>): Promise<void> =>
    this.#act(() => call('updates:setOptions', change))

  async #act(work: () => Promise<unknown>): Promise<void> {
    const at = this.#ended
    this.actionError = null
    try {
      await work()
    } catch (error) {
      if (at === this.#ended) this.actionError = toReport(error)
    }
  }
}

export const updates = new Updates()
