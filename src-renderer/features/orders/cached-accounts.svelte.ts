// What is cached of each account on the network in use, while all of them are shown.
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { call } from '../../shell/page/api.ts'
import { coalesce } from '../../shell/page/coalesce.ts'
import { refreshOn } from '../../shell/page/refresh-on.ts'

type CachedAccount = ChannelOutput<'orders:listAccounts'>['accounts'][number]

const refreshGapMs = 1_000

class CachedAccounts {
  /** Null before the first answer. */
  list = $state.raw<readonly CachedAccount[] | null>(null)
  /** Counts stops: an answer from before one is dropped. */
  #ended = 0
  readonly #refresher = coalesce(() => this.#load(), refreshGapMs)

  /** Follows main until the returned function is called. */
  start(): () => void {
    const stop = refreshOn(this.#refresher, 'orders:changed')
    return () => {
      stop()
      this.#ended += 1
      this.list = null
    }
  }

  async #load(): Promise<void> {
    const at = this.#ended
    try {
      const { accounts } = await call('orders:listAccounts', {})
      if (at === this.#ended) this.list = accounts
    } catch {
      // The list of rows reports the failure.
    }
  }
}

export const cachedAccounts = new CachedAccounts()
