// Gives the page a moment to save its pending changes before its window closes.

export interface CloseGate {
  /** Called when the page runs and can answer. */
  noteAlive(): void
  /** Called when the page is gone or reloads. */
  noteDead(): void
  /** Resolves when the page has saved everything, does not exist, or exceeds the time limit. */
  ask(): Promise<void>
  /** Called when the page confirms that it has saved. */
  confirm(): void
}

/**
 * Saving a layout takes milliseconds, but four charts can keep a slow machine's page busy for more than a second, and unsaved
 * changes are lost after this limit. A page that hangs must not block quitting.
 */
const patienceMs = 3_000

/** @param tell - notifies the page that its window is about to close */
export function createCloseGate(tell: () => void, limitMs = patienceMs): CloseGate {
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
