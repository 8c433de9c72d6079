// Owns: beginning work a moment after the page shows what it was answered and waits for no answer; if wanted, sooner once somebody
// does something.
// Must not: know the work.
import { isWaiting } from './api.ts'

interface Patience {
  /** Of a page that is busy on and on, or whose question is not answered. */
  readonly longestWaitMs: number
  /** What somebody does at the sight of it comes first. */
  readonly pauseMs: number
  /** What somebody presses may be of what has not begun: then it begins once the press is answered. */
  readonly isHurriedByInput: boolean
}
const usual: Patience = { longestWaitMs: 4_000, pauseMs: 300, isHurriedByInput: true }
/** Of what no press can be of. */
export const unhurried: Patience = { ...usual, isHurriedByInput: false }

/** A press is taken to be answered after that, whatever the page still does or waits for. */
const longestAnswerMs = 100

/** The press is noted even where what is pressed keeps it to itself. */
const atFirst = { capture: true }

/** Begins the work then; returns what ends it, or keeps it from beginning. */
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
    // No time at all would mean to wait for ever.
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
