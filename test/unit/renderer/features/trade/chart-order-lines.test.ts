// The words of order lines on a chart.
import { expect, it } from 'vitest'
import {
  type LineOptions,
  linesOf,
  type OpenOrder,
} from '../../../../../src-renderer/features/trade/on-chart/chart-order-lines.ts'

const order: OpenOrder = {
  ...{ id: 7, side: 'buy', type: 'limit', price: '1222.52', stopPrice: null, remainingVolume: '0.19' },
  ...{ state: 'wait', market: 'ethusdc' },
}
const stop = { type: 'stop_limit', stopPrice: '1230' } as const
const plain: LineOptions = { isCanceling: () => false, moving: null, isPrivate: false, decimals: 2 }

function words(change: Partial<OpenOrder>, options: Partial<LineOptions> = {}): string[] {
  return linesOf([{ ...order, ...change }], { ...plain, ...options }).map(({ text }) => text)
}

it('are its side, what is left of it, and its price', () => {
  expect(words({})).toEqual(['Buy 0.19 @ 1,222.52'])
  expect(words({ side: 'sell' }, { isPrivate: true })).toEqual(['Sell @ 1,222.52'])
  // As the axis beside it, and not cut where the order has more.
  expect(words({ price: '1222.5' })).toEqual(['Buy 0.19 @ 1,222.50'])
  expect(words({ price: '1222.525' })).toEqual(['Buy 0.19 @ 1,222.525'])
  expect(words({ price: null })).toEqual([])
})

it('are of a stop those of its trigger and of its limit', () => {
  expect(words(stop)).toEqual(['Buy stop, trigger 1,230.00', 'Buy 0.19 @ 1,222.52 after trigger'])
})

it('of an order that main was asked to move say where to, at the price that changes', () => {
  const moved = (price: string, stopPrice: string | null): string[] =>
    words(stopPrice === null ? {} : stop, { moving: { orderId: 7, price, stopPrice } })
  expect(moved('1222.5', null)).toEqual(['Buy 0.19 @ 1,222.52 → 1,222.50…'])
  expect(moved('1222.520', '1235')).toEqual([
    'Buy stop, trigger 1,230.00 → 1,235.00…',
    'Buy 0.19 @ 1,222.52 after trigger',
  ])
  expect(moved('1221', '1230')).toEqual([
    'Buy stop, trigger 1,230.00',
    'Buy 0.19 @ 1,222.52 after trigger → 1,221.00…',
  ])
})

it('an order that is moved has no cross; another one is as it was', () => {
  const moving = { orderId: 7, price: '1200', stopPrice: null }
  const lines = linesOf([order, { ...order, id: 8 }], { ...plain, moving })
  expect(lines.map(({ text, isCanceling }) => [text, isCanceling])).toEqual([
    ['Buy 0.19 @ 1,222.52 → 1,200.00…', true],
    ['Buy 0.19 @ 1,222.52', false],
  ])
})
