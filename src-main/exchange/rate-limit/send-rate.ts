// The send rate for one service: a token bucket, the pauses that the service requests, and how the rate drops and recovers.
// Pure: every time is passed in.

/** Limits of the send rate to one service. */
export interface RateLimits {
  /** Requests per second while the service does not object. */
  readonly maxPerSecond: number
  /** Requests that may be sent at once after a quiet time; shrinks with the rate. */
  readonly burst: number
  /** The lowest rate, however often the service objects. */
  readonly minPerSecond: number
}

/** Without Retry-After, pauses double from here, and the rate drops as well. */
const FIRST_PAUSE_MS = 1_000
const MAX_BACKOFF_PAUSE_MS = 30_000
/** The rate recovers by a tenth of the maximum, at most this often, and only while answers come. */
const RAISE_EVERY_MS = 2_000
const RAISES_TO_WHOLE = 10

export function createSendRate(limits: RateLimits, startMs: number) {
  const { maxPerSecond, burst, minPerSecond } = limits
  let perSecond = maxPerSecond
  let tokens = burst
  /** The time up to which tokens were added; during a pause, its end. */
  let refilledAtMs = startMs
  let pausedUntilMs = startMs
  let raisedAtMs = startMs
  /** Slow-downs since the rate was last at its maximum. */
  let slowDowns = 0

  function refill(nowMs: number): void {
    if (nowMs <= refilledAtMs) return
    const room = Math.max(1, (burst * perSecond) / maxPerSecond)
    tokens = Math.min(room, tokens + ((nowMs - refilledAtMs) * perSecond) / 1000)
    refilledAtMs = nowMs
  }

  const pausedMs = (nowMs: number): number => Math.max(0, Math.ceil(pausedUntilMs - nowMs))

  return {
    /** Milliseconds until one more request may be sent, pauses included; 0 if it may be sent now. */
    waitMs(nowMs: number): number {
      refill(nowMs)
      if (tokens >= 1) return 0
      return Math.ceil(Math.max(0, refilledAtMs - nowMs) + ((1 - tokens) * 1000) / perSecond)
    },
    /** Counts a sent request. Call only if waitMs is 0. */
    take(nowMs: number): void {
      refill(nowMs)
      tokens -= 1
    },
    /** Records that the service asked to slow down; `retryAfterMs` if it said for how long. */
    noteSlowDown(nowMs: number, retryAfterMs: number | null): void {
      const askedMs = retryAfterMs !== null && retryAfterMs > 0 ? retryAfterMs : null
      let pauseMs = askedMs ?? 0
      // Requests in flight together are refused together: during a pause, another refusal is the same objection.
      if (nowMs >= pausedUntilMs) {
        pauseMs = askedMs ?? Math.min(FIRST_PAUSE_MS * 2 ** slowDowns, MAX_BACKOFF_PAUSE_MS)
        slowDowns += 1
        perSecond = Math.max(minPerSecond, perSecond / 2)
      }
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + pauseMs)
      // No tokens accumulate during a pause, so that its end causes no burst.
      tokens = 0
      refilledAtMs = pausedUntilMs
    },
    /** Ends the requested pause because the user wants an answer now; the reduced rate stays. */
    endPause(nowMs: number): void {
      if (nowMs >= pausedUntilMs) return
      pausedUntilMs = refilledAtMs = nowMs
      tokens = 1
    },
    /** Records a successful answer. */
    noteAnswer(nowMs: number): void {
      if (perSecond === maxPerSecond || nowMs < Math.max(raisedAtMs, pausedUntilMs) + RAISE_EVERY_MS) return
      refill(nowMs)
      perSecond = Math.min(maxPerSecond, perSecond + maxPerSecond / RAISES_TO_WHOLE)
      raisedAtMs = nowMs
      if (perSecond === maxPerSecond) slowDowns = 0
    },
    /** Remaining pause; 0 without one. */
    pausedMs,
    /** The current rate. */
    perSecond: (): number => perSecond,
  }
}

export type SendRate = ReturnType<typeof createSendRate>
