// Current time for ages and clocks, updated every second. Not for measuring durations.

let timeMs = $state(Date.now())

export const now = {
  /** Milliseconds since the Unix epoch, no older than a second while the page is visible. */
  get ms(): number {
    return timeMs
  },
  /** Ticks on the second until the returned function is called. Pauses while the page is hidden. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = (): void => {
      // Not read from state: the effect that starts the clock would rerun at each tick.
      const atMs = Date.now()
      timeMs = atMs
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
