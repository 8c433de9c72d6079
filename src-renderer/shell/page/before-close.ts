// Flushes pending changes before the window closes, and confirms that to main.
import { call, on } from './api.ts'

const keepers = new Set<() => Promise<unknown>>()

/** Registers `keep` for the page's lifetime: called before the window closes, resolves when everything is saved. */
export function beforeClose(keep: () => Promise<unknown>): void {
  keepers.add(keep)
}

/** Answers main before the window closes, until the returned function is called. */
export function answerBeforeClose(): () => void {
  return on('app:ending', () => {
    void Promise.allSettled([...keepers].map((keep) => keep())).then(() =>
      // Main continues without this confirmation.
      call('app:confirmKept', {}).catch(() => undefined),
    )
  })
}
