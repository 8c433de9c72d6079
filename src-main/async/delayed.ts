// Runs something once, a while after it was first asked for.

export interface Delayed {
  ask(): void
  /** What was asked for is not run any more. */
  stop(): void
}

/** Asking again while it waits changes nothing. */
export function createDelayed(delayMs: number, run: () => void): Delayed {
  let timer: NodeJS.Timeout | null = null
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = null
        run()
      }, delayMs)
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
