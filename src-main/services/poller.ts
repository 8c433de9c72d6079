// Owns: doing one piece of background work again and again, never twice at once, and less often while it fails.
// Must not: know what the work is.
import { askedWaitMs, pauseAfterFailure } from './back-off.ts'

export interface PollerOptions {
  /** Pause between the end of one run and the start of the next, in milliseconds. */
  readonly everyMs: number
  /** True while there is no point in trying; the run is then skipped. */
  readonly isPaused: () => boolean
  readonly run: (signal: AbortSignal) => Promise<void>
  /** A run that failed; the next one comes after a pause that grows with each failure in a row. */
  readonly onError: (error: unknown) => void
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export interface Poller {
  /** Runs now, or once more after the present run when one is under way; not while the service has asked to wait. */
  trigger(): void
  stop(): void
}

/** Starts with a run at once. */
export function startPoller({ everyMs, isPaused, run, onError, random }: PollerOptions): Poller {
  const stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  let isWantedAgain = false
  /** True while the timer holds a wait that the service has asked for. */
  let isToldToWait = false
  let failures = 0
  const isStopped = (): boolean => stopper.signal.aborted

  /** The pause before the next run. */
  async function runOnce(): Promise<number> {
    if (isPaused()) return everyMs
    try {
      await run(stopper.signal)
      failures = 0
      return everyMs
    } catch (error) {
      if (isStopped()) return everyMs
      onError(error)
      failures += 1
      isToldToWait = askedWaitMs(error) !== null
      return pauseAfterFailure(everyMs, failures, error, random)
    }
  }

  async function turn(): Promise<void> {
    if (isStopped()) return
    if (isRunning) {
      isWantedAgain = true
      return
    }
    if (timer !== null) clearTimeout(timer)
    timer = null
    isToldToWait = false
    isRunning = true
    const pauseMs = await runOnce()
    isRunning = false
    if (isStopped()) return
    const isAtOnce = isWantedAgain && !isToldToWait
    isWantedAgain = false
    timer = setTimeout(() => void turn(), isAtOnce ? 0 : pauseMs)
  }

  void turn()
  return {
    trigger() {
      if (!isToldToWait) void turn()
    },
    stop() {
      stopper.abort()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
