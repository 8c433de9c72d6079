// What is said of open orders: their state, what they come to, and how far the market is from them.
import { describe, expect, it } from 'vitest'
import { orderTotal } from '../../../../../src-preload/domain/orders/order-total.ts'
import { distanceToLast } from '../../../../../src-renderer/features/orders/open-orders/distance.ts'
import {
  isOfOpenOrders,
  noFilter,
  toOpenOrderFilter,
  withinOpenOrders,
} from '../../../../../src-renderer/features/orders/filters/order-filter.ts'
import { openOrderColumns } from '../../../../../src-renderer/features/orders/order-columns.ts'
import { nameStateOf } from '../../../../../src-renderer/text/format/words.ts'
import { makeOrder } from '../make-order.ts'

describe('the state of an order', () => {
  it('says of a stop order whether it has triggered', () => {
    const nameOf = (type: string, state: string, place?: 'inBook' | 'untriggered'): string =>
      nameStateOf({ type, state }, place)
    expect([
      nameOf('stop_limit', 'pending'),
      nameOf('stop_limit', 'wait'),
      nameOf('stop_limit', 'wait', 'inBook'),
      nameOf('stop_limit', 'wait', 'untriggered'),
      nameOf('stop_limit', 'done'),
    ]).toEqual(['Untriggered', 'Stop, open', 'Stop, open', 'Untriggered', 'Filled'])
    expect([nameOf('limit', 'pending'), nameOf('limit', 'wait'), nameOf('limit', 'odd')]).toEqual([
      'Pending',
      'Open',
      'odd',
    ])
  })
})

describe('the mark of a state', () => {
  it('is that of an order outside the book where a stop has not triggered', () => {
    const column = openOrderColumns.find(({ id }) => id === 'state')
    const markAt = (place: 'inBook' | 'untriggered') =>
      column?.cell(makeOrder(1, { type: 'stop_limit', state: 'wait', stopPrice: '90' }), {
        ...{ dayMs: 0, isPrivate: false, digits: () => 0, decimals: () => null },
        stopPlaceOf: () => place,
      })
    expect(markAt('untriggered')).toMatchObject({ text: 'Untriggered', mark: 'pending' })
    expect(markAt('inBook')).toMatchObject({ text: 'Stop, open', mark: 'wait' })
  })
})

describe('the total of an order', () => {
  it('is its price times all that was ordered, exact, and none without a price', () => {
    expect(orderTotal({ price: '0.1', originVolume: '0.000000000000000000003' })).toBe(
      '0.0000000000000000000003',
    )
    expect(orderTotal({ price: null, originVolume: '1' })).toBeNull()
  })
})

describe('the distance to the last price', () => {
  const open = { state: 'wait', price: '102', stopPrice: null }

  it('is in percent of the last price, with two decimals, half to even', () => {
    expect(distanceToLast(open, 100)).toBe('2.00')
    expect(distanceToLast({ ...open, price: '100.125' }, 100)).toBe('0.12')
    expect(distanceToLast({ ...open, price: '99' }, 100)).toBe('-1.00')
    // 0.1 + 0.2 in binary is not 0.3: the price is the decimal that was sent.
    expect(distanceToLast({ ...open, price: '0.3' }, 0.3)).toBe('0.00')
  })

  it('is that of the stop price unless a stop order is known to be in the book, then that of its limit', () => {
    const stop = { state: 'pending', price: '90', stopPrice: '95' }
    expect(distanceToLast(stop, 100)).toBe('-5.00')
    const waiting = { ...stop, state: 'wait' }
    expect(distanceToLast(waiting, 100)).toBe('-5.00')
    expect(distanceToLast(waiting, 100, 'untriggered')).toBe('-5.00')
    expect(distanceToLast(waiting, 100, 'inBook')).toBe('-10.00')
    expect(distanceToLast({ ...waiting, stopPrice: null }, 100)).toBe('-10.00')
  })

  it('is none without a price of either', () => {
    expect(distanceToLast(open, null)).toBeNull()
    expect(distanceToLast(open, 0)).toBeNull()
    expect(distanceToLast({ ...open, price: null }, 100)).toBeNull()
  })

  it('has its sign, and a dash where no last price is known', () => {
    const column = openOrderColumns.find(({ id }) => id === 'distance')
    const context = { dayMs: 0, isPrivate: false, decimals: () => null, digits: () => 2 }
    const cell = (price: string, last: number | null) =>
      column?.cell(makeOrder(1, { price }), { ...context, lastOf: () => last }).text
    expect([cell('102', 100), cell('99', 100), cell('100', 100), cell('1', null)]).toEqual([
      '+2.00',
      '\u22121.00',
      '0.00',
      '–',
    ])
  })
})

describe('the filter of open orders', () => {
  it('lets open states through alone, whatever else is chosen', () => {
    expect(toOpenOrderFilter(noFilter).states).toEqual(['wait', 'pending'])
    expect(toOpenOrderFilter({ ...noFilter, states: ['pending', 'done'] }).states).toEqual(['pending'])
    expect(toOpenOrderFilter({ ...noFilter, states: ['done'] }).states).toEqual(['wait', 'pending'])
  })

  it('is told from one of the history, and has no state where it lets all of them through', () => {
    expect(isOfOpenOrders(noFilter)).toBe(false)
    expect(isOfOpenOrders({ states: ['wait', 'cancel'] })).toBe(false)
    expect(isOfOpenOrders({ states: ['wait'] })).toBe(true)
    expect(withinOpenOrders({ ...noFilter, states: ['pending', 'wait'] }).states).toEqual([])
    expect(withinOpenOrders({ ...noFilter, states: ['pending'] }).states).toEqual(['pending'])
  })
})
