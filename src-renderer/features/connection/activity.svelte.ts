// Recent client activity for the Connection view; cleared when the view closes.
import type { ConnectionActivity } from '../../../src-preload/contract/app/connection.ts'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { call } from '../../shell/page/api.ts'
import { Fetched } from '../../shell/page/fetched.svelte.ts'
import { pollWhileVisible, type VisiblePoll } from './poll-visible.ts'

const pauseMs = 2_000

class Activity extends Fetched<ConnectionActivity> {
  /** When it was last loaded; null before. */
  asOfMs = $state.raw<number | null>(null)
  /** Endpoints with expanded rows. */
  open = $state.raw<ReadonlySet<EndpointName>>(new Set())
  onlyFailures = $state(false)
  #poll: VisiblePoll | null = null

  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const poll = pollWhileVisible(() => this.#load(), pauseMs)
    this.#poll = poll
    return () => {
      poll.stop()
      this.#poll = null
      this.drop()
      this.asOfMs = null
      this.open = new Set()
      this.onlyFailures = false
    }
  }

  /** Loads now instead of after the pause. */
  refresh(): void {
    this.#poll?.request()
  }

  toggle(endpoint: EndpointName): void {
    const others = [...this.open].filter((one) => one !== endpoint)
    this.open = new Set(this.open.has(endpoint) ? others : [...others, endpoint])
  }

  async #load(): Promise<void> {
    await this.load(() => call('connection:getActivity', {}))
    if (this.value !== null && this.error === null) this.asOfMs = Date.now()
  }
}

/** One for the app. */
export const activity = new Activity()
