// Tells a slow service from an unreachable one while requests wait: transports do not report when they have connected, so a
// long wait triggers a health check beside it.
import { AppError } from '../../src-preload/domain/errors.ts'

export interface LivenessOptions {
  /** How long a request waits before the check, and how long the check may take. */
  readonly connectMs: number
  /** Runs the health check; if anything comes from the service, it calls `noteActivity` before it settles. */
  readonly probe: (signal: AbortSignal) => Promise<void>
}

interface Waiting {
  readonly endpoint: string
  readonly sinceMs: number
  readonly onDead: (fault: AppError) => void
}

export function createLiveness({ connectMs, probe }: LivenessOptions) {
  const stopper = new AbortController()
  /** Oldest first. */
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | null = null
  let isProbing = false
  let signs = 0
  let lastSignMs = -Infinity

  /** Sets one timer for all waiting requests; none while nothing waits. */
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

  /** A sign since the timer was set postpones the check. */
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
      // Only a sign counts; the failure itself is recorded as that of a call.
    } finally {
      isProbing = false
    }
    if (stopper.signal.aborted) return
    if (signs === signsBefore) {
      for (const one of asked) {
        // Requests that ended meanwhile were answered.
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
    /**
     * Watches a request that waits for its response headers, until the returned function is called. Calls `onDead` with timeout
     * { endpoint, phase: 'connect', limitMs } if the service turns out to be unreachable.
     */
    watch(endpoint: string, onDead: (fault: AppError) => void): () => void {
      const one: Waiting = { endpoint, sinceMs: performance.now(), onDead }
      waiting.add(one)
      plan()
      return () => {
        waiting.delete(one)
        if (waiting.size === 0) clearTimer()
      }
    },
    /** Records that the service sent something. */
    noteActivity(): void {
      signs += 1
      lastSignMs = performance.now()
    },
    stop(): void {
      stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      clearTimer()
      waiting.clear()
    },
  }
}

export type Liveness = ReturnType<typeof createLiveness>
