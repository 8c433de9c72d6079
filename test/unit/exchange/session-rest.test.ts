// A session rests after signatures and renewals that came to nothing.
import { describe, expect, it } from 'vitest'
import { createSessionCooldown } from '../../../src-main/exchange/session/session-cooldown.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'

const fault = new AppError('rejectedByExchange', { status: 502 })

function restingAt(rest: ReturnType<typeof createSessionCooldown>): boolean {
  try {
    rest.check()
    return false
  } catch {
    return true
  }
}

describe('a rest of the session', () => {
  it('lasts twice as long each time, five minutes at most, and tells why', () => {
    const clock = movableClock()
    const rest = createSessionCooldown(clock)
    const lengths: number[] = []
    for (let count = 0; count < 8; count += 1) {
      rest.take(fault)
      expect(() => rest.check()).toThrow(fault)
      const fromMs = clock.now()
      while (restingAt(rest)) clock.moveTo(clock.now() + 1_000)
      lengths.push(clock.now() - fromMs)
    }
    expect(lengths).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
  })

  it('is over when the user signs in, and when a clock was set back', () => {
    const clock = movableClock()
    const rest = createSessionCooldown(clock)
    rest.take(fault)
    rest.end()
    expect(restingAt(rest)).toBe(false)
    rest.take(fault)
    clock.moveTo(startMs - 1)
    expect(restingAt(rest)).toBe(false)
  })
})
