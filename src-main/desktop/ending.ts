// Owns: giving the page a moment to have kept what waits before its window goes. Must not: close anything.

export interface Ending {
  /** The page runs, and answers. */
  noteAlive(): void
  /** The page is gone, or loads anew. */
  noteDead(): void
  /** Resolves when the page has nothing left to keep, is not there, or has taken too long. */
  ask(): Promise<void>
  /** The page has answered. */
  confirm(): void
}

/**
 * A layout is kept in milliseconds, but four charts keep the page of a slow machine busy for more than a second, and what it has
 * not answered by then is lost. A page that hangs for good must not keep anybody from quitting.
 */
const patienceMs = 3_000

/** @param tell - tells the page that its window is about to close */
export function createEnding(tell: () => void, limitMs = patienceMs): Ending {
  let isAlive = false
  let asked: PromiseWithResolvers<undefined> | null = null

  const settle = (): void => {
    asked?.resolve(undefined)
    asked = null
  }

  return {
    noteAlive() {
      isAlive = true
    },
    noteDead() {
      isAlive = false
      settle()
    },
    async ask() {
      if (!isAlive) return
      if (asked === null) {
        asked = Promise.withResolvers<undefined>()
        tell()
      }
      const { promise } = asked
      const timer = setTimeout(settle, limitMs)
      await promise
      clearTimeout(timer)
    },
    confirm: settle,
  }
}
