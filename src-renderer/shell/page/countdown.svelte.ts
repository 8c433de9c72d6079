// Owns: how long there is still to wait, counted down on screen. Must not: decide when the wait is over; main does.
import { countOf } from '../../text/format/words.ts'

/**
 * Milliseconds until a moment that may change, never below 0, four times a second while it is ahead. To be called while a
 * component is made.
 * @param untilMs - reads the moment, in performance.now() milliseconds
 */
export function countDown(untilMs: () => number): { readonly leftMs: number } {
  let leftMs = $state(0)
  $effect(() => {
    const until = untilMs()
    const tick = (): void => {
      const left = Math.max(0, until - performance.now())
      leftMs = left
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  })
  return {
    get leftMs() {
      return leftMs
    },
  }
}

/** What is left, as a person reads it: "42 seconds", "4:05 minutes"; empty when it is over. Never less than it is. */
export function formatLeft(leftMs: number): string {
  const left = Math.ceil(leftMs / 1000)
  if (left <= 0) return ''
  if (left >= 60) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} minutes`
  return countOf(left, ['second', 'seconds'])
}
