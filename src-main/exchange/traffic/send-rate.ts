// Owns: how fast requests may go out to one service: a bucket of tokens, the pauses that the service asks for, and how the
// rate falls with them and recovers. Pure: every time comes in. Must not: wait, or know what is sent.

export interface RateLimits {
  /** Requests a second, for as long as the service does not object. */
  readonly mostPerSecond: number
  /** Requests that may go out at once after a quiet time; less by as much as the rate is. */
  readonly burst: number
  /** However often the service objects, the rate falls no lower. */
  readonly leastPerSecond: number
}

/** Without Retry-After, pauses double from here; the rate that falls with them does the rest. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_GROWN_PAUSE_MS = 30_000
/** The rate recovers by a tenth of the whole, at most this often, and only while answers come. */
const RAISE_EVERY_MS = 2_000
const RAISES_TO_WHOLE = 10

export interface SendRate {
  /** How long until one more may go out, pauses included; 0 where it may now. */
  waitMs(nowMs: number): number
  /** One goes out. To be called only where waitMs is 0. */
  take(nowMs: number): void
  /** The service has asked to slow down, for so long where it says. */
  noteSlowDown(nowMs: number, retryAfterMs: number | null): void
  /** The user wants to know now: what the service asked for holds no longer, the lowered rate does. */
  endPause(nowMs: number): void
  /** The service has given what it was asked for. */
  noteAnswer(nowMs: number): void
  /** How long the pause still is; 0 where there is none. */
  pausedMs(nowMs: number): number
  /** The rate as it is allowed now. */
  perSecond(): number
}

export function createSendRate(limits: RateLimits, startMs: number): SendRate {
  const { mostPerSecond, burst, leastPerSecond } = limits
  let perSecond = mostPerSecond
  let tokens = burst
  /** Tokens have come in until then; while a pause lasts, its end. */
  let refilledAtMs = startMs
  let pausedUntilMs = startMs
  let raisedAtMs = startMs
  /** Slow-downs since the rate was last whole. */
  let slowDowns = 0

  function refill(nowMs: number): void {
    if (nowMs <= refilledAtMs) return
    const room = Math.max(1, (burst * perSecond) / mostPerSecond)
    tokens = Math.min(room, tokens + ((nowMs - refilledAtMs) * perSecond) / 1000)
    refilledAtMs = nowMs
  }

  const pausedMs = (nowMs: number): number => Math.max(0, Math.ceil(pausedUntilMs - nowMs))

  return {
    waitMs(nowMs) {
      refill(nowMs)
      if (tokens >= 1) return 0
      return Math.ceil(Math.max(0, refilledAtMs - nowMs) + ((1 - tokens) * 1000) / perSecond)
    },
    take(nowMs) {
      refill(nowMs)
      tokens -= 1
    },
    noteSlowDown(nowMs, retryAfterMs) {
      const askedMs = retryAfterMs !== null && retryAfterMs > 0 ? retryAfterMs : null
      let pauseMs = askedMs ?? 0
      // Requests that were out together are refused together: while a pause lasts, that is the same objection once more.
      if (nowMs >= pausedUntilMs) {
        pauseMs = askedMs ?? Math.min(FIRST_PAUSE_MS * 2 ** slowDowns, LONGEST_GROWN_PAUSE_MS)
        slowDowns += 1
        perSecond = Math.max(leastPerSecond, perSecond / 2)
      }
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + pauseMs)
      // Nothing is saved up while nothing may go, so that the end of a pause is no storm.
      tokens = 0
      refilledAtMs = pausedUntilMs
    },
    endPause(nowMs) {
      if (nowMs >= pausedUntilMs) return
      pausedUntilMs = refilledAtMs = nowMs
      tokens = 1
    },
    noteAnswer(nowMs) {
      if (perSecond === mostPerSecond || nowMs < Math.max(raisedAtMs, pausedUntilMs) + RAISE_EVERY_MS) return
      refill(nowMs)
      perSecond = Math.min(mostPerSecond, perSecond + mostPerSecond / RAISES_TO_WHOLE)
      raisedAtMs = nowMs
      if (perSecond === mostPerSecond) slowDowns = 0
    },
    pausedMs,
    perSecond: () => perSecond,
  }
}
