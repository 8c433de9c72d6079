// Owns: a part of the page that is read from the disk when it is needed: not asked for, on its way, here, or failed.
// Must not: know what is in it, or word its failure.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from './api.ts'

type LazyState<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'error'; readonly error: ErrorReport }

/** What `read` gives once it was asked for; what is here stays here. */
export class Lazy<T> {
  readonly #read: () => Promise<{ readonly default: T }>
  #state = $state.raw<LazyState<T>>({ status: 'idle' })
  #underWay: Promise<void> | null = null

  /** @param read - a dynamic import; after a failure it is called anew, and the browser then asks for the file again */
  constructor(read: () => Promise<{ readonly default: T }>) {
    this.#read = read
  }

  get value(): T | null {
    return this.#state.status === 'ready' ? this.#state.value : null
  }

  get error(): ErrorReport | null {
    return this.#state.status === 'error' ? this.#state.error : null
  }

  /** Reads it unless it is here or on its way. Ends when it is here or has failed, and never throws. */
  load(): Promise<void> {
    if (this.#state.status === 'ready') return Promise.resolve()
    this.#underWay ??= this.#run().finally(() => (this.#underWay = null))
    return this.#underWay
  }

  async #run(): Promise<void> {
    this.#state = { status: 'loading' }
    try {
      this.#state = { status: 'ready', value: (await this.#read()).default }
    } catch (cause) {
      this.#state = { status: 'error', error: toReport(cause) }
    }
  }
}

/** Enough for any machine to show what it was asked for first; the parts are not needed before somebody goes there. */
const longestWaitMs = 5_000

/** While a view waits for its figures the page is idle too; what is read then delays them. */
const firstPauseMs = 1_500

/**
 * Reads all of them, one after another, after a pause and when the page has nothing else to do, until the returned function is
 * called.
 */
export function loadWhenIdle(
  parts: readonly Pick<Lazy<unknown>, 'load'>[],
  pauseMs = firstPauseMs,
): () => void {
  let isStopped = false
  async function readAll(): Promise<void> {
    for (const part of parts) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: longestWaitMs }))
      if (isStopped) return
      await part.load()
    }
  }
  const timer = setTimeout(() => void readAll(), pauseMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
