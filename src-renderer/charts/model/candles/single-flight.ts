// Runs one request at a time, chooses the next when it completes, and pauses after failures.

/** Pause after a failure. */
const restMs = 1_000

/** Sends one request at a time; `next` chooses each one when the previous has completed. */
export class SingleFlight {
  readonly #next: () => (() => Promise<void>) | null
  readonly #onFailure: (error: unknown) => void
  #isAsking = false
  /** The last request failed and nothing has changed since that would justify another one. */
  #hasFailed = false
  #rest: ReturnType<typeof setTimeout> | undefined
  #isEnded = false

  /**
   * @param next - chooses the next request; null for none. The returned function sends it and stores the response, and may
   *   reject
   * @param onFailure - receives a rejection, unless `end` was called
   */
  constructor(next: () => (() => Promise<void>) | null, onFailure: (error: unknown) => void) {
    this.#next = next
    this.#onFailure = onFailure
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Sends the next request unless one is in flight or the last one failed. */
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

  /** Allows a request after a failure, once the pause is over. */
  allowRetry(): void {
    this.#hasFailed = false
  }

  /** Sends the next request immediately, even after a failure. */
  retryNow(): void {
    this.#hasFailed = false
    this.#endRest()
    this.go()
  }

  /** Stops sending requests. */
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
