// An order with plain values for tests of the page.
import type { ListedOrder } from '../../../../src-preload/contract/orders/entities.ts'

export function makeOrder(id: number, change: Partial<ListedOrder> = {}): ListedOrder {
  return {
    id,
    uuid: `uuid-${id}`,
    side: 'buy',
    type: 'limit',
    price: '1',
    stopPrice: null,
    averagePrice: '0.0',
    state: 'wait',
    market: 'ethusdc',
    createdAtMs: id,
    updatedAtMs: id,
    originVolume: '1',
    remainingVolume: '1',
    executedVolume: '0',
    makerFee: '0',
    takerFee: '0',
    tradesCount: 0,
    cancelReason: null,
    executedValue: '0',
    isExecutedValueExact: true,
    ...change,
  }
}

/** Of a long list, a minute apart: one in three is filled, the others were cancelled. */
export function makeFilledOrder(id: number): ListedOrder {
  const isDone = id % 3 === 0
  return makeOrder(id, {
    side: id % 2 === 0 ? 'buy' : 'sell',
    state: isDone ? 'done' : 'cancel',
    price: `${2_000 + (id % 500)}.5`,
    averagePrice: isDone ? `${2_000 + (id % 500)}.25` : '0.0',
    originVolume: '731.4285',
    executedVolume: isDone ? '731.4285' : '0.0',
    remainingVolume: isDone ? '0.0' : '731.4285',
    createdAtMs: Date.UTC(2020, 0, 1) + id * 60_000,
    updatedAtMs: Date.UTC(2024, 0, 1),
    tradesCount: isDone ? 1 : 0,
    cancelReason: isDone ? null : 'Order cancelled by user',
  })
}
