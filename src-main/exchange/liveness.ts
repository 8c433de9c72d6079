// Owns: telling a service that is slow from one that is not there, while requests wait for an answer: no transport tells when
// it has connected, so a request that waits long has the health check asked beside it.
// Must not: judge an answer, or repeat a request.
import { AppError } from '../../src-preload/domain/errors.ts'

export interface Liveness {
  /**
   * A request waits for the head of its answer from now on, until the returned function is called. `onDead` is called where
   * the service turns out not to be there: with timeout { endpoint, phase: 'connect', limitMs }.
   */
  watch(endpoint: string, onDead: (fault: AppError) => void): () => void
  /** Something came from the service. */
  noteSign(): void
  stop(): void
}

export interface LivenessOptions {
  /** How long a request waits before it is asked whether the service is there, and how long that may take. */
  readonly connectMs: number
  /** Asks the service for a sign of life; where one comes, `noteSign` is called before this ends, however it ends. */
  readonly probe: (signal: AbortSignal) => Promise<void>
}

interface Waiting {
  readonly endpoint: string
  readonly sinceMs: number
  readonly onDead: (fault: AppError) => void
}

export function createLiveness({ connectMs, probe }: LivenessOptions): Liveness {
  const stopper = new AbortController()
  /** Oldest first. */
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | null = null
  let isProbing = false
  let signs = 0
  let lastSignMs = -Infinity

  /** Called when something may have to be asked later: one timer for all, and none while nothing waits. */
  function plan(): void {
    const [oldest] = waiting
    if (oldest === undefined || timer !== null || isProbing || stopper.signal.aborted) return
    const silentSinceMs = Math.max(oldest.sinceMs, lastSignMs)
    timer = setTimeout(
      () => {
        timer = null
        look()
      },
      Math.max(1, Math.ceil(silentSinceMs + connectMs - performance.now())),
    )
  }

  /** A sign that came since the timer was set has moved the time on. */
  function look(): void {
    const [oldest] = waiting
    if (oldest === undefined) return
    if (performance.now() < Math.max(oldest.sinceMs, lastSignMs) + connectMs) plan()
    else void ask()
  }

  async function ask(): Promise<void> {
    const asked = [...waiting]
    const signsBefore = signs
    isProbing = true
    try {
      await probe(stopper.signal)
    } catch {
      // Whether a sign came is all that counts; the failure itself has been recorded as that of a call.
    } finally {
      isProbing = false
    }
    if (stopper.signal.aborted) return
    if (signs === signsBefore) {
      for (const one of asked) {
        // Those that have ended meanwhile have been answered.
        if (!waiting.delete(one)) continue
        one.onDead(new AppError('timeout', { endpoint: one.endpoint, phase: 'connect', limitMs: connectMs }))
      }
    }
    plan()
  }

  function clearTimer(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    watch(endpoint, onDead) {
      const one: Waiting = { endpoint, sinceMs: performance.now(), onDead }
      waiting.add(one)
      plan()
      return () => {
        waiting.delete(one)
        if (waiting.size === 0) clearTimer()
      }
    },
    noteSign() {
      signs += 1
      lastSignMs = performance.now()
    },
    stop() {
      stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      clearTimer()
      waiting.clear()
    },
  }
}
