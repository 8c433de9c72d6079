// How long to wait before starting something anew that keeps failing: longer each time, and at once after a quiet minute. Pure.

/** Before the first recovery of a row there is no pause. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** After so long without a recovery the next one is the first of a row. */
const QUIET_MS = 60_000

/** @param random - uniform in [0, 1) */
export function createRecoveryPauses(random: () => number) {
  let count = 0
  let lastAtMs = -Infinity
  return {
    /** Records that something has to start anew. */
    note(nowMs: number): void {
      count = nowMs - lastAtMs >= QUIET_MS ? 1 : count + 1
      lastAtMs = nowMs
    },
    /** The earliest time of the start, drawn from the upper half of its pause so that clients spread out. */
    nextAtMs(nowMs: number): number {
      if (count <= 1) return nowMs
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 2), LONGEST_PAUSE_MS)
      return nowMs + pauseMs * (0.5 + random() / 2)
    },
  }
}

export type RecoveryPauses = ReturnType<typeof createRecoveryPauses>
