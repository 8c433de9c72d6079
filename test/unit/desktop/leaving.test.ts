import { expect, it } from 'vitest'
import { CALLED_OFF_AFTER_MS, createLeaving } from '../../../src-main/desktop/quitting/leaving.ts'

function makeTimers() {
  let nowMs = 0
  const due = new Set<{ readonly atMs: number; readonly work: () => void }>()
  return {
    after(ms: number, work: () => void): () => void {
      const entry = { atMs: nowMs + ms, work }
      due.add(entry)
      return () => due.delete(entry)
    },
    pass(ms: number): void {
      nowMs += ms
      for (const entry of [...due]) {
        if (entry.atMs > nowMs) continue
        due.delete(entry)
        entry.work()
      }
    },
  }
}

it('stays where the app still runs a minute after the last announcement of a shutdown', () => {
  const timers = makeTimers()
  const seen: string[] = []
  const leave = createLeaving({
    after: (ms, work) => timers.after(ms, work),
    onLeave: () => seen.push('leave'),
    onStay: () => seen.push('stay'),
  })
  leave()
  timers.pass(CALLED_OFF_AFTER_MS - 1)
  // Announced once more: the minute begins anew.
  leave()
  timers.pass(CALLED_OFF_AFTER_MS - 1)
  expect(seen).toEqual(['leave', 'leave'])
  timers.pass(1)
  expect(seen).toEqual(['leave', 'leave', 'stay'])
  timers.pass(10 * CALLED_OFF_AFTER_MS)
  leave()
  expect(seen).toEqual(['leave', 'leave', 'stay', 'leave'])
})
