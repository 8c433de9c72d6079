// Owns: doing one piece of background work again and again, never twice at once. Must not: know what the work is.

export interface PollerOptions {
  /** Pause between the end of one run and the start of the next, in milliseconds. */
  readonly everyMs: number
  /** True while there is no point in trying; the run is then skipped. */
  readonly isPaused: () => boolean
  readonly run: (signal: AbortSignal) => Promise<void>
  /** A run that failed; the next one comes at its time all the same. */
  readonly onError: (error: unknown) => void
}

export interface Poller {
  /** Runs now, or once more after the present run when one is under way. */
  trigger(): void
  stop(): void
}

/** Starts with a run at once. */
export function startPoller({ everyMs, isPaused, run, onError }: PollerOptions): Poller {
  const stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  let isWantedAgain = false
  const isStopped = (): boolean => stopper.signal.aborted

  /** True when another run was asked for meanwhile; forgets it. */
  function takeWish(): boolean {
    const wished = isWantedAgain
    isWantedAgain = false
    return wished
  }

  async function turn(): Promise<void> {
    if (isStopped()) return
    if (isRunning) {
      isWantedAgain = true
      return
    }
    if (timer !== null) clearTimeout(timer)
    timer = null
    isRunning = true
    try {
      if (!isPaused()) await run(stopper.signal)
    } catch (error) {
      if (!isStopped()) onError(error)
    } finally {
      isRunning = false
    }
    if (isStopped()) return
    timer = setTimeout(() => void turn(), takeWish() ? 0 : everyMs)
  }

  void turn()
  return {
    trigger: () => void turn(),
    stop() {
      stopper.abort()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
