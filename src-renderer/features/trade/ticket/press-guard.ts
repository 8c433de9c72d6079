// Takes one press of several that come close together: a double click, a held key, a bouncing button. Pure but for its clock.

/** Presses closer together than this are one. */
export const QUIET_MS = 700

export class PressGuard {
  readonly #nowMs: () => number
  #lastMs = -Infinity

  /** @param nowMs - a clock that only goes forward */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** True for the first press after a quiet time. Every press, also an ignored one, begins a new quiet time. */
  take(): boolean {
    const nowMs = this.#nowMs()
    const isFirst = nowMs - this.#lastMs >= QUIET_MS
    this.#lastMs = nowMs
    return isFirst
  }
}
