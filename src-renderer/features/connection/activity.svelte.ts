// Recent client activity for the Connection view; cleared when the view closes.
import type { ConnectionActivity } from '../../../src-preload/contract/connection.ts'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { call, toReport } from '../../shell/page/api.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../shell/page/loadable.ts'
import { pollWhileVisible, type VisiblePoll } from './poll-visible.ts'

const pauseMs = 2_000

class Activity {
  state = $state.raw<Loadable<ConnectionActivity>>(loading)
  /** When it was last loaded; null before. */
  asOfMs = $state.raw<number | null>(null)
  /** Endpoints with expanded rows. */
  open = $state.raw<ReadonlySet<EndpointName>>(new Set())
  onlyFailures = $state(false)
  #poll: VisiblePoll | null = null
  /** Counts stops: responses from before a stop are dropped. */
  #ended = 0

  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const poll = pollWhileVisible(() => this.#load(), pauseMs)
    this.#poll = poll
    return () => {
      poll.stop()
      this.#poll = null
      this.#ended += 1
      this.state = loading
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
    const at = this.#ended
    try {
      const value = await call('connection:getActivity', {})
      if (at !== this.#ended) return
      this.state = ready(value)
      this.asOfMs = Date.now()
    } catch (error) {
      if (at === this.#ended) this.state = failed(this.state, toReport(error))
    }
  }
}

/** One for the app. */
export const activity = new Activity()
