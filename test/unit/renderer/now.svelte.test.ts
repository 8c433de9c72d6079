// @vitest-environment page
// The clock of the screen can be started by an effect without starting it again.
import { flushSync } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { now } from '../../../src-renderer/shell/page/now.svelte.ts'

afterEach(() => vi.unstubAllGlobals())

it('ticks without starting anew what started it', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  let starts = 0
  const stop = $effect.root(() => {
    $effect(() => {
      starts += 1
      return now.start()
    })
  })
  flushSync()
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(1005)
    flushSync()
  }
  expect(now.ms).toBeGreaterThanOrEqual(1_003_000)
  expect(starts).toBe(1)
  // Lists are written again every five seconds, not at each tick.
  expect(now.roughMs).toBe(1_000_000)
  for (let second = 0; second < 3; second++) vi.advanceTimersByTime(1005)
  expect(now.roughMs).toBeGreaterThanOrEqual(1_005_000)
  stop()
  vi.useRealTimers()
})
