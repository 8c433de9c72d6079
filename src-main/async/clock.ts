// The main process's only source of the time; tests inject their own.

/** Milliseconds since the Unix epoch. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that always returns the same time, for screenshots and tests. */
export function fixedClock(nowMs: number): Clock {
  return { now: () => nowMs }
}
