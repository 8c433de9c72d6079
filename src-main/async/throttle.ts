/**
 * Runs at once, then at most once per `everyMs`; the last run starts after the last `ask`.
 * @param work - never runs twice at once; handles its own failures
 */
export function createThrottle(everyMs: number, work: () => Promise<void> | void) {
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  let isAskedAgain = false
  let isStopped = false

  async function run(): Promise<void> {
    isRunning = true
    isAskedAgain = false
    try {
      await work()
    } finally {
      isRunning = false
    }
    if (isStopped) return
    timer = setTimeout(() => {
      timer = null
      if (isAskedAgain) void run()
    }, everyMs)
  }

  return {
    /** Runs now, or at the end of the interval. */
    ask(): void {
      isAskedAgain = true
      if (!isStopped && !isRunning && timer === null) void run()
    },
    /** Drops a pending run. */
    stop(): void {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
