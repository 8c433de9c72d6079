// Owns: beginning work once the page shows what it was answered, waits for no answer and has nothing to do. Must not: know the work.
import { isWaiting } from './api.ts'

/** Of a page that is busy on and on, or whose question is not answered. */
const longestWaitMs = 4_000

/** Begins the work then; returns what ends it, or keeps it from beginning. */
export function whenIdle(begin: () => () => void): () => void {
  let end: (() => void) | null = null
  let request = 0
  const untilMs = performance.now() + longestWaitMs
  const look = (): void => {
    if (isWaiting() && performance.now() < untilMs) ask()
    else end = begin()
  }
  const ask = (): void => {
    request = requestIdleCallback(look, { timeout: longestWaitMs })
  }
  ask()
  return () => {
    cancelIdleCallback(request)
    end?.()
  }
}
