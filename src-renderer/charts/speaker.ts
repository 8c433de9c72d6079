// Owns: saying the newest of several things that come quickly one after the other. Must not: know what is said.

/** A held arrow key comes to a candle every few milliseconds; only the one it rests on is worth hearing. */
const restMs = 200

export class Speaker {
  readonly #say: (text: string) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(say: (text: string) => void) {
    this.#say = say
  }

  /** Says a text once nothing else has come for a moment. */
  speak(text: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#say(text), restMs)
  }

  /** Says nothing any more. */
  dispose(): void {
    clearTimeout(this.#timer)
  }
}
