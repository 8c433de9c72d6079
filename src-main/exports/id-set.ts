// A memory-efficient set of numeric IDs.

const perWord = 32

/** Uses bitmaps of 32 IDs, because the IDs of a list are close together. At worst it costs as much as a plain set. */
export class IdSet {
  readonly #words = new Map<number, number>()

  /** Returns true if the ID is new. */
  add(id: number): boolean {
    const at = Math.floor(id / perWord)
    const word = this.#words.get(at) ?? 0
    const bit = 1 << (id % perWord)
    if ((word & bit) !== 0) return false
    this.#words.set(at, word | bit)
    return true
  }
}
