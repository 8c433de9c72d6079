// Repeats one background task, never twice at once, and less often while it fails.
import { requestedWaitMs, pauseAfterFailure } from './back-off.ts'

export interface PollerOptions {
  /** Pause between the end of one run and the start of the next, in milliseconds; a function is called before each pause. */
  readonly everyMs: number | (() => number)
  /** True while a run is pointless; the run is then skipped. */
  readonly isPaused: () => boolean
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Called after a failed run. The pause before the next run grows with each failure in a row. */
  readonly onError: (error: unknown) => void
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/** Starts the first run at once. */
export function startPoller({ everyMs, isPaused, run, onError, random }: PollerOptions) {
  const stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  /** The current or last run. */
  let running: Promise<void> = Promise.resolve()
  let isWantedAgain = false
  /** True while the timer holds a wait that the service requested. */
  let isRateLimited = false
  let failures = 0
  let endedAtMs = 0
  const isStopped = (): boolean => stopper.signal.aborted
  const usualMs = (): number => (typeof everyMs === 'number' ? everyMs : everyMs())

  /** Returns the pause before the next run. */
  async function runOnce(): Promise<number> {
    if (isPaused()) return usualMs()
    try {
      await run(stopper.signal)
      failures = 0
      return usualMs()
    } catch (error) {
      if (isStopped()) return usualMs()
      onError(error)
      failures += 1
      isRateLimited = requestedWaitMs(error) !== null
      return pauseAfterFailure(usualMs(), failures, error, random)
    }
  }

  function plan(pauseMs: number): void {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(turn, pauseMs)
  }

  async function runAndPlan(): Promise<void> {
    const pauseMs = await runOnce()
    isRunning = false
    if (isStopped()) return
    endedAtMs = performance.now()
    const isAtOnce = isWantedAgain && !isRateLimited
    isWantedAgain = false
    plan(isAtOnce ? 0 : pauseMs)
  }

  function turn(): void {
    if (isStopped()) return
    if (isRunning) {
      isWantedAgain = true
      return
    }
    if (timer !== null) clearTimeout(timer)
    timer = null
    isRateLimited = false
    isRunning = true
    running = runAndPlan()
  }

  turn()
  return {
    /** Runs now, or once more after the current run; has no effect during a wait that the service requested. */
    trigger(): void {
      if (!isRateLimited) turn()
    },
    /** Applies a changed pause: a run that is overdue starts at once. A pause after a failure stays unchanged. */
    retime(): void {
      if (timer === null || failures > 0 || isRateLimited || isStopped()) return
      plan(Math.max(0, endedAtMs + usualMs() - performance.now()))
    },
    /** Aborts the current run; resolves when it has ended. */
    async stop(): Promise<void> {
      stopper.abort()
      if (timer !== null) clearTimeout(timer)
      timer = null
      await running
    },
  }
}

export type Poller = ReturnType<typeof startPoller>
