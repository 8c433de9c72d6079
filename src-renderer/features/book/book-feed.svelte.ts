// The book on screen, as main sends it.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ShownBook, WatchedBook } from '../../../src-preload/contract/markets/book.ts'
import { call, on, toReport } from '../../shell/page/api.ts'

class BookFeed {
  /** The newest picture of the watched market; null before the first. */
  #book = $state.raw<ShownBook | null>(null)
  /** Why main could not be asked for it; null if it could. */
  #error = $state.raw<ErrorReport | null>(null)
  #watched: WatchedBook | null = null
  /** What others need of a book beside what is shown: as many levels of this market. */
  #needed: Pick<WatchedBook, 'market' | 'depth'> | null = null
  /** How many components show it. */
  #users = 0
  #stop: (() => void) | null = null

  get book(): ShownBook | null {
    return this.#book
  }

  get error(): ErrorReport | null {
    return this.#error
  }

  /** Listens to main until the returned function is called. */
  use(): () => void {
    this.#users += 1
    this.#stop ??= on('book:changed', (book) => {
      if (book.market === this.#watched?.market) this.#book = book
    })
    return () => {
      this.#users -= 1
      // One component often follows another: the stream is not ended in between.
      setTimeout(() => this.#leave())
    }
  }

  /** Shows this book from now on; another market's is dropped. */
  watch(watched: WatchedBook): void {
    this.#follow(this.#withNeeded(watched))
  }

  /** Has at least as many levels of a market while the returned function is not called, whatever is shown of its book. */
  need(market: string, depth: number): () => void {
    const needed = { market, depth }
    this.#needed = needed
    const { step = null, depth: shown = 1 } = this.#watched?.market === market ? this.#watched : {}
    if (this.#watched?.market !== market || shown < depth)
      this.#follow({ market, step, depth: Math.max(shown, depth) })
    return () => {
      if (this.#needed === needed) this.#needed = null
    }
  }

  /** Asks again after a failure. */
  retry(): void {
    if (this.#watched !== null) void this.#ask(this.#watched)
  }

  #withNeeded(watched: WatchedBook): WatchedBook {
    if (this.#needed?.market !== watched.market) return watched
    return { ...watched, depth: Math.max(watched.depth, this.#needed.depth) }
  }

  #follow(watched: WatchedBook): void {
    if (this.#watched?.market !== watched.market) this.#book = null
    this.#watched = watched
    void this.#ask(watched)
  }

  #leave(): void {
    if (this.#users > 0 || this.#stop === null) return
    this.#stop()
    this.#stop = null
    this.#watched = null
    this.#book = null
    this.#error = null
    // Main ends it by itself where the page is not listened to, as while locked.
    call('book:watch', { book: null }).catch(() => undefined)
  }

  async #ask(watched: WatchedBook): Promise<void> {
    try {
      await call('book:watch', { book: watched })
      if (this.#watched === watched) this.#error = null
    } catch (error) {
      if (this.#watched === watched) this.#error = toReport(error)
    }
  }
}

export const bookFeed = new BookFeed()
