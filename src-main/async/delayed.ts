// Runs a task once, a delay after the first request.

export interface Delayed {
  ask(): void
  /** Cancels a pending run. */
  stop(): void
}

/** Further requests during the delay change nothing. */
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
