// Messages that go by themselves, unless the pointer or the focus is on them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { goesAfter } from '../../../../src-renderer/components/overlay/goes-after.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show() {
  const target: unknown = new EventTarget()
  // Nothing but its events is used.
  const element = target as HTMLElement
  let gone = 0
  const stop = goesAfter(1_000, () => (gone += 1))(element)
  const hear = (...names: string[]): void => {
    for (const name of names) element.dispatchEvent(new Event(name))
  }
  return { hear, gone: () => gone, stop: () => stop?.() }
}

it('goes once after its time', () => {
  const { gone } = show()
  vi.advanceTimersByTime(999)
  expect(gone()).toBe(0)
  vi.advanceTimersByTime(5_000)
  expect(gone()).toBe(1)
})

it.each([
  ['pointerenter', 'pointerleave'],
  ['focusin', 'focusout'],
])('stays from %s to %s, and its time begins anew', (enter, leave) => {
  const { hear, gone } = show()
  hear(enter)
  vi.advanceTimersByTime(60_000)
  hear('pointerenter', 'pointerleave', 'focusin', 'focusout', enter)
  vi.advanceTimersByTime(60_000)
  expect(gone()).toBe(0)
  hear(leave)
  vi.advanceTimersByTime(999)
  expect(gone()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(gone()).toBe(1)
})

it('that is taken away calls nobody', () => {
  const { hear, gone, stop } = show()
  stop()
  hear('focusin', 'focusout')
  vi.advanceTimersByTime(60_000)
  expect(gone()).toBe(0)
})
