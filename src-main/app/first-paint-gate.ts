// Lets background work start after the page's first paint.

/** Background work starts after this long even if the page never paints. */
const FIRST_PAINT_TIMEOUT_MS = 10_000

export interface FirstPaintGate {
  /** Resolves once, never rejects. */
  readonly passed: Promise<undefined>
  /** The page shows its first view. */
  readonly open: () => void
}

export function createFirstPaintGate(timeoutMs = FIRST_PAINT_TIMEOUT_MS): FirstPaintGate {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const open = (): void => {
    resolve(undefined)
  }
  // The timer does not keep the app running.
  setTimeout(open, timeoutMs).unref()
  return { passed: promise, open }
}
