// On-screen countdown. Main decides when the wait is over.
import { countOf } from '../../text/format/words.ts'

/**
 * Milliseconds until a moment that may change, never below 0, updated four times a second while it is ahead. Call during
 * component initialization.
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

/** Remaining time, rounded up: "42 seconds", "4:05 minutes"; empty when over. */
export function formatLeft(leftMs: number): string {
  const left = Math.ceil(leftMs / 1000)
  if (left <= 0) return ''
  if (left >= 60) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} minutes`
  return countOf(left, ['second', 'seconds'])
}
