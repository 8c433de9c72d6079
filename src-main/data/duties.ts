// Runs recurring jobs, over days.
import type { Clock } from '../async/clock.ts'

export interface Duty {
  /** Delay of the first run after start. */
  readonly afterMs: number
  /** Interval between runs, by the clock; null to run once. */
  readonly everyMs: number | null
  /** Handles its own errors. */
  readonly run: () => void
}

/**
 * @param lookEveryMs - how often to check for due jobs; a single long timer would stop while the computer sleeps
 * @returns a function that stops all jobs
 */
export function startDuties(duties: readonly Duty[], clock: Clock, lookEveryMs: number): () => void {
  const lastMs = new Map<Duty, number>()
  const run = (duty: Duty): void => {
    lastMs.set(duty, clock.now())
    duty.run()
  }
  const look = (): void => {
    for (const [duty, atMs] of lastMs) {
      // A last run in the future means that the clock was set back.
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
