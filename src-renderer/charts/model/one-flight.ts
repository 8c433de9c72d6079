// Owns: one question at a time, the next one chosen when the last is answered, and a rest after failures.
// Must not: know what is asked.

/** After a failure nothing is asked for so long. */
const restMs = 1_000

export class OneFlight {
  readonly #next: () => (() => Promise<void>) | null
  readonly #onFailure: (error: unknown) => void
  #isAsking = false
  /** The last question failed, and nothing has changed since that would make another one worth while. */
  #hasFailed = false
  #rest: ReturnType<typeof setTimeout> | undefined
  #isEnded = false

  /**
   * @param next - chooses what to ask now; null: nothing. What it returns asks and takes the answer, and may reject.
   * @param onFailure - hears of a rejection, unless all has ended
   */
  constructor(next: () => (() => Promise<void>) | null, onFailure: (error: unknown) => void) {
    this.#next = next
    this.#onFailure = onFailure
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Asks what is to be asked, unless a question is under way or the last one failed. */
  go(): void {
    if (this.#isAsking || this.#isEnded || this.#hasFailed || this.#rest !== undefined) return
    const ask = this.#next()
    if (ask === null) return
    this.#isAsking = true
    ask()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#isAsking = false
        this.go()
      })
  }

  /** Something changed: after a failure it is worth while to ask again, once the rest is over. */
  forgive(): void {
    this.#hasFailed = false
  }

  /** Asks again at once, even after a failure. */
  hurry(): void {
    this.#hasFailed = false
    this.#endRest()
    this.go()
  }

  /** Asks nothing any more. */
  end(): void {
    this.#isEnded = true
    this.#endRest()
  }

  #endRest(): void {
    clearTimeout(this.#rest)
    this.#rest = undefined
  }

  #fail(error: unknown): void {
    if (this.#isEnded) return
    this.#hasFailed = true
    this.#rest = setTimeout(() => {
      this.#rest = undefined
      this.go()
    }, restMs)
    this.#onFailure(error)
  }
}
