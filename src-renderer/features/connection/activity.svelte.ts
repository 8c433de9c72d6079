// Owns: what the client last did as the Connection view shows it. Must not: keep any of it once the view has gone.
import type { ConnectionActivity } from '../../../src-preload/contract/connection.ts'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { call, toReport } from '../../shell/page/api.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../shell/page/loadable.ts'
import { pollWhileVisible, type VisiblePoll } from './poll-visible.ts'

const pauseMs = 2_000

class Activity {
  state = $state.raw<Loadable<ConnectionActivity>>(loading)
  /** When it was read last; null before that. */
  asOfMs = $state.raw<number | null>(null)
  /** Endpoints whose rows are open. */
  open = $state.raw<ReadonlySet<EndpointName>>(new Set())
  onlyFailures = $state(false)
  #poll: VisiblePoll | null = null
  /** Counts the times that following ended: an answer from before is dropped. */
  #ended = 0

  /** Follows main until the returned function is called, which forgets what was shown. */
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

  /** Reads now instead of after the pause. */
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

/** One for the app: there is one view of it. */
export const activity = new Activity()
