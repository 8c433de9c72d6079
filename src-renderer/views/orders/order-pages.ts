// Owns: the rows read so far, page after page. Must not: fetch.
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { OrderCursor, OrderPage } from '../../../src-preload/contract/orders.ts'

/** The head of a list, newest first, as far as it was read. */
export interface OrderRows {
  readonly rows: readonly Order[]
  /** Where the next page begins; null when all rows are here. */
  readonly next: OrderCursor | null
  /** How many rows the whole list has, read or not. */
  readonly total: number
}

export const noRows: OrderRows = { rows: [], next: null, total: 0 }

/**
 * The rows with one more page at their end. A row that moved between two reads is kept once, in its newer form.
 */
export function appendPage(before: OrderRows, page: OrderPage): OrderRows {
  const incoming = new Set(page.rows.map((row) => row.id))
  const kept = before.rows.filter((row) => !incoming.has(row.id))
  const rows = kept.concat(page.rows)
  return { rows, next: page.next, total: Math.max(page.total, rows.length) }
}
