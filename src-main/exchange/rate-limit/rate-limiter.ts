// Queues requests to one service: limits on concurrency and rate, order of the queue, and pauses that the service requests.
// Never repeats a request.
import { AppError } from '../../../src-preload/domain/errors.ts'
import { parseBaseUrl } from '../base-url.ts'
import type { Precedence } from '../endpoint.ts'
import { createSendRate, type SendRate } from './send-rate.ts'
import { type RequestLimits, requestLimitsOf } from './request-limits.ts'
import { reasonOf } from './until-aborted.ts'
import { createCallQueue, type Waiting } from './call-queue.ts'

/** The caller handles longer waits, which it can show; repeated reads use the same limit (retry.ts). */
const MAX_WAITABLE_PAUSE_MS = 10_000
const MINUTE_MS = 60_000

export interface RateLimiterState {
  /** Requests in flight. */
  readonly inFlight: number
  readonly maxInFlight: number
  /** Queued requests. */
  readonly waiting: number
  /** Requests per second allowed now, and at most. */
  readonly perSecond: number
  readonly maxPerSecond: number
  /** Requests sent within the last minute. */
  readonly sentLastMinute: number
  /** Number of slow-downs that the service has requested since the start. */
  readonly slowDowns: number
  /** Milliseconds until the requested pause ends; 0 without one. */
  readonly pausedMs: number
}

/** One queued request: its endpoint, priority, fairness lane and abort signal. */
export interface Turn {
  readonly endpoint: string
  readonly urgency: Precedence
  readonly lane: string
  readonly signal: AbortSignal
}

export interface RateLimiterOptions {
  readonly limits: RequestLimits
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs?: () => number
  /** Calls `wake` once after a delay; the returned function cancels that. */
  readonly after?: (durationMs: number, wake: () => void) => () => void
}

interface WaitingCall extends Waiting {
  readonly start: () => void
  readonly fail: (error: AppError) => void
  readonly endpoint: string
}

function afterTimeout(durationMs: number, wake: () => void): () => void {
  const timer = setTimeout(wake, durationMs)
  return () => clearTimeout(timer)
}

/** The limiter of one service before its first request. */
export function createRateLimiter(options: RateLimiterOptions) {
  const { limits, monotonicMs = () => performance.now(), after = afterTimeout } = options
  const line = createCallQueue<WaitingCall>()
  const rate = createSendRate(limits, monotonicMs())
  /** What has the first place does not wait for the rate of the others, which gets by with what it leaves. */
  const firstRate = createSendRate(limits, monotonicMs())
  const inFlight: Record<Precedence, number> = { first: 0, asked: 0, screen: 0, background: 0 }
  /** Send times of the last minute's requests. */
  const sentAtMs: number[] = []
  let slowDowns = 0
  /** Set only while a request waits for time to pass. */
  let cancelWake: () => void = () => undefined

  const countAll = (): number => inFlight.first + inFlight.asked + inFlight.screen + inFlight.background
  const rateOf = (urgency: Precedence): SendRate => (urgency === 'first' ? firstRate : rate)

  /** A request takes a slot of its own urgency and of all higher ones. */
  function mayGo(urgency: Precedence): boolean {
    const most = limits.maxInFlight
    if (countAll() >= most.first) return false
    if (urgency === 'first') return true
    if (countAll() - inFlight.first >= most.asked) return false
    if (urgency === 'asked') return true
    if (inFlight.screen + inFlight.background >= most.screen) return false
    return urgency === 'screen' || inFlight.background < most.background
  }

  function forgetOldSends(nowMs: number): void {
    while (sentAtMs[0] !== undefined && nowMs - sentAtMs[0] >= MINUTE_MS) sentAtMs.shift()
  }

  /** Starts all requests that may go; if only time blocks the next one, wakes up then. */
  function letGo(): void {
    cancelWake()
    for (;;) {
      const nowMs = monotonicMs()
      const next = line.next(nowMs, mayGo)
      if (next === null) return
      const waitMs = rateOf(next.urgency).waitMs(nowMs)
      if (waitMs > 0) {
        // Work that ended at once has run this function meanwhile.
        cancelWake()
        cancelWake = after(waitMs, letGo)
        return
      }
      line.take(next, nowMs)
      rate.take(nowMs)
      if (next.urgency === 'first') firstRate.take(nowMs)
      forgetOldSends(nowMs)
      sentAtMs.push(nowMs)
      next.start()
    }
  }

  /** Runs the work in a slot and always frees the slot. */
  async function doInSlot<T>(urgency: Precedence, work: () => Promise<T>): Promise<T> {
    inFlight[urgency] += 1
    try {
      const answer = await work()
      rate.noteAnswer(monotonicMs())
      firstRate.noteAnswer(monotonicMs())
      return answer
    } finally {
      inFlight[urgency] -= 1
      letGo()
    }
  }

  /** The refusal of a call if the current pause is too long; null if it may wait. */
  function refusalOf({ endpoint, urgency }: Pick<Turn, 'endpoint' | 'urgency'>): AppError | null {
    const retryAfterMs = rateOf(urgency).pausedMs(monotonicMs())
    return retryAfterMs > MAX_WAITABLE_PAUSE_MS
      ? new AppError('rateLimited', { endpoint, retryAfterMs })
      : null
  }

  return {
    /**
     * Runs one request after its wait in the queue. Errors: those of the work; the signal's AppError, otherwise cancelled;
     * rateLimited { endpoint, retryAfterMs } at once if the service has requested a pause that is too long to wait for.
     */
    async run<T>({ endpoint, urgency, lane, signal }: Turn, work: () => Promise<T>): Promise<T> {
      if (signal.aborted) throw reasonOf(signal)
      const refusal = refusalOf({ endpoint, urgency })
      if (refusal !== null) throw refusal
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const onAbort = (): void => {
        line.remove(call)
        reject(reasonOf(signal))
        // Nothing else can use the wake-up; calls aborted by the same signal must not start.
        if (line.size() === 0) cancelWake()
      }
      const call: WaitingCall = {
        endpoint,
        urgency,
        lane,
        sinceMs: monotonicMs(),
        start() {
          // From here on the work itself observes the signal.
          signal.removeEventListener('abort', onAbort)
          resolve(doInSlot(urgency, work))
        },
        fail(error) {
          signal.removeEventListener('abort', onAbort)
          reject(error)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      line.add(call)
      letGo()
      return promise
    },
    /**
     * Records that the service asked to slow down; `retryAfterMs` if it said for how long. Only where it asked so at a call of
     * the first precedence do these pause as well.
     */
    noteSlowDown(retryAfterMs: number | null, urgency: Precedence = 'screen'): void {
      slowDowns += 1
      rate.noteSlowDown(monotonicMs(), retryAfterMs)
      if (urgency === 'first') firstRate.noteSlowDown(monotonicMs(), retryAfterMs)
      for (const call of line.all()) {
        const refusal = refusalOf(call)
        if (refusal === null) continue
        line.remove(call)
        call.fail(refusal)
      }
      letGo()
    },
    /** Sends one request at once because the user wants an answer now; the others keep the reduced rate. */
    endPause(): void {
      rate.endPause(monotonicMs())
      firstRate.endPause(monotonicMs())
      letGo()
    },

    state(): RateLimiterState {
      const nowMs = monotonicMs()
      forgetOldSends(nowMs)
      return {
        inFlight: countAll(),
        maxInFlight: limits.maxInFlight.first,
        waiting: line.size(),
        perSecond: rate.perSecond(),
        maxPerSecond: limits.maxPerSecond,
        sentLastMinute: sentAtMs.length,
        slowDowns,
        pausedMs: rate.pausedMs(nowMs),
      }
    },
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

/**
 * Creates one RateLimiter per base URL: the service's limits apply to all accounts together.
 * Errors of the returned function: validation for a bad base URL.
 */
export function createRateLimiters(): (baseUrl: string) => RateLimiter {
  const desk = new Map<string, RateLimiter>()
  return (written) => {
    const baseUrl = parseBaseUrl(written)
    const known = desk.get(baseUrl)
    if (known !== undefined) return known
    const made = createRateLimiter({ limits: requestLimitsOf(baseUrl) })
    desk.set(baseUrl, made)
    return made
  }
}
