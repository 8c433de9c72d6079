// Limits how much of a connection is read a second, so that no service can keep main busy. Pure.

/** A window is this long. */
export const WINDOW_MS = 100
/** Of one window: 20,000 messages and 5 MB a second. */
const MAX_MESSAGES = 2_000
const MAX_BYTES = 500_000
/** Of one window, spent on messages: half of it is for everything else. */
const MAX_SPENT_MS = 50
/** After so many full windows in a row, what is read is old: a new connection has the newest state. */
const MAX_FULL_WINDOWS = 20

export type FloodVerdict = 'go' | 'pause' | 'cut'

export class FloodGate {
  #windowFromMs = -Infinity
  #messages = 0
  #bytes = 0
  #spentMs = 0
  #fullWindows = 0
  #isFull = false

  /**
   * Counts a message. `pause`: read no more until the window has ended, see leftMs. `cut`: that was so for too long.
   * @param nowMs - of a clock that only goes forward
   */
  note(bytes: number, nowMs: number): FloodVerdict {
    if (nowMs - this.#windowFromMs >= WINDOW_MS) this.#begin(nowMs)
    this.#messages += 1
    this.#bytes += bytes
    return this.#judge()
  }

  /** Counts the time that reading a message took, which may be long for a few bytes. The verdict is as of note. */
  spend(durationMs: number): FloodVerdict {
    this.#spentMs += durationMs
    return this.#judge()
  }

  #judge(): FloodVerdict {
    const isWithin =
      this.#messages <= MAX_MESSAGES && this.#bytes <= MAX_BYTES && this.#spentMs <= MAX_SPENT_MS
    if (isWithin) return 'go'
    if (!this.#isFull) {
      this.#isFull = true
      this.#fullWindows += 1
    }
    return this.#fullWindows > MAX_FULL_WINDOWS ? 'cut' : 'pause'
  }

  #begin(nowMs: number): void {
    if (!this.#isFull) this.#fullWindows = 0
    this.#windowFromMs = nowMs
    this.#messages = 0
    this.#bytes = 0
    this.#spentMs = 0
    this.#isFull = false
  }

  /** How long the window still lasts. */
  leftMs(nowMs: number): number {
    return Math.max(0, this.#windowFromMs + WINDOW_MS - nowMs)
  }
}
