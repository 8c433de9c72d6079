// Owns: when a request to one service may go out: how many at once, how many a second, whose turn it is, and pauses that the
// service has asked for. Must not: know endpoints' meaning, repeat anything, or hold up what gives money its one chance.
import { AppError } from '../../../src-preload/domain/errors.ts'
import { parseBaseUrl } from '../base-url.ts'
import type { Urgency } from '../endpoint.ts'
import { createSendRate } from './send-rate.ts'
import { type TrafficLimits, trafficLimitsOf } from './traffic-limits.ts'
import { reasonOf } from './until-aborted.ts'
import { createWaitingLine, type Waiting } from './waiting-line.ts'

/** Longer waits belong to the caller, who can show them; reads that are repeated think the same (retry.ts). */
const LONGEST_PAUSE_TO_WAIT_MS = 10_000
const MINUTE_MS = 60_000

export interface TrafficState {
  /** Requests under way. */
  readonly inFlight: number
  readonly mostInFlight: number
  /** Requests that wait for their turn. */
  readonly waiting: number
  /** Requests a second that may go out just now, and at most. */
  readonly perSecond: number
  readonly mostPerSecond: number
  /** Requests that went out within the last minute. */
  readonly sentLastMinute: number
  /** How often the service has asked to slow down since the start. */
  readonly slowDowns: number
  /** How long until the pause that it has asked for ends, in milliseconds; 0 where there is none. */
  readonly pausedMs: number
}

export interface Turn {
  readonly endpoint: string
  readonly urgency: Urgency
  readonly lane: string
  readonly signal: AbortSignal
}

export interface Traffic {
  /**
   * Runs one request when its turn has come. Errors: those of the work; what the signal was aborted with, else cancelled;
   * rateLimited { endpoint, retryAfterMs } at once where the service has asked for a pause too long to wait for.
   */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
  /** The service has asked to slow down, for so long where it says. */
  noteSlowDown(retryAfterMs: number | null): void
  /** The user wants to know now: one goes out at once, and the rest as slowly as the service has made it. */
  endPause(): void
  state(): TrafficState
}

export interface TrafficOptions {
  readonly limits: TrafficLimits
  /** Milliseconds that only go forward. */
  readonly monotonicMs?: () => number
  /** Calls `wake` once, after so long; the returned function takes that back. */
  readonly after?: (durationMs: number, wake: () => void) => () => void
}

interface WaitingCall extends Waiting {
  readonly start: () => void
  readonly fail: (error: AppError) => void
  readonly endpoint: string
}

function afterTimeout(durationMs: number, wake: () => void): () => void {
  const timer = setTimeout(wake, durationMs)
  return () => {
    clearTimeout(timer)
  }
}

/** The traffic to one service, which has not been asked anything yet. */
export function createTraffic(options: TrafficOptions): Traffic {
  const { limits, monotonicMs = () => performance.now(), after = afterTimeout } = options
  const line = createWaitingLine<WaitingCall>()
  const rate = createSendRate(limits, monotonicMs())
  const inFlight: Record<Urgency, number> = { asked: 0, screen: 0, background: 0 }
  /** When the requests of the last minute went out. */
  const sentAtMs: number[] = []
  let slowDowns = 0
  /** Held only while somebody waits for time to pass. */
  let cancelWake: () => void = () => undefined

  const countAll = (): number => inFlight.asked + inFlight.screen + inFlight.background

  /** Whoever goes takes room of its own urgency and of all that is more urgent. */
  function mayGo(urgency: Urgency): boolean {
    const most = limits.mostInFlight
    if (countAll() >= most.asked) return false
    if (urgency === 'asked') return true
    if (inFlight.screen + inFlight.background >= most.screen) return false
    return urgency === 'screen' || inFlight.background < most.background
  }

  function forgetOldSends(nowMs: number): void {
    while (sentAtMs[0] !== undefined && nowMs - sentAtMs[0] >= MINUTE_MS) sentAtMs.shift()
  }

  /** Lets go whoever may; where only time holds them up, comes back when it has passed. */
  function letGo(): void {
    cancelWake()
    for (;;) {
      const nowMs = monotonicMs()
      const next = line.next(nowMs, mayGo)
      if (next === null) return
      const waitMs = rate.waitMs(nowMs)
      if (waitMs > 0) {
        // Work that ended at once has been here meanwhile.
        cancelWake()
        cancelWake = after(waitMs, letGo)
        return
      }
      line.take(next, nowMs)
      rate.take(nowMs)
      forgetOldSends(nowMs)
      sentAtMs.push(nowMs)
      next.start()
    }
  }

  /** Does the work in a slot, which is given back whatever comes of it. */
  async function doInSlot<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> {
    inFlight[urgency] += 1
    try {
      const answer = await work()
      rate.noteAnswer(monotonicMs())
      return answer
    } finally {
      inFlight[urgency] -= 1
      letGo()
    }
  }

  /** What a call is told that the present pause is too long for; null where it may wait. */
  function refusalOf(endpoint: string): AppError | null {
    const retryAfterMs = rate.pausedMs(monotonicMs())
    return retryAfterMs > LONGEST_PAUSE_TO_WAIT_MS
      ? new AppError('rateLimited', { endpoint, retryAfterMs })
      : null
  }

  return {
    async run<T>({ endpoint, urgency, lane, signal }: Turn, work: () => Promise<T>): Promise<T> {
      if (signal.aborted) throw reasonOf(signal)
      const refusal = refusalOf(endpoint)
      if (refusal !== null) throw refusal
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const giveUp = (): void => {
        line.remove(call)
        reject(reasonOf(signal))
        // Nobody else can go for it; whom the same signal gives up in a moment must not.
        if (line.size() === 0) cancelWake()
      }
      const call: WaitingCall = {
        endpoint,
        urgency,
        lane,
        sinceMs: monotonicMs(),
        start() {
          // From here on the work itself heeds the signal.
          signal.removeEventListener('abort', giveUp)
          resolve(doInSlot(urgency, work))
        },
        fail(error) {
          signal.removeEventListener('abort', giveUp)
          reject(error)
        },
      }
      signal.addEventListener('abort', giveUp, { once: true })
      line.add(call)
      letGo()
      return promise
    },
    noteSlowDown(retryAfterMs) {
      slowDowns += 1
      rate.noteSlowDown(monotonicMs(), retryAfterMs)
      for (const call of line.all()) {
        const refusal = refusalOf(call.endpoint)
        if (refusal === null) continue
        line.remove(call)
        call.fail(refusal)
      }
      letGo()
    },
    endPause() {
      rate.endPause(monotonicMs())
      letGo()
    },

    state() {
      const nowMs = monotonicMs()
      forgetOldSends(nowMs)
      return {
        inFlight: countAll(),
        mostInFlight: limits.mostInFlight.asked,
        waiting: line.size(),
        perSecond: rate.perSecond(),
        mostPerSecond: limits.mostPerSecond,
        sentLastMinute: sentAtMs.length,
        slowDowns,
        pausedMs: rate.pausedMs(nowMs),
      }
    },
  }
}

/**
 * One Traffic per base URL: what a service has asked of this app holds for every account that talks to it.
 * Errors of what it returns: validation for a bad base URL.
 */
export function createTrafficDesk(): (baseUrl: string) => Traffic {
  const desk = new Map<string, Traffic>()
  return (written) => {
    const baseUrl = parseBaseUrl(written)
    const known = desk.get(baseUrl)
    if (known !== undefined) return known
    const made = createTraffic({ limits: trafficLimitsOf(baseUrl) })
    desk.set(baseUrl, made)
    return made
  }
}
