// Calls for tests of the limiter, in time that is moved by hand: what went out and when, and ends on command.
import type { Precedence } from '../../../src-main/exchange/endpoint.ts'
import { createRateLimiter, type RateLimiter } from '../../../src-main/exchange/rate-limit/rate-limiter.ts'
import type { RequestLimits } from '../../../src-main/exchange/rate-limit/request-limits.ts'
import { type HandTime, handTime } from '../../fixtures/hand-time.ts'

export interface TestCall {
  /** What it came to for its caller. */
  readonly outcome: Promise<unknown>
  /** Ends the work. */
  finish(): void
  fail(error: Error): void
}

export interface LimiterWorld {
  readonly time: HandTime
  readonly limiter: RateLimiter
  /** Calls that went out, by name and in order, and when. */
  readonly started: string[]
  readonly startedAtMs: number[]
  call(name: string, turn?: { urgency?: Precedence; lane?: string; signal?: AbortSignal }): TestCall
}

export function limiterWorld(limits: RequestLimits): LimiterWorld {
  const time = handTime()
  const limiter = createRateLimiter({ limits, monotonicMs: time.now, after: time.after })
  const started: string[] = []
  const startedAtMs: number[] = []
  return {
    time,
    limiter,
    started,
    startedAtMs,
    call(name, { urgency = 'screen', lane = 'chart', signal = new AbortController().signal } = {}): TestCall {
      const work = Promise.withResolvers<string>()
      // What a test does not look at may fail all the same, and before it has gone out.
      work.promise.catch(() => undefined)
      const outcome = limiter.run({ endpoint: 'health', urgency, lane, signal }, () => {
        started.push(name)
        startedAtMs.push(time.now())
        return work.promise
      })
      outcome.catch(() => undefined)
      return {
        outcome,
        finish: () => {
          work.resolve(name)
        },
        fail: (error) => {
          work.reject(error)
        },
      }
    },
  }
}

/** Only one call at a time, at any rate: what is left to see is the order. */
export const coalesce: RequestLimits = {
  maxInFlight: { first: 1, asked: 1, screen: 1, background: 1 },
  maxPerSecond: 1_000_000,
  burst: 1_000_000,
  minPerSecond: 1,
}
