// What the stream may change on screen before REST has told of it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyReport } from '../../../src-main/orders/live/reported-order.ts'
import type { StreamOrder } from '../../../src-main/exchange/streams/row-messages.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'

const order: Order = {
  id: 7,
  uuid: 'uuid',
  side: 'buy',
  type: 'limit',
  price: '10',
  stopPrice: '9',
  averagePrice: '10',
  state: 'wait',
  market: 'ethusdc',
  createdAtMs: 1_000,
  updatedAtMs: 5_000,
  originVolume: '2',
  remainingVolume: '1.5',
  executedVolume: '0.5',
  makerFee: '0.001',
  takerFee: '0.001',
  tradesCount: 1,
  cancelReason: null,
}

const report: StreamOrder = {
  id: 7,
  market: 'ethusdc',
  side: 'buy',
  type: 'limit',
  state: 'done',
  price: '10',
  averagePrice: '10.1',
  originVolume: '2',
  remainingVolume: '0.0',
  executedVolume: '2.00',
  tradesCount: 2,
  createdAtMs: 1_000,
  updatedAtMs: 6_000,
}

describe('a report of the stream', () => {
  it('shows what became of the order, and keeps what it does not speak of', () => {
    expect(applyReport(order, report)).toEqual({
      ...order,
      state: 'done',
      averagePrice: '10.1',
      remainingVolume: '0.0',
      executedVolume: '2.00',
      tradesCount: 2,
      updatedAtMs: 6_000,
    })
  })

  it.each<[string, Partial<StreamOrder>, Partial<Order>]>([
    ['is of another order', { id: 8 }, {}],
    ['is of another market', { market: 'btcusdc' }, {}],
    ['is older', { updatedAtMs: 4_000 }, {}],
    ['has fewer fills', { tradesCount: 0 }, {}],
    ['is less filled', { executedVolume: '0.4', remainingVolume: '1.6' }, {}],
    ['does not add up', { executedVolume: '1.9' }, {}],
    ['comes after the end', { tradesCount: 3 }, { state: 'cancel' }],
    ['says that the order is not accepted yet', { state: 'pending' }, {}],
    [
      'says nothing new',
      { state: 'wait', tradesCount: 1, executedVolume: '0.50', remainingVolume: '1.5' },
      {},
    ],
  ])('changes nothing that %s', (_name, changes, known) => {
    expect(applyReport({ ...order, ...known }, { ...report, ...changes })).toBeNull()
  })

  it('keeps a state whose word is not known', () => {
    expect(applyReport(order, { ...report, state: 'strange' })).toMatchObject({
      state: 'wait',
      tradesCount: 2,
    })
  })

  it('once applied says nothing new, and in any order leads to the last state', () => {
    const parts = [
      { ...report, state: 'wait', executedVolume: '1', remainingVolume: '1', tradesCount: 2 },
      { ...report, state: 'wait', executedVolume: '1.5', remainingVolume: '0.5', tradesCount: 3 },
      { ...report, state: 'done', executedVolume: '2', remainingVolume: '0', tradesCount: 4 },
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray([...parts, ...parts], { minLength: 6 }), (reports) => {
        const last = reports.reduce<Order>((known, one) => {
          const next = applyReport(known, one)
          if (next !== null) expect(applyReport(next, one)).toBeNull()
          return next ?? known
        }, order)
        expect(last).toMatchObject({ state: 'done', executedVolume: '2', tradesCount: 4 })
      }),
    )
  })
})
