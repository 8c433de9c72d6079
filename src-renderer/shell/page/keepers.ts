// Owns: who has something to keep when the window is about to close, and the answer that all of it is kept.
// Must not: know what is kept.
import { call, on } from './api.ts'

const keepers = new Set<() => Promise<unknown>>()

/** For as long as the page runs: `keep` is called before the window closes, and resolves when nothing waits any more. */
export function addKeeper(keep: () => Promise<unknown>): void {
  keepers.add(keep)
}

/** Answers main's question before the window closes, until the returned function is called. */
export function followEnding(): () => void {
  return on('app:ending', () => {
    void Promise.allSettled([...keepers].map((keep) => keep())).then(() =>
      // Main goes on by itself where this does not arrive.
      call('app:confirmKept', {}).catch(() => undefined),
    )
  })
}
