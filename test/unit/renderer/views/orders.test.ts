// Owns: the filter and the pages of the Orders view as pure data. Must not: test components.
import { describe, expect, it } from 'vitest'
import { cancelReasons } from '../../../../src-preload/shared/markets.ts'
import {
  isBackwards,
  isUnfiltered,
  noFilter,
  toOrderFilter,
} from '../../../../src-renderer/views/orders/order-filter.ts'
import { appendPage, noRows } from '../../../../src-renderer/views/orders/order-pages.ts'
import { explainCancelReason } from '../../../../src-renderer/views/orders/order-words.ts'
import { makeOrder } from './make-order.ts'

describe('the filter of orders', () => {
  it('takes both days in, the last to its end', () => {
    const filter = toOrderFilter({ ...noFilter, fromDay: '2026-11-19', toDay: '2026-11-20' })
    expect(filter.fromMs).toBe(Date.UTC(2026, 10, 19))
    expect(filter.toMs).toBe(Date.UTC(2026, 10, 21))
  })

  it('ignores a day that is half typed', () => {
    expect(toOrderFilter({ ...noFilter, fromDay: '2026-02-31' }).fromMs).toBeNull()
  })

  it('knows when nothing is filtered and when nothing can fit', () => {
    expect(isUnfiltered(noFilter)).toBe(true)
    expect(isUnfiltered({ ...noFilter, states: ['wait'] })).toBe(false)
    expect(isBackwards({ ...noFilter, fromDay: '2026-11-20', toDay: '2026-11-19' })).toBe(true)
    expect(isBackwards({ ...noFilter, fromDay: '2026-11-20', toDay: '2026-11-20' })).toBe(false)
  })
})

describe('pages of orders', () => {
  it('follow each other', () => {
    const next = { createdAtMs: 8, id: 8 }
    const first = appendPage(noRows, { rows: [makeOrder(9), makeOrder(8)], next, total: 3 })
    const all = appendPage(first, { rows: [makeOrder(7)], next: null, total: 3 })
    expect(all.rows.map((row) => row.id)).toEqual([9, 8, 7])
    expect(all.next).toBeNull()
    expect(all.total).toBe(3)
  })

  it('show an order once, in its newer form, when it is in two of them', () => {
    const first = appendPage(noRows, {
      rows: [makeOrder(9), makeOrder(8)],
      next: { createdAtMs: 8, id: 8 },
      total: 3,
    })
    const all = appendPage(first, {
      rows: [makeOrder(8, { state: 'done' }), makeOrder(7)],
      next: null,
      total: 3,
    })
    expect(all.rows.map((row) => [row.id, row.state])).toEqual([
      [9, 'wait'],
      [8, 'done'],
      [7, 'wait'],
    ])
  })
})

describe('cancel reasons', () => {
  it('are all explained, and unknown ones are left to speak for themselves', () => {
    for (const reason of cancelReasons) expect(explainCancelReason(reason)).toMatch(/\.$/)
    expect(explainCancelReason('A reason of tomorrow')).toBeNull()
    expect(explainCancelReason('toString')).toBeNull()
  })
})
