import { describe, expect, it } from 'vitest'
import { createSendRate } from '../../../src-main/exchange/rate-limit/send-rate.ts'

const limits = { maxPerSecond: 10, burst: 20, minPerSecond: 1 }

/** How many go out at one moment. */
function takeAll(rate: ReturnType<typeof createSendRate>, nowMs: number): number {
  let count = 0
  for (; rate.waitMs(nowMs) === 0; count += 1) rate.take(nowMs)
  return count
}

describe('the rate of requests', () => {
  it('starts with a burst, saves up no more than another, and tells how long the next one waits', () => {
    const rate = createSendRate(limits, 1_000)
    expect(takeAll(rate, 1_000)).toBe(20)
    expect(rate.waitMs(1_000)).toBe(100)
    expect(rate.waitMs(1_040)).toBe(60)
    expect(takeAll(rate, 3_600_000)).toBe(20)
  })

  it('halves with each objection, down to its floor, and its burst with it', () => {
    const rate = createSendRate(limits, 0)
    const rates = Array.from({ length: 5 }, (_, index) => {
      rate.noteSlowDown(index * 10_000, 1_000)
      return rate.perSecond()
    })
    expect(rates).toEqual([5, 2.5, 1.25, 1, 1])
    expect(takeAll(rate, 3_600_000)).toBe(2)
  })

  it('takes requests that were refused together for one objection', () => {
    const rate = createSendRate(limits, 0)
    for (const atMs of [0, 5, 9]) rate.noteSlowDown(atMs, 2_000)
    expect(rate.perSecond()).toBe(5)
    expect(rate.pausedMs(9)).toBe(2_000)
    for (const atMs of [10, 11]) rate.noteSlowDown(atMs, null)
    expect(rate.pausedMs(11)).toBe(1_998)
  })

  it('never ends a pause earlier because a later answer asks for a shorter one', () => {
    const rate = createSendRate(limits, 0)
    rate.noteSlowDown(0, 8_000)
    rate.noteSlowDown(100, 1_000)
    expect(rate.pausedMs(100)).toBe(7_900)
  })

  it('pauses longer and longer where the service does not say for how long', () => {
    const rate = createSendRate(limits, 0)
    let nowMs = 0
    const pauses = Array.from({ length: 7 }, () => {
      rate.noteSlowDown(nowMs, null)
      const pauseMs = rate.pausedMs(nowMs)
      nowMs += pauseMs
      return pauseMs
    })
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('pauses for a second again once answers have brought the whole rate back', () => {
    const rate = createSendRate(limits, 0)
    for (const atMs of [0, 1_000, 3_000]) rate.noteSlowDown(atMs, null)
    let nowMs = 7_000
    for (; rate.perSecond() < 10; nowMs += 1_000) rate.noteAnswer(nowMs)
    expect(nowMs).toBeGreaterThan(7_000 + 8 * 2_000)
    rate.noteSlowDown(nowMs, null)
    expect(rate.pausedMs(nowMs)).toBe(1_000)
  })

  it.each([0, -5, Number.NaN])('takes a Retry-After of %d for none', (retryAfterMs) => {
    const rate = createSendRate(limits, 0)
    rate.noteSlowDown(0, retryAfterMs)
    expect(rate.pausedMs(0)).toBe(1_000)
  })
})
