import { describe, expect, it } from 'vitest'
import { createServiceTime, type DatedCall, SETTLE_MS } from '../../../src-main/session/service-time.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'

const header = (timeMs: number): string => new Date(timeMs).toUTCString()

function make(isOurs = false) {
  const time = createServiceTime(movableClock(startMs), isOurs)
  return {
    ...time,
    note: (date: string | null) => time.note({ date, startedAtMs: startMs, durationMs: 0 }),
    noteCall: (call: DatedCall) => time.note(call),
  }
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

describe("the difference that moves a moment to the service's clock", () => {
  it('is the one that a header told, and none where that is not believed', () => {
    const time = make()
    expect(time.offsetMs()).toBe(0)
    time.note(header(startMs - 600_000))
    // A header tells no more than the second.
    expect(Math.abs(time.offsetMs() + 600_000)).toBeLessThanOrEqual(1_000)
    time.note(header(startMs - 200 * 86_400_000))
    expect(time.offsetMs()).toBe(0)
    const ours = make(true)
    ours.note(header(startMs + 600_000))
    expect(ours.offsetMs()).toBe(0)
  })
})

describe("the difference of the service's clock", () => {
  /** The skew that one answer tells whose header was written at `atMs` by a clock that is `aheadMs` ahead. */
  function skewOf(aheadMs: number, atMs: number, startedAtMs: number, durationMs: number): number | null {
    const time = make()
    time.noteCall({ date: header(atMs + aheadMs), startedAtMs, durationMs })
    return time.skewMs()
  }

  it('is not known before an answer has told its time', () => {
    const time = make()
    time.note(null)
    time.note('not a date')
    expect(time.skewMs()).toBeNull()
    expect(time.readings()).toBe(0)
    time.note(header(startMs))
    expect(time.skewMs()).toBe(0)
    expect(time.readings()).toBe(1)
  })

  it('is none for two clocks that agree, at whatever part of a second the answer is written', () => {
    for (let offMs = 0; offMs < 2_000; offMs += 37) {
      for (const durationMs of [0, 40, 900, 20_000]) {
        const startedAtMs = startMs + offMs
        for (const part of [0, 0.5, 1]) {
          expect(skewOf(0, startedAtMs + part * durationMs, startedAtMs, durationMs)).toBe(0)
        }
      }
    }
  })

  it('is right to the second for a quick answer, ahead and behind', () => {
    for (const aheadMs of [-3_600_000, -90_000, -5_000, 5_000, 90_000, 3_600_000]) {
      for (let offMs = 0; offMs < 1_000; offMs += 37) {
        const skewMs = skewOf(aheadMs, startMs + offMs + 20, startMs + offMs, 40) ?? NaN
        expect(Math.abs(skewMs - aheadMs)).toBeLessThanOrEqual(1_000)
        expect(Number.isInteger(skewMs / 1_000)).toBe(true)
      }
    }
  })

  it('is taken against the middle of a slow request, and leaves out what its duration explains', () => {
    expect(skewOf(60_000, startMs + 5_200, startMs + 200, 10_000)).toBe(60_000)
    expect(skewOf(4_000, startMs + 5_200, startMs + 200, 10_000)).toBe(0)
  })

  it('is told as it is where it is more than a day, although nothing else believes it', () => {
    const time = make()
    time.noteCall({ date: header(startMs - 200 * 86_400_000), startedAtMs: startMs + 400, durationMs: 0 })
    expect(time.skewMs()).toBe(-200 * 86_400_000)
    expect(time.latestMs()).toBe(startMs)
    expect(time.settledMs()).toBe(startMs - SETTLE_MS)
  })

  it('is none at the practice exchange once it has answered, whatever its headers say', () => {
    const time = make(true)
    expect(time.skewMs()).toBeNull()
    time.note(header(startMs + 600_000))
    expect(time.skewMs()).toBe(0)
    expect(time.readings()).toBe(1)
  })
})
