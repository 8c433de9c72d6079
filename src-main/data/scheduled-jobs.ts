// Runs recurring jobs, over days.
import type { Clock } from '../async/clock.ts'

export interface ScheduledJob {
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
export function startScheduledJobs(
  jobs: readonly ScheduledJob[],
  clock: Clock,
  lookEveryMs: number,
): () => void {
  const lastMs = new Map<ScheduledJob, number>()
  const run = (job: ScheduledJob): void => {
    lastMs.set(job, clock.now())
    job.run()
  }
  const look = (): void => {
    for (const [job, atMs] of lastMs) {
      // A last run in the future means that the clock was set back.
      const sinceMs = clock.now() - atMs
      if (job.everyMs !== null && (sinceMs >= job.everyMs || sinceMs < 0)) run(job)
    }
  }
  const first = jobs.map((job) => setTimeout(() => run(job), job.afterMs))
  const looking = setInterval(look, lookEveryMs)
  return () => {
    for (const timer of first) clearTimeout(timer)
    clearInterval(looking)
  }
}
