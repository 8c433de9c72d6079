// A clock that two processes share: it goes faster than the system's, from the same moment.
import type { Clock } from '../../../../src-main/async/clock.ts'

/** So many times as fast as it is, so that minutes of the market end within seconds. */
const SPEED = 10

/** @param fromMs - epoch milliseconds at which it showed the system's time */
export function fastClock(fromMs: number): Clock {
  return { now: () => fromMs + (Date.now() - fromMs) * SPEED }
}
