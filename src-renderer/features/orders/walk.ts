// Owns: waiting until the keys that walk through rows rest. Must not: open anything.

const restMs = 120

/** Walking fast through rows opens only the one where the walk ends. */
export class Walk {
  #timer: ReturnType<typeof setTimeout> | undefined

  to(open: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(open, restMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
