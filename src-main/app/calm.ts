// Owns: the moment from which work may begin that nobody waits for: what the page had to show first is on the screen.
// Must not: keep anything back for long.

/** A page that does not come up keeps nothing back for longer than this. */
const AT_MOST_MS = 10_000

export interface Calm {
  /** Resolves once, and never rejects. */
  readonly come: Promise<undefined>
  /** The page shows what it has. */
  readonly begin: () => void
}

export function createCalm(atMostMs = AT_MOST_MS): Calm {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const begin = (): void => {
    resolve(undefined)
  }
  // It keeps no app alive that wants to end.
  setTimeout(begin, atMostMs).unref()
  return { come: promise, begin }
}
