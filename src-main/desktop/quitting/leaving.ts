// A shutdown of the system that was announced, and may be called off: by another app, or by a person who is asked about one.

/**
 * No system says that a shutdown was called off. An app that still runs this long after the announcement counts as staying; where
 * the shutdown comes later after all, quitting asks as ever.
 */
export const CALLED_OFF_AFTER_MS = 60_000

export interface LeavingOptions {
  readonly onLeave: () => void
  readonly onStay: () => void
  /** Calls `work` once, after this many milliseconds, unless the returned function is called before. */
  readonly after: (ms: number, work: () => void) => () => void
}

/** Returns what is called with each announcement. */
export function createLeaving({ onLeave, onStay, after }: LeavingOptions): () => void {
  let forget = (): void => undefined
  return () => {
    forget()
    onLeave()
    forget = after(CALLED_OFF_AFTER_MS, onStay)
  }
}
