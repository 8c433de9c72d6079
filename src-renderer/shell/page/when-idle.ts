// Runs background work once the page is idle and no call is pending; optionally sooner after user input.
import { isWaiting } from './api.ts'

interface IdleOptions {
  /** Maximum wait for a page that stays busy or a call without a response. */
  readonly maxWaitMs: number
  /** Delay that leaves room for the user's first reaction. */
  readonly pauseMs: number
  /** True when user input may need the work: it then starts after the input was handled. */
  readonly startsOnInput: boolean
}
const usual: IdleOptions = { maxWaitMs: 4_000, pauseMs: 300, startsOnInput: true }
/** For work that no input can need. */
export const idleOnly: IdleOptions = { ...usual, startsOnInput: false }

/** Input counts as handled after this time, whatever else the page does. */
const maxResponseMs = 100

/** Captured, so that input is noticed even when a handler stops it. */
const atFirst = { capture: true }

/** Runs `begin` when idle; returns a function that cancels or ends the work. */
export function whenIdle(begin: () => () => void, patience = usual): () => void {
  const inputs = ['pointerdown', 'keydown'] as const
  let { pauseMs } = patience
  let untilMs = performance.now() + patience.maxWaitMs
  let end: (() => void) | null = null
  let request = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopWaiting = (): void => {
    cancelIdleCallback(request)
    clearTimeout(timer)
    for (const input of inputs) window.removeEventListener(input, hurry, atFirst)
  }
  const beginNow = (): void => {
    stopWaiting()
    end = begin()
  }
  const look = (): void => {
    if (isWaiting() && performance.now() < untilMs) ask()
    else timer = setTimeout(beginNow, pauseMs)
  }
  const ask = (): void => {
    // A timeout of 0 would wait forever.
    request = requestIdleCallback(look, { timeout: Math.max(1, untilMs - performance.now()) })
  }
  const hurry = (): void => {
    stopWaiting()
    pauseMs = 0
    untilMs = Math.min(untilMs, performance.now() + maxResponseMs)
    ask()
  }
  if (patience.startsOnInput) for (const input of inputs) window.addEventListener(input, hurry, atFirst)
  ask()
  return () => {
    stopWaiting()
    end?.()
  }
}
