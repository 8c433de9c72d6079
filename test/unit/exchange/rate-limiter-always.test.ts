import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Urgency } from '../../../src-main/exchange/endpoint.ts'
import { createRateLimiter } from '../../../src-main/exchange/rate-limit/rate-limiter.ts'
import { requestLimitsOf } from '../../../src-main/exchange/rate-limit/request-limits.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { handTime } from '../../fixtures/hand-time.ts'

const limits = requestLimitsOf('https://exchange.example')
const urgencies: readonly Urgency[] = ['asked', 'screen', 'background']

const arrivals = fc.array(
  fc.record({
    afterMs: fc.nat(300),
    urgency: fc.constantFrom(...urgencies),
    lane: fc.constantFrom('chart', 'orders', 'markets'),
    durationMs: fc.nat(2_000),
    givenUpAfterMs: fc.option(fc.nat(3_000)),
    end: fc.oneof(
      { weight: 6, arbitrary: fc.constant({ kind: 'answer' } as const) },
      fc.constant({ kind: 'fails' } as const),
      fc.constant({ kind: 'throws' } as const),
      fc.record({ kind: fc.constant('slowDown' as const), retryAfterMs: fc.option(fc.nat(15_000)) }),
    ),
  }),
  { maxLength: 80, size: 'max' },
)

/** With short work the rate is what holds calls up, with long work the number at once. */
const paces = fc.constantFrom(0.02, 1)

describe('whatever comes when, however long it takes and however it ends', () => {
  it('there are never too many at once or in any span of time, none in a pause, and each ends once', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, paces, async (calls, pace) => {
        const time = handTime()
        const limiter = createRateLimiter({ limits, monotonicMs: time.now, after: time.after })
        const underWay = { asked: 0, screen: 0, background: 0 }
        const startedAtMs: number[] = []
        const endings = calls.map(() => 0)
        /** What a call failed with that is none of our errors: a check of this test among them. */
        const wrong: unknown[] = []

        const check = (): void => {
          const all = underWay.asked + underWay.screen + underWay.background
          expect(all).toBeLessThanOrEqual(limits.maxInFlight.asked)
          expect(underWay.background + underWay.screen).toBeLessThanOrEqual(limits.maxInFlight.screen)
          expect(underWay.background).toBeLessThanOrEqual(limits.maxInFlight.background)
          expect(limiter.state()).toMatchObject({ inFlight: all, pausedMs: 0 })
        }
        const wait = (durationMs: number): Promise<void> =>
          new Promise((resolve) => time.after(durationMs, resolve))

        let atMs = 0
        for (const [index, call] of calls.entries()) {
          atMs += Math.round(call.afterMs * pace)
          const stopper = new AbortController()
          const { urgency, lane, end } = call
          const work = async (): Promise<void> => {
            await wait(Math.round(call.durationMs * pace))
            underWay[urgency] -= 1
            if (end.kind === 'slowDown') limiter.noteSlowDown(end.retryAfterMs)
            if (end.kind !== 'answer') throw new AppError('network')
          }
          time.after(atMs, () => {
            const turn = { endpoint: 'health', urgency, lane, signal: stopper.signal }
            let hasStarted = false
            const ended = (): void => {
              endings[index] = (endings[index] ?? 0) + 1
            }
            const outcome = limiter.run(turn, () => {
              expect(stopper.signal.aborted).toBe(false)
              expect(hasStarted).toBe(false)
              hasStarted = true
              startedAtMs.push(time.now())
              underWay[urgency] += 1
              check()
              if (end.kind !== 'throws') return work()
              underWay[urgency] -= 1
              throw new AppError('internal')
            })
            outcome.then(ended, (error: unknown) => {
              ended()
              if (!isAppError(error)) wrong.push(error)
            })
          })
          if (call.givenUpAfterMs !== null) {
            time.after(atMs + call.givenUpAfterMs, () => {
              stopper.abort()
            })
          }
        }
        await time.pass(3_600_000)

        expect(wrong).toEqual([])
        expect(endings).toEqual(calls.map(() => 1))
        expect(limiter.state()).toMatchObject({ inFlight: 0, waiting: 0 })
        expect(time.countAlarms()).toBe(0)
        for (const [first, fromMs] of startedAtMs.entries()) {
          for (const [last, toMs] of startedAtMs.entries()) {
            if (last < first) continue
            const most = limits.burst + (limits.maxPerSecond * (toMs - fromMs)) / 1_000
            expect(last - first + 1).toBeLessThanOrEqual(most + 1e-6)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
