// Owns: the time as the screen knows it, one tick a second, for ages and clocks. Must not: be used to measure.

let timeMs = $state(Date.now())

export const now = {
  /** Milliseconds since the Unix epoch, no older than a second while the page is visible. */
  get ms(): number {
    return timeMs
  },
  /** Ticks on the second until the returned function is called. Rests while the page is hidden. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = (): void => {
      // Not read back from the state: an effect that starts the clock would then run again at each tick.
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
