import { describe, expect, it } from 'vitest'
import { createServiceTime, SETTLE_MS } from '../../../src-main/services/service-time.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'

const header = (timeMs: number): string => new Date(timeMs).toUTCString()

function make(isOurs = false) {
  return createServiceTime(movableClock(startMs), isOurs)
}

describe('the time at the service', () => {
  it('is ours until it says otherwise, and candles settle a while after their end', () => {
    const time = make()
    time.note(null)
    time.note('not a date')
    expect(time.latestMs()).toBe(startMs)
    expect(time.settledMs()).toBe(startMs - SETTLE_MS)
  })

  it('is earlier than ours where our clock is fast: what has not ended there has not settled', () => {
    const time = make()
    time.note(header(startMs - 600_000))
    expect(time.settledMs()).toBe(startMs - 600_000 - SETTLE_MS)
    expect(time.latestMs()).toBe(startMs)
  })

  it('is later than ours where our clock is slow: its newest candles are asked for', () => {
    const time = make()
    time.note(header(startMs + 600_000))
    expect(time.latestMs()).toBe(startMs + 600_000)
    expect(time.settledMs()).toBe(startMs - SETTLE_MS)
  })

  it('is not believed when it differs by more than a day, nor at the practice exchange', () => {
    const time = make()
    time.note(header(startMs - 600_000))
    time.note(header(startMs - 200 * 86_400_000))
    expect(time.settledMs()).toBe(startMs - SETTLE_MS)
    const ours = make(true)
    ours.note(header(startMs + 600_000))
    expect(ours.latestMs()).toBe(startMs)
  })
})
