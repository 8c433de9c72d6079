// A lazily imported part of the page: idle, loading, ready or failed.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from './api.ts'

type LazyState<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'error'; readonly error: ErrorReport }

/** Result of `read` once requested; a loaded part stays. */
export class Lazy<T> {
  readonly #read: () => Promise<{ readonly default: T }>
  #state = $state.raw<LazyState<T>>({ status: 'idle' })
  #underWay: Promise<void> | null = null

  /** @param read - a dynamic import; called again after a failure, which requests the file again */
  constructor(read: () => Promise<{ readonly default: T }>) {
    this.#read = read
  }

  get value(): T | null {
    return this.#state.status === 'ready' ? this.#state.value : null
  }

  get error(): ErrorReport | null {
    return this.#state.status === 'error' ? this.#state.error : null
  }

  /** Loads the part unless it is loaded or loading. Resolves when loaded or failed; never rejects. */
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

/** Longest wait for the page to become idle; lazy parts are not needed before navigation. */
const maxWaitMs = 5_000

/** A view waiting for data is idle too; loading parts then would delay it. */
const firstPauseMs = 1_500

/** Loads all parts in sequence, after a pause and when the page is idle, until the returned function is called. */
export function loadWhenIdle(
  parts: readonly Pick<Lazy<unknown>, 'load'>[],
  pauseMs = firstPauseMs,
): () => void {
  let isStopped = false
  async function readAll(): Promise<void> {
    for (const part of parts) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: maxWaitMs }))
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
