import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStreamGate } from '../../../src-main/session/stream-gate.ts'
import { createPace } from '../../../src-main/session/sync/pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function make() {
  const pace = createPace()
  let changes = 0
  const gate = createStreamGate({ pace, onChange: () => (changes += 1) })
  return { pace, gate, changes: () => changes }
}

test('streams are released half a minute after the window was hidden, and held again when it is shown', () => {
  const { pace, gate, changes } = make()
  pace.note({ isWindowShown: false })
  vi.advanceTimersByTime(29_000)
  pace.note({ isOnBattery: true })
  expect(gate.isOpen()).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect([gate.isOpen(), changes()]).toEqual([false, 1])
  pace.note({ isWindowShown: true })
  expect([gate.isOpen(), changes()]).toEqual([true, 2])
  gate.stop()
})

test('a window that is shown again in time keeps its streams', () => {
  const { pace, gate, changes } = make()
  pace.note({ isWindowShown: false })
  vi.advanceTimersByTime(20_000)
  pace.note({ isWindowShown: true })
  vi.advanceTimersByTime(60_000)
  expect([gate.isOpen(), changes()]).toEqual([true, 0])
  gate.stop()
})

test('streams are released at once by the lock and by sleep, and stay so while the window is hidden after it', () => {
  const { pace, gate } = make()
  pace.note({ isAway: true })
  expect(gate.isOpen()).toBe(false)
  pace.note({ isAway: false, isWindowShown: false })
  expect(gate.isOpen()).toBe(false)
  pace.note({ isWindowShown: true })
  expect(gate.isOpen()).toBe(true)
  gate.stop()
})
