// Current time for ages and clocks, updated every second. Not for measuring durations.

/** How often `roughMs` is brought up to date: the steps of ages in words, see formatAge. */
const ROUGH_STEP_MS = 5_000

let timeMs = $state(Date.now())
let roughTimeMs = $state(Date.now())

export const now = {
  /** Milliseconds since the Unix epoch, no older than a second while the page is visible. */
  get ms(): number {
    return timeMs
  },
  /**
   * As `ms`, no older than five seconds while the page is visible: for titles, tables and lists, in which each second would make
   * every row be written again.
   */
  get roughMs(): number {
    return roughTimeMs
  },
  /** Ticks on the second until the returned function is called. Pauses while the page is hidden. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let roughAtMs = 0
    const tick = (): void => {
      // Not read from state: the effect that starts the clock would rerun at each tick.
      const atMs = Date.now()
      timeMs = atMs
      // A clock that was set back is followed at once.
      if (Math.abs(atMs - roughAtMs) >= ROUGH_STEP_MS - 500) {
        roughAtMs = atMs
        roughTimeMs = atMs
      }
      if (!document.hidden) timer = setTimeout(tick, 1000 - (atMs % 1000) + 5)
    }
    const wake = (): void => {
      clearTimeout(timer)
      tick()
    }
    wake()
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  },
}
