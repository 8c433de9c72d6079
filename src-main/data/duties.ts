// Owns: doing some work a while after the start and then again and again, for days. Must not: know the work.
import type { Clock } from '../async/clock.ts'

export interface Duty {
  /** The first time is so long after the start. */
  readonly afterMs: number
  /** Pause between two times, by the clock; null where once is enough. */
  readonly everyMs: number | null
  /** Reports its own faults. */
  readonly run: () => void
}

/**
 * @param lookEveryMs - how often it is looked whether something is due: a timer alone stands still while the computer
 *   sleeps
 * @returns what ends it
 */
export function startDuties(duties: readonly Duty[], clock: Clock, lookEveryMs: number): () => void {
  const lastMs = new Map<Duty, number>()
  const run = (duty: Duty): void => {
    lastMs.set(duty, clock.now())
    duty.run()
  }
  const look = (): void => {
    for (const [duty, atMs] of lastMs) {
      // A time that lies ahead is of a clock that was set back since.
      const sinceMs = clock.now() - atMs
      if (duty.everyMs !== null && (sinceMs >= duty.everyMs || sinceMs < 0)) run(duty)
    }
  }
  const first = duties.map((duty) => setTimeout(() => run(duty), duty.afterMs))
  const looking = setInterval(look, lookEveryMs)
  return () => {
    for (const timer of first) clearTimeout(timer)
    clearInterval(looking)
  }
}
