// Runs background work once the page is idle and no call is pending; optionally sooner after user input.
import { isWaiting } from './api.ts'

interface Patience {
  /** Maximum wait for a page that stays busy or a call without a response. */
  readonly longestWaitMs: number
  /** Delay that leaves room for the user's first reaction. */
  readonly pauseMs: number
  /** True when user input may need the work: it then starts after the input was handled. */
  readonly isHurriedByInput: boolean
}
const usual: Patience = { longestWaitMs: 4_000, pauseMs: 300, isHurriedByInput: true }
/** For work that no input can need. */
export const unhurried: Patience = { ...usual, isHurriedByInput: false }

/** Input counts as handled after this time, whatever else the page does. */
const longestAnswerMs = 100

/** Captured, so that input is noticed even when a handler stops it. */
const atFirst = { capture: true }

/** Runs `begin` when idle; returns a function that cancels or ends the work. */
export function whenIdle(begin: () => () => void, patience = usual): () => void {
  const inputs = ['pointerdown', 'keydown'] as const
  let { pauseMs } = patience
  let untilMs = performance.now() + patience.longestWaitMs
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
    untilMs = Math.min(untilMs, performance.now() + longestAnswerMs)
    ask()
  }
  if (patience.isHurriedByInput) for (const input of inputs) window.addEventListener(input, hurry, atFirst)
  ask()
  return () => {
    stopWaiting()
    end?.()
  }
}
