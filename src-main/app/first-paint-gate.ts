// Lets background work start after the page's first paint.

/** Background work starts after this long even if the page never paints. */
const FIRST_PAINT_TIMEOUT_MS = 10_000

export function createFirstPaintGate(timeoutMs = FIRST_PAINT_TIMEOUT_MS) {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const open = (): void => resolve(undefined)
  // The timer does not keep the app running.
  setTimeout(open, timeoutMs).unref()
  return {
    /** Resolves once, never rejects. */
    passed: promise,
    /** The page shows its first view. */
    open,
  }
}

export type FirstPaintGate = ReturnType<typeof createFirstPaintGate>
