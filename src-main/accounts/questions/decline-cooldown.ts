// Computes how long a declined question stays blocked. Pure except for its clock. Questions that never opened do not count.

/** Waits after the first no, the second and so on; the last applies to all later ones. The first may be a slip. */
const pausesMs = [0, 5_000, 15_000, 60_000, 300_000]

/** This long after the last no, the count resets. */
const quietMs = 600_000

/** @param monotonicMs - a monotonic clock in milliseconds */
export function createDeclineCooldown(monotonicMs: () => number) {
  let noCount = 0
  let lastNoAtMs = 0

  const forgetAfterQuiet = (): void => {
    if (monotonicMs() - lastNoAtMs >= quietMs) noCount = 0
  }

  return {
    /** Milliseconds until the question may open; 0 if it may open now. */
    leftMs(): number {
      forgetAfterQuiet()
      if (noCount === 0) return 0
      const pauseMs = pausesMs[Math.min(noCount, pausesMs.length) - 1] ?? 0
      return Math.max(0, Math.ceil(lastNoAtMs + pauseMs - monotonicMs()))
    },
    recordNo(): void {
      forgetAfterQuiet()
      noCount += 1
      lastNoAtMs = monotonicMs()
    },
    recordYes(): void {
      noCount = 0
    },
  }
}

/** Prevents a page from repeating a question until the user gives in. */
export type DeclineCooldown = ReturnType<typeof createDeclineCooldown>
