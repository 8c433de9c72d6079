// Owns: that rows read in pages, and read anew in stretches, are the list that main has: none lost, none doubled.
// Must not: test components.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../../src-preload/contract/entities.ts'
import type { OrderCursor, OrderPage } from '../../../../src-preload/contract/orders.ts'
import { noRows, type OrderRows } from '../../../../src-renderer/views/orders/order-pages.ts'
import { makeOrder } from './make-order.ts'

/** Main's answer: rows of `list` (newest first) after the cursor. */
function answerOf(list: readonly Order[], cursor: OrderCursor | null, limit: number): OrderPage {
  const fit = list.filter((row) => cursor === null || row.id < cursor.id)
  const rows = fit.slice(0, limit)
  const last = rows.at(-1)
  const next =
    last === undefined || fit.length <= limit ? null : { createdAtMs: last.createdAtMs, id: last.id }
  return { rows, next, total: list.length }
}

const makeList = (ids: readonly number[]): Order[] =>
  ids.map((id) => makeOrder(id)).sort((a, b) => b.id - a.id)
const idsOf = (rows: OrderRows): number[] => rows.pages.flat().map((row) => row.id)

function readAll(list: readonly Order[], limit: number): OrderRows {
  let rows = noRows
  do rows = rows.withAnswer(rows.next, answerOf(list, rows.next, limit))
  while (rows.next !== null)
  return rows
}

describe('pages of orders', () => {
  it('follow each other, and give every row at its index', () => {
    const list = makeList(Array.from({ length: 5300 }, (_, index) => index + 1))
    const rows = readAll(list, 500)
    expect(idsOf(rows)).toEqual(list.map((row) => row.id))
    expect(rows.length).toBe(5300)
    expect(list.every((row, index) => rows.at(index) === row && rows.indexOf(row) === index)).toBe(true)
    expect([rows.at(-1), rows.at(5300)]).toEqual([undefined, undefined])
  })

  it('that news does not touch are kept as they are, not copied', () => {
    const list = makeList(Array.from({ length: 10_000 }, (_, index) => index + 1))
    const before = readAll(list, 500)
    const changed = list.map((row) => (row.id === 5000 ? makeOrder(5000, { state: 'done' }) : row))
    const [place = -1] = before.placesOf([5000])
    const above = before.at(place - 1) ?? null
    const after = before.withAnswer(above, answerOf(changed, above, 500))
    expect(after.at(place)?.state).toBe('done')
    expect(idsOf(after)).toEqual(idsOf(before))
    const known = new Set(before.pages)
    expect(after.pages.filter((page) => !known.has(page)).length).toBeLessThan(4)
  })

  it('show an order once, in its newer form, when it is in two answers', () => {
    const list = makeList([7, 8, 9])
    const first = noRows.withAnswer(null, answerOf(list, null, 2))
    const moved = [makeOrder(8, { state: 'done' }), makeOrder(7)]
    const all = first.withAnswer({ createdAtMs: 9, id: 9 }, { rows: moved, next: null, total: 3 })
    expect(all.pages.flat().map((row) => [row.id, row.state])).toEqual([
      [9, 'wait'],
      [8, 'done'],
      [7, 'wait'],
    ])
  })

  it('are main\u2019s list again after orders came, changed and went, wherever that was', () => {
    const seed = Date.now() % 2 ** 31
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 80 })
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 9 }), (before, after, limit) => {
        const now = makeList(after)
        let rows = readAll(makeList(before), limit)
        // Every stretch in turn, from the top: what each answer covers must be as main has it.
        let cursor: OrderCursor | null = null
        do {
          const answer = answerOf(now, cursor, limit)
          rows = rows.withAnswer(cursor, answer)
          const last = answer.rows.at(-1)
          const through = answer.next === null || last === undefined ? 0 : last.id
          const covered = (row: { id: number }): boolean => row.id >= through
          expect(rows.pages.flat().filter(covered)).toEqual(now.filter(covered))
          expect(new Set(idsOf(rows)).size).toBe(rows.length)
          cursor = answer.next
        } while (cursor !== null)
        expect(idsOf(rows)).toEqual(now.map((row) => row.id))
      }),
      { seed, verbose: true },
    )
  })
})

describe('the places of changed orders', () => {
  it('are their own, or where their ids put them, or after all that was read', () => {
    const rows = readAll(makeList([10, 20, 30, 40]), 2)
    expect(rows.placesOf([30, 25, 50, 5])).toEqual([0, 1, 2, 4])
  })
})
