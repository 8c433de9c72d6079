import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFaults } from '../../../src-main/session/faults.ts'
import { pauseAfterFailure } from '../../../src-main/async/back-off.ts'
import { startPoller } from '../../../src-main/async/poller.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'

const EVERY_MS = 5_000

function poll(outcome: () => AppError | null, everyMs: number | (() => number) = EVERY_MS) {
  const runs: number[] = []
  const poller = startPoller({
    everyMs,
    isPaused: () => false,
    onError: () => undefined,
    random: () => 0,
    run: () => {
      runs.push(Date.now())
      const error = outcome()
      return error === null ? Promise.resolve() : Promise.reject(error)
    },
  })
  onTestFinished(() => poller.stop())
  return { poller, runs }
}

describe('background work', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  it('runs again after its pause while all goes well', async () => {
    const { runs } = poll(() => null)
    await vi.advanceTimersByTimeAsync(16_000)
    expect(runs).toEqual([0, 5_000, 10_000, 15_000])
  })

  it('waits as long as the service asks, and is not hurried meanwhile', async () => {
    let error: AppError | null = new AppError('rateLimited', { retryAfterMs: 60_000 })
    const { poller, runs } = poll(() => error)
    await vi.advanceTimersByTimeAsync(1_000)
    error = null
    poller.trigger()
    await vi.advanceTimersByTimeAsync(58_000)
    poller.trigger()
    expect(runs).toEqual([0])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toEqual([0, 60_000])
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(runs).toHaveLength(3)
  })

  it('tries less and less often while it fails, at once when asked to, and as before when it succeeds', async () => {
    let error: AppError | null = new AppError('contractViolation')
    const { poller, runs } = poll(() => error)
    await vi.advanceTimersByTimeAsync(76_000)
    // With the least of the drawn pauses: 5, 10, 20, 40 seconds.
    expect(runs).toEqual([0, 5_000, 15_000, 35_000, 75_000])
    error = null
    poller.trigger()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs.at(-1)).toBe(76_000)
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(runs.at(-1)).toBe(81_000)
  })
})

describe('background work that somebody looks at again', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  it('runs at once where it is due by the shorter pause, and otherwise when it is', async () => {
    let everyMs = 30_000
    const { poller, runs } = poll(
      () => null,
      () => everyMs,
    )
    await vi.advanceTimersByTimeAsync(20_000)
    everyMs = 5_000
    poller.retime()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toEqual([0, 20_000])
    everyMs = 30_000
    poller.retime()
    await vi.advanceTimersByTimeAsync(3_000)
    everyMs = 5_000
    poller.retime()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(runs).toEqual([0, 20_000, 25_000])
  })

  it('is not hurried after a failure', async () => {
    let everyMs = 30_000
    const { poller, runs } = poll(
      () => new AppError('contractViolation'),
      () => everyMs,
    )
    await vi.advanceTimersByTimeAsync(20_000)
    everyMs = 5_000
    poller.retime()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(runs).toEqual([0])
  })
})

describe('the pause after a failure', () => {
  it('is bounded, never shorter than usual, and spread by chance', () => {
    for (const failures of [1, 2, 5, 30]) {
      const least = pauseAfterFailure(EVERY_MS, failures, new Error(''), () => 0)
      const most = pauseAfterFailure(EVERY_MS, failures, new Error(''), () => 0.999)
      expect(least).toBeGreaterThanOrEqual(EVERY_MS)
      expect(most).toBeLessThanOrEqual(300_000)
      expect(most).toBeGreaterThan(least)
    }
  })

  it('is what a service that is down says, too', () => {
    const down = new AppError('rejectedByExchange', { status: 503, retryAfterMs: 900_000 })
    expect(pauseAfterFailure(EVERY_MS, 1, down, () => 0)).toBe(900_000)
  })
})

describe('faults of background work', () => {
  function make() {
    const reported: string[] = []
    const faults = createFaults((work, error) => {
      reported.push(work)
      if (!(error instanceof AppError)) throw error
      return { code: error.code, data: { ...error.data }, ref: null }
    })
    return { faults, reported }
  }

  it('are logged once until they change or the work succeeds', () => {
    const { faults, reported } = make()
    const limited = (retryAfterMs: number) => new AppError('rateLimited', { retryAfterMs })
    expect(faults.note('orders', limited(1_000))).toBe(true)
    expect(faults.note('orders', limited(2_000))).toBe(false)
    expect(faults.note('orders', new AppError('rejectedByExchange', { status: 400 }))).toBe(true)
    expect(faults.note('pnl', new AppError('rejectedByExchange', { status: 400 }))).toBe(true)
    expect(faults.clear('orders')).toBe(true)
    expect(faults.clear('orders')).toBe(false)
    expect(faults.get('orders')).toBeNull()
    expect(faults.get('pnl')).toMatchObject({ code: 'rejectedByExchange' })
    expect(faults.note('orders', new AppError('rejectedByExchange', { status: 400 }))).toBe(true)
    expect(reported).toEqual(['orders', 'orders', 'pnl', 'orders'])
  })

  it('include a refused sign-in, and leave being out of reach to the connection', () => {
    const { faults } = make()
    expect(faults.note('orders', new AppError('unauthenticated'))).toBe(true)
    for (const passing of [
      new AppError('cancelled'),
      new AppError('network'),
      new AppError('timeout'),
      new AppError('rejectedByExchange', { status: 503 }),
    ]) {
      expect(faults.note('pnl', passing)).toBe(false)
    }
    expect(faults.get('pnl')).toBeNull()
    expect(faults.get('orders')).toMatchObject({ code: 'unauthenticated' })
  })
})
