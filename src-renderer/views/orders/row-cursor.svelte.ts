// Owns: which order the keys are on, wherever news moves it in the list. Must not: scroll, open or draw.
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { OrderRows } from './order-pages.ts'

export class RowCursor {
  /** The marked order; null before the first mark, and where the marked row has not been read yet. */
  #order = $state.raw<Order | null>(null)
  #index = $state(0)
  #isPlaced = false

  /** Marks a row. */
  put(list: OrderRows, index: number): void {
    this.#isPlaced = true
    this.#index = index
    this.#order = list.at(index) ?? null
  }

  /** Marks the top row where none is marked, so that the mark one sees stays on its order. */
  begin(list: OrderRows): void {
    if (!this.#isPlaced) this.put(list, 0)
  }

  /** Tells of another list: a row marked before it was read, or in the place of one that is gone, is now an order. */
  follow(list: OrderRows): void {
    if (this.#isPlaced) this.put(list, this.indexIn(list))
  }

  /** Where the mark stands; 0 before the first mark. */
  indexIn(list: OrderRows): number {
    const index = this.#order === null ? this.#index : list.indexOf(this.#order)
    return Math.max(0, Math.min(index, list.total - 1))
  }
}

/** The row that a key leads to; null for a key that leads nowhere. `page` is how many rows are in sight. */
export function rowAfterKey(key: string, from: number, page: number, total: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: total - 1,
  }
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined
  return target === undefined ? null : Math.max(0, Math.min(target, total - 1))
}
