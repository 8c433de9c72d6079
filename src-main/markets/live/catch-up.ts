// Tracks which streams are known to have told everything since an answer: pure.
//
// A stream tells changes from its confirmation on. What was before is known once an answer that was asked for after the
// confirmation has been kept; a lost connection ends that.

/** A stream's confirmation; null while it is not confirmed. */
export type CatchUpMark = number | null

export class CatchUp {
  #confirmations = 0
  readonly #confirmed = new Map<string, number>()
  readonly #caughtUp = new Map<string, number>()

  /** The service has confirmed these streams, for the first time or anew. */
  confirm(names: readonly string[]): void {
    for (const name of names) {
      this.#confirmations += 1
      this.#confirmed.set(name, this.#confirmations)
    }
  }

  /** Messages of these streams may be missing from now on: all of them where none is named. */
  lose(names: Iterable<string> = [...this.#confirmed.keys()]): void {
    for (const name of names) {
      this.#confirmed.delete(name)
      this.#caughtUp.delete(name)
    }
  }

  /** To be taken before an answer is asked for. */
  mark(name: string): CatchUpMark {
    return this.#confirmed.get(name) ?? null
  }

  /** The answer that was asked for after `mark` was taken is kept. True if the stream has caught up by it just now. */
  answered(name: string, mark: CatchUpMark): boolean {
    if (mark === null || this.#confirmed.get(name) !== mark || this.has(name)) return false
    this.#caughtUp.set(name, mark)
    return true
  }

  /** True while nothing is missing. */
  has(name: string): boolean {
    const mark = this.#caughtUp.get(name)
    return mark !== undefined && mark === this.#confirmed.get(name)
  }
}
