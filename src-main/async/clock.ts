// Owns: the only way to ask for the time in the main process. Must not: be bypassed; a test injects its own.

/** Milliseconds since the Unix epoch. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still, for pictures and tests. */
export function fixedClock(nowMs: number): Clock {
  return { now: () => nowMs }
}
