// Owns: the rows read so far, in pages that never change, so that news copies only the pages that it falls into.
// Must not: fetch.
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { OrderCursor, OrderPage } from '../../../src-preload/contract/orders.ts'

/** Pages hold at most this many rows. */
const mostPerPage = 1000

/** Below zero when `a` stands above `b` in the list: newest first, then the higher id. */
export function compareOrders(a: OrderCursor, b: OrderCursor): number {
  return b.createdAtMs - a.createdAtMs || b.id - a.id
}

/** The head of a list, newest first, as far as it was read. Immutable. */
export class OrderRows {
  readonly pages: readonly (readonly Order[])[]
  /** Where the next page begins; null when all rows are here. */
  readonly next: OrderCursor | null
  /** How many rows the whole list has, read or not. */
  readonly total: number
  /** How many rows are here. */
  readonly length: number
  /** Index of the first row of each page. */
  readonly #starts: readonly number[]

  constructor(pages: readonly (readonly Order[])[], next: OrderCursor | null, total: number) {
    const starts: number[] = []
    let length = 0
    for (const page of pages) {
      starts.push(length)
      length += page.length
    }
    this.pages = pages
    this.next = next
    this.length = length
    this.#starts = starts
    // A list that grew between two readings has at least what is here.
    this.total = Math.max(total, length)
  }

  /** The row at an index from the top; undefined where none was read. */
  at(index: number): Order | undefined {
    const page = this.#pageOf(index)
    return this.pages[page]?.[index - (this.#starts[page] ?? 0)]
  }

  /** How many rows stand before the place of `key`: its index, where it is here. */
  indexOf(key: OrderCursor): number {
    return this.#search((row) => compareOrders(row, key) < 0)
  }

  /**
   * Where orders stand, as indexes in rising order: their own where they are here, else where their ids put them, since
   * ids rise with time. `length` for those that come after what was read.
   */
  placesOf(ids: Iterable<number>): number[] {
    const missing = new Set(ids)
    const places: number[] = []
    let index = 0
    for (const page of this.pages) {
      for (const row of page) {
        if (missing.delete(row.id)) places.push(index)
        index += 1
      }
    }
    for (const id of missing) places.push(this.#search((row) => row.id > id))
    return places.sort((a, b) => a - b)
  }

  /** The same rows, with more to be read after the last one. */
  withOpenEnd(): OrderRows {
    const last = this.at(this.length - 1)
    if (last === undefined || this.next !== null) return this
    return new OrderRows(this.pages, { createdAtMs: last.createdAtMs, id: last.id }, this.total)
  }

  /**
   * The rows with an answer in the place of what it covers: all that stands between `after` and the answer's last row,
   * or the end of the list where the answer reaches it. Nothing is doubled, and what vanished from that stretch is gone.
   */
  withAnswer(after: OrderCursor | null, answer: OrderPage): OrderRows {
    const from = after === null ? 0 : this.#countThrough(after)
    const last = answer.rows.at(-1)
    const to = answer.next === null || last === undefined ? this.length : this.#countThrough(last)
    const firstPage = Math.max(0, this.#pageOf(from))
    const lastPage = to >= this.length ? this.pages.length - 1 : this.#pageOf(to)
    const head = (this.pages[firstPage] ?? []).slice(0, from - (this.#starts[firstPage] ?? 0))
    const tail = (this.pages[lastPage] ?? []).slice(to - (this.#starts[lastPage] ?? 0))
    const pages = [
      ...this.pages.slice(0, firstPage),
      ...split([...head, ...answer.rows, ...tail]),
      ...this.pages.slice(lastPage + 1),
    ]
    const isPastEnd = to >= this.length
    return new OrderRows(pages, isPastEnd ? answer.next : this.next, answer.total)
  }

  /** How many rows at the top fit; rows that fit stand above all others. */
  #search(fits: (row: Order) => boolean): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = this.at(middle)
      if (row !== undefined && fits(row)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** How many rows stand before `key` or are it. */
  #countThrough(key: OrderCursor): number {
    const index = this.indexOf(key)
    return this.at(index)?.id === key.id ? index + 1 : index
  }

  /** The last page that begins at or before `index`; -1 without pages. */
  #pageOf(index: number): number {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? 0) <= index) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

/** Even pages, none above the most. */
function split(rows: readonly Order[]): Order[][] {
  const count = Math.ceil(rows.length / mostPerPage)
  const size = Math.ceil(rows.length / Math.max(1, count))
  return Array.from({ length: count }, (_, page) => rows.slice(page * size, (page + 1) * size))
}

export const noRows = new OrderRows([], null, 0)
