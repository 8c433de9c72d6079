// Repeats one piece of background work, never twice at once, and less often while it fails.
import { askedWaitMs, pauseAfterFailure } from './back-off.ts'

export interface PollerOptions {
  /**
   * Pause between the end of one run and the start of the next, in milliseconds; asked for anew each time where it is a
   * function.
   */
  readonly everyMs: number | (() => number)
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
  /** The usual pause is another one now: what is due by it runs at once. A pause after a failure stays as it is. */
  retime(): void
  /** Resolves when the run under way, which is given up, has ended. */
  stop(): Promise<void>
}

/** Starts with a run at once. */
export function startPoller({ everyMs, isPaused, run, onError, random }: PollerOptions): Poller {
  const stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  /** The last run. */
  let running: Promise<void> = Promise.resolve()
  let isWantedAgain = false
  /** True while the timer holds a wait that the service has asked for. */
  let isToldToWait = false
  let failures = 0
  let endedAtMs = 0
  const isStopped = (): boolean => stopper.signal.aborted
  const usualMs = (): number => (typeof everyMs === 'number' ? everyMs : everyMs())

  /** The pause before the next run. */
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
      isToldToWait = askedWaitMs(error) !== null
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
    const isAtOnce = isWantedAgain && !isToldToWait
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
    isToldToWait = false
    isRunning = true
    running = runAndPlan()
  }

  turn()
  return {
    trigger() {
      if (!isToldToWait) turn()
    },
    retime() {
      if (timer === null || failures > 0 || isToldToWait || isStopped()) return
      plan(Math.max(0, endedAtMs + usualMs() - performance.now()))
    },
    async stop() {
      stopper.abort()
      if (timer !== null) clearTimeout(timer)
      timer = null
      await running
    },
  }
}
