// Gives the page a moment to save its pending changes before its window closes.

/**
 * Saving a layout takes milliseconds, but four charts can keep a slow machine's page busy for more than a second, and unsaved
 * changes are lost after this limit. A page that hangs must not block quitting.
 */
const patienceMs = 3_000

/** @param tell - notifies the page that its window is about to close */
export function createCloseGate(tell: () => void, limitMs = patienceMs) {
  let isAlive = false
  let asked: PromiseWithResolvers<undefined> | null = null

  const settle = (): void => {
    asked?.resolve(undefined)
    asked = null
  }

  return {
    /** Called when the page runs and can answer. */
    noteAlive(): void {
      isAlive = true
    },
    /** Called when the page is gone or reloads. */
    noteDead(): void {
      isAlive = false
      settle()
    },
    /** Resolves when the page has saved everything, does not exist, or exceeds the time limit. */
    async ask(): Promise<void> {
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
    /** Called when the page confirms that it has saved. */
    confirm: settle,
  }
}

export type CloseGate = ReturnType<typeof createCloseGate>
