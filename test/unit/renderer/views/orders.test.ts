// Owns: the filter, the keys, the figures' room and the words of the Orders view as pure data. Must not: test components.
import { describe, expect, it } from 'vitest'
import { cancelReasons } from '../../../../src-preload/shared/markets.ts'
import {
  isBackwards,
  isUnfiltered,
  noFilter,
  toOrderFilter,
} from '../../../../src-renderer/views/orders/order-filter.ts'
import { FigureMeter } from '../../../../src-renderer/views/orders/figure-rooms.ts'
import { noRows } from '../../../../src-renderer/views/orders/order-pages.ts'
import { describeSyncFault, explainCancelReason } from '../../../../src-renderer/views/orders/order-words.ts'
import { RowCursor, rowAfterKey } from '../../../../src-renderer/views/orders/row-cursor.svelte.ts'
import { placeTrades } from '../../../../src-renderer/views/orders/trades-place.ts'
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

describe('cancel reasons', () => {
  it('are all explained, and unknown ones are left to speak for themselves', () => {
    for (const reason of cancelReasons) expect(explainCancelReason(reason)).toMatch(/\.$/)
    expect(explainCancelReason('A reason of tomorrow')).toBeNull()
    expect(explainCancelReason('toString')).toBeNull()
  })
})

describe('what failed while orders were read', () => {
  it('is said with the number of orders that are missing', () => {
    expect(describeSyncFault({ refusedRows: 0 })).toBe('Orders could not be brought up to date.')
    expect(describeSyncFault({ refusedRows: 1 })).toBe('1 order could not be read and is missing here.')
    expect(describeSyncFault({ refusedRows: 7 })).toBe('7 orders could not be read and are missing here.')
  })
})

/** The list of these ids, newest first, read to its end. */
function listOf(...ids: number[]): typeof noRows {
  const rows = ids.map((id) => makeOrder(id))
  return noRows.withAnswer(null, { rows, next: null, total: rows.length })
}

describe('the keyboard cursor', () => {
  it('stays on its order when new ones come in above it', () => {
    const cursor = new RowCursor()
    cursor.begin(listOf(3, 2, 1))
    const later = listOf(5, 4, 3, 2, 1)
    expect(later.at(cursor.indexIn(later))?.id).toBe(3)
    cursor.put(later, 4)
    const latest = listOf(6, 5, 4, 3, 2, 1)
    expect(latest.at(cursor.indexIn(latest))?.id).toBe(1)
  })

  it('goes to the next order when its own is gone, and stays on that one', () => {
    const cursor = new RowCursor()
    cursor.put(listOf(3, 2, 1), 1)
    const without = listOf(3, 1)
    cursor.follow(without)
    expect(without.at(cursor.indexIn(without))?.id).toBe(1)
    const later = listOf(4, 3, 1)
    expect(later.at(cursor.indexIn(later))?.id).toBe(1)
  })

  it('waits at a row that has not been read yet, and is on its order from then on', () => {
    const cursor = new RowCursor()
    const short = noRows.withAnswer(null, {
      rows: [makeOrder(3)],
      next: { createdAtMs: 3, id: 3 },
      total: 3,
    })
    cursor.put(short, 2)
    expect(cursor.indexIn(short)).toBe(2)
    cursor.follow(listOf(3, 2, 1))
    const later = listOf(4, 3, 2, 1)
    expect(later.at(cursor.indexIn(later))?.id).toBe(1)
  })

  it('begins at the top, and before that shows no row as marked', () => {
    const cursor = new RowCursor()
    cursor.follow(listOf(1))
    cursor.begin(listOf(2, 1))
    expect(cursor.indexIn(listOf(3, 2, 1))).toBe(1)
  })

  it('never leaves the list', () => {
    expect(rowAfterKey('ArrowUp', 0, 10, 3)).toBe(0)
    expect(rowAfterKey('PageDown', 1, 10, 3)).toBe(2)
    expect(rowAfterKey('End', 0, 10, 100_000)).toBe(99_999)
    expect(rowAfterKey('x', 0, 10, 3)).toBeNull()
  })
})

describe('the room of figures', () => {
  it('grows for a new order at the top of the list, and for no page twice', () => {
    const meter = new FigureMeter()
    const rest = [makeOrder(2), makeOrder(1)]
    const before = meter.measure([rest])
    expect(meter.measure([rest])).toBe(before)
    const after = meter.measure([[makeOrder(3, { price: '123456789.123456' })], rest])
    expect(after.price).toEqual({ integer: 11, fraction: 6 })
    expect(after.volume).toBe(before.volume)
  })
})

describe('the place of an order\u2019s trades', () => {
  const order = makeOrder(1, { tradesCount: 2 })
  const trade = { id: 1, orderId: 1, market: 'ethusdc', side: null, takerType: null, price: '1', amount: '1' }
  const rows = [{ ...trade, total: null, feeCurrency: null, feeRate: null, feeAmount: null, createdAtMs: 1 }]
  const reason = { code: 'offline', data: {}, ref: null } as const

  it('is loading only while they are being asked for', () => {
    expect(placeTrades(order, null, true).kind).toBe('loading')
    expect(placeTrades(order, null, false)).toEqual({ kind: 'unread', rows: [], reason: null })
  })

  it('says that they are not read, and why, with those of earlier beside it', () => {
    const earlier = { status: 'unavailable', earlier: rows, reason } as const
    expect(placeTrades(order, earlier, true)).toEqual({ kind: 'unread', rows, reason })
    expect(placeTrades(order, { ...earlier, earlier: null }, false).rows).toEqual([])
  })

  it('tells an order without trades from one whose trades are here', () => {
    expect(placeTrades(makeOrder(1), null, true).kind).toBe('none')
    expect(placeTrades(order, { status: 'ready', rows }, false)).toEqual({ kind: 'ready', rows })
  })
})
