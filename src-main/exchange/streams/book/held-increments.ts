// Increments that an order book keeps beside its levels: those that wait for a base, and the last ones that are in it. Pure.
import type { BookIncrement } from './book-messages.ts'

/** Levels in increments that wait for a base. */
const MAX_HELD = 50_000
/** Increments that are kept to tell a repeated one from one of a sequence that the exchange has begun anew. */
const MAX_RECENT = 64

function isSame(one: BookIncrement, other: BookIncrement): boolean {
  return (
    one.sequence === other.sequence &&
    one.changes.length === other.changes.length &&
    one.changes.every(({ side, price, amount }, place) => {
      const change = other.changes[place]
      return change?.side === side && change.price === price && change.amount === amount
    })
  )
}

/** `next`: nothing is missing before it. `known`: it is there already. The others say what is wrong. */
export type HeldPlace = 'next' | 'known' | 'gap' | 'repeated' | 'unread' | 'overflow'

/** Increments in sequence, without a hole. */
export class HeldIncrements {
  #list: BookIncrement[] = []
  #changes = 0

  clear(): void {
    this.#list = []
    this.#changes = 0
  }

  /** All of them; none is held afterwards. */
  take(): readonly BookIncrement[] {
    const list = this.#list
    this.clear()
    return list
  }

  /** Where this increment belongs. */
  placeOf(message: BookIncrement): HeldPlace {
    const last = this.#list.at(-1)
    if (message.unread > 0) return 'unread'
    if (this.#changes + message.changes.length > MAX_HELD) return 'overflow'
    if (last === undefined || message.sequence === last.sequence + 1) return 'next'
    if (message.sequence > last.sequence) return 'gap'
    const same = this.#list[this.#list.length - 1 - (last.sequence - message.sequence)]
    return same !== undefined && isSame(same, message) ? 'known' : 'repeated'
  }

  /** @param message - one whose place is `next`, or the first */
  push(message: BookIncrement): void {
    this.#list.push(message)
    this.#changes += Math.max(1, message.changes.length)
  }
}

/** The last increments of a book. */
export class RecentIncrements {
  /** By sequence modulo MAX_RECENT. */
  #list: BookIncrement[] = []

  clear(): void {
    this.#list = []
  }

  note(message: BookIncrement): void {
    this.#list[message.sequence % MAX_RECENT] = message
  }

  /** True if this very increment is one of them. */
  has(message: BookIncrement): boolean {
    const recent = this.#list[message.sequence % MAX_RECENT]
    return recent !== undefined && isSame(recent, message)
  }
}
