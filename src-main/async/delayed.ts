// Runs a task once, a delay after the first request.

/** Further requests during the delay change nothing. */
export function createDelayed(delayMs: number, run: () => void) {
  let timer: NodeJS.Timeout | null = null
  return {
    ask(): void {
      timer ??= setTimeout(() => {
        timer = null
        run()
      }, delayMs)
    },
    /** Cancels a pending run. */
    stop(): void {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
