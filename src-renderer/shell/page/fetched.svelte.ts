// Fetched data of a view, and the newest question for it: answers to older ones are dropped.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from './api.ts'
import { errorOf, failed, type Loadable, loading, ready, renewed, valueOf } from './loadable.ts'

export class Fetched<T> {
  state = $state.raw<Loadable<T>>(loading)
  #asked = 0

  /** Null until the first answer. */
  get value(): T | null {
    return valueOf(this.state)
  }

  /** Of the last question; null when it was answered. */
  get error(): ErrorReport | null {
    return errorOf(this.state)
  }

  /**
   * Asks, and shows the answer or its error unless something newer was asked, or all was dropped. Never rejects.
   * @param ask - undefined leaves everything as it is
   */
  async load(ask: () => Promise<T | undefined>): Promise<void> {
    const asked = ++this.#asked
    try {
      const value = await ask()
      if (asked === this.#asked && value !== undefined) this.state = renewed(this.state, value)
    } catch (error) {
      if (asked === this.#asked) this.state = failed(this.state, toReport(error))
    }
  }

  /** Shows what main tells by itself, which is newer than any answer under way. */
  set(value: T): void {
    this.#asked += 1
    this.state = ready(value)
  }

  /** Drops what is shown and asked. */
  drop(): void {
    this.#asked += 1
    this.state = loading
  }
}
