// Bursts of changes become few fetches and that none is lost.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coalesce } from '../../../src-renderer/shell/page/coalesce.ts'

describe('a refresher', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs at once, then makes one run of all that was asked for meanwhile', async () => {
    let runs = 0
    const refresher = coalesce(() => {
      runs++
      return Promise.resolve()
    }, 100)
    for (let ask = 0; ask < 50; ask++) refresher.request()
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(runs).toBe(2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(runs).toBe(2)
  })

  it('never runs twice at the same time', async () => {
    let inside = 0
    let most = 0
    const refresher = coalesce(async () => {
      inside++
      most = Math.max(most, inside)
      await new Promise((resolve) => setTimeout(resolve, 300))
      inside--
    }, 10)
    refresher.request()
    for (let step = 0; step < 20; step++) {
      await vi.advanceTimersByTimeAsync(50)
      refresher.request()
    }
    expect(most).toBe(1)
  })

  it('forgets what was asked for when it is stopped, and can be asked again', async () => {
    let runs = 0
    const refresher = coalesce(() => {
      runs++
      return Promise.resolve()
    }, 100)
    refresher.request()
    refresher.request()
    await vi.advanceTimersByTimeAsync(10)
    refresher.stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(runs).toBe(1)
    refresher.request()
    expect(runs).toBe(2)
  })

  it('does not lose the first ask of a view that comes back while an old run is still under way', async () => {
    const ends: (() => void)[] = []
    let runs = 0
    const refresher = coalesce(() => {
      runs++
      return new Promise((resolve) => ends.push(resolve))
    }, 100)
    refresher.request()
    refresher.stop()
    refresher.request()
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(100)
    expect(runs).toBe(2)
  })
})
