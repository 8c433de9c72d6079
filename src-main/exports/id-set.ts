// Owns: remembering which of many ids have been seen, in little memory. Must not: know what they are ids of.

const perWord = 32

/** Ids of one list lie near each other: a word of bits holds 32 of them, and at worst one, as in a plain set. */
export class IdSet {
  readonly #words = new Map<number, number>()

  /** Whether it is new. */
  add(id: number): boolean {
    const at = Math.floor(id / perWord)
    const word = this.#words.get(at) ?? 0
    const bit = 1 << (id % perWord)
    if ((word & bit) !== 0) return false
    this.#words.set(at, word | bit)
    return true
  }
}
