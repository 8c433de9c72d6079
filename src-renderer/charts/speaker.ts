// Debounced screen reader announcements: only the latest text is spoken.

/** Holding an arrow key passes a candle every few milliseconds; only the last one is announced. */
const restMs = 200

export class Speaker {
  readonly #say: (text: string) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(say: (text: string) => void) {
    this.#say = say
  }

  /** Announces a text unless another one follows within the delay. */
  speak(text: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#say(text), restMs)
  }

  /** Cancels the pending announcement. */
  dispose(): void {
    clearTimeout(this.#timer)
  }
}
