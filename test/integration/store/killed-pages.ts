// The rows that the kill test's writer writes and its judge expects.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'

export const killedPageSize = 50

/** The orders of one page; every third was on the page before in another state, and moves. */
export function pageOfOrders(page: number): Order[] {
  return Array.from({ length: killedPageSize }, (_, at) => {
    const id = at % 3 === 0 && page > 1 ? (page - 1) * killedPageSize + at : page * killedPageSize + at
    return {
      id,
      uuid: `page ${page}`,
      side: 'buy',
      type: 'limit',
      price: '1.0',
      stopPrice: null,
      averagePrice: '0.0',
      state: id < page * killedPageSize ? 'done' : 'wait',
      market: `m${id % 7}usdc`,
      createdAtMs: id * 1000,
      updatedAtMs: id * 1000,
      originVolume: '1.0',
      remainingVolume: '1.0',
      executedVolume: '0.0',
      makerFee: '0.001',
      takerFee: '0.001',
      tradesCount: 0,
      cancelReason: null,
    }
  })
}
