// Owns: beginning work a moment after the page shows what it was answered and waits for no answer, or once somebody does something.
// Must not: know the work.
import { isWaiting } from './api.ts'

interface Patience {
  /** Of a page that is busy on and on, or whose question is not answered. */
  readonly longestWaitMs: number
  /** What somebody does at the sight of it comes first. */
  readonly pauseMs: number
  /** What somebody presses may be of what has not begun: then it begins as soon as the press is answered. */
  readonly isHurriedByInput: boolean
}
const usual: Patience = { longestWaitMs: 4_000, pauseMs: 300, isHurriedByInput: true }
/** Of what nobody can see begin. */
export const unhurried: Patience = { ...usual, isHurriedByInput: false }

/** A press is taken to be answered after that, whatever else the page has to do. */
const longestAnswerMs = 100

/** Begins the work then; returns what ends it, or keeps it from beginning. */
export function whenIdle(begin: () => () => void, patience = usual): () => void {
  const { longestWaitMs, pauseMs, isHurriedByInput } = patience
  const inputs = ['pointerdown', 'keydown'] as const
  let end: (() => void) | null = null
  let request = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const untilMs = performance.now() + longestWaitMs
  const look = (): void => {
    if (isWaiting() && performance.now() < untilMs) ask()
    else timer = setTimeout(beginNow, pauseMs)
  }
  const stopWaiting = (): void => {
    cancelIdleCallback(request)
    clearTimeout(timer)
    for (const input of inputs) window.removeEventListener(input, hurry, true)
  }
  const beginNow = (): void => {
    stopWaiting()
    end = begin()
  }
  const hurry = (): void => {
    stopWaiting()
    request = requestIdleCallback(beginNow, { timeout: longestAnswerMs })
  }
  const ask = (): void => {
    request = requestIdleCallback(look, { timeout: longestWaitMs })
  }
  if (isHurriedByInput) for (const input of inputs) window.addEventListener(input, hurry, true)
  ask()
  return () => {
    stopWaiting()
    end?.()
  }
}
