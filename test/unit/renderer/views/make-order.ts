// Owns: an order with plain values for tests of the page. Must not: assert.
import type { ListedOrder } from '../../../../src-preload/contract/entities.ts'

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
