// The Connection view reads again by itself, only while it can be seen.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pollWhileVisible } from '../../../../../src-renderer/features/connection/poll-visible.ts'

class FakeDocument extends EventTarget {
  visibilityState = 'visible'

  become(state: 'visible' | 'hidden'): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

describe('a poll', () => {
  let page: FakeDocument
  beforeEach(() => {
    vi.useFakeTimers()
    page = new FakeDocument()
    vi.stubGlobal('document', page)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('runs at once, and again after each pause until it is stopped', async () => {
    const run = vi.fn(() => Promise.resolve())
    const poll = pollWhileVisible(run, 2_000)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(6_100)
    expect(run).toHaveBeenCalledTimes(4)
    poll.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    page.become('visible')
    expect(run).toHaveBeenCalledTimes(4)
  })

  it('never piles up behind a run that lasts', async () => {
    let release = (): void => undefined
    const run = vi.fn(() => new Promise<void>((resolve) => (release = resolve)))
    const poll = pollWhileVisible(run, 2_000)
    await vi.advanceTimersByTimeAsync(20_000)
    poll.request()
    page.become('visible')
    expect(run).toHaveBeenCalledTimes(1)
    release()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(run).toHaveBeenCalledTimes(2)
    poll.stop()
  })

  it('rests while the window is hidden, and runs at once when it is seen again', async () => {
    page.become('hidden')
    const run = vi.fn(() => Promise.resolve())
    const poll = pollWhileVisible(run, 2_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).not.toHaveBeenCalled()
    page.become('visible')
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(run).toHaveBeenCalledTimes(2)
    page.become('hidden')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).toHaveBeenCalledTimes(2)
    poll.stop()
  })

  it('that is asked for now runs now, and pauses after that', async () => {
    const run = vi.fn(() => Promise.resolve())
    const poll = pollWhileVisible(run, 2_000)
    await vi.advanceTimersByTimeAsync(1_900)
    poll.request()
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(run).toHaveBeenCalledTimes(2)
    poll.stop()
  })
})
