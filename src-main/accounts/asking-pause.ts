// Owns: for how long a question that was answered with no is not asked again. Pure but for its clock.
// Must not: know what is asked, or count a question that never opened.

/** After the first no, the second and so on; the last holds for all that follow. The first may be a slip. */
const pausesMs = [0, 5_000, 15_000, 60_000, 300_000]

/** So long after the last no, all of them are forgotten. */
const quietMs = 600_000

/** Keeps whoever wants a yes from asking until it is given to be left in peace. */
export interface AskingPause {
  /** Milliseconds until the question may open; 0 where it may now. */
  leftMs(): number
  recordNo(): void
  recordYes(): void
}

/** @param monotonicMs - milliseconds on a clock that never goes back */
export function createAskingPause(monotonicMs: () => number): AskingPause {
  let noCount = 0
  let lastNoAtMs = 0

  const forgetAfterQuiet = (): void => {
    if (monotonicMs() - lastNoAtMs >= quietMs) noCount = 0
  }

  return {
    leftMs() {
      forgetAfterQuiet()
      if (noCount === 0) return 0
      const pauseMs = pausesMs[Math.min(noCount, pausesMs.length) - 1] ?? 0
      return Math.max(0, Math.ceil(lastNoAtMs + pauseMs - monotonicMs()))
    },
    recordNo() {
      forgetAfterQuiet()
      noCount += 1
      lastNoAtMs = monotonicMs()
    },
    recordYes() {
      noCount = 0
    },
  }
}
