// Delays opening until row navigation by keyboard rests.

const restMs = 120

/** Moving fast through rows opens only the last one. */
export class DebouncedOpen {
  #timer: ReturnType<typeof setTimeout> | undefined

  to(open: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(open, restMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
