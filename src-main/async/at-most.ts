// Owns: telling something at once, and then only so often while there is more of it. Must not: know what is told.

export interface AtMost {
  /** There is something to tell. */
  ask(): void
  /** What was asked for and not told yet is not told any more. */
  stop(): void
}

/**
 * Tells at once, then no more often than every `everyMs`, the last time after the last `ask`.
 * @param tell - never run twice at once; its failures are its own
 */
export function createAtMost(everyMs: number, tell: () => Promise<void> | void): AtMost {
  let timer: NodeJS.Timeout | null = null
  let isTelling = false
  let isAskedAgain = false
  let isStopped = false

  async function run(): Promise<void> {
    isTelling = true
    isAskedAgain = false
    try {
      await tell()
    } finally {
      isTelling = false
    }
    if (isStopped) return
    timer = setTimeout(() => {
      timer = null
      if (isAskedAgain) void run()
    }, everyMs)
  }

  return {
    ask() {
      isAskedAgain = true
      if (!isStopped && !isTelling && timer === null) void run()
    },
    stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
