// Placed orders and the exchange's orders for tests of trading.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { StoredOrderIntent, StoredPlacedOrder } from '../../../src-main/store/api/placed-order-rows.ts'

export const sender = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
export const network = 'practice'

export const sampleIntent = (
  number: number,
  changes: Partial<StoredOrderIntent> = {},
): StoredOrderIntent => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  accountId: 'a',
  networkKind: 'practice',
  networkKey: network,
  host: '127.0.0.1:4010',
  senderAddress: sender,
  market: 'ethusdc',
  side: 'buy',
  type: 'limit',
  amount: '0.19',
  price: '1222.52',
  stopPrice: null,
  createdAtMs: number * 1_000,
  ...changes,
})

/** Sent at `number` seconds, without an answer. */
export const sampleUnknown = (
  number: number,
  changes: Partial<StoredPlacedOrder> = {},
): StoredPlacedOrder => ({
  ...sampleIntent(number),
  state: 'unknown',
  updatedAtMs: number * 1_000,
  msgHash: `0x${number.toString(16)}`,
  nonce: number,
  signature: { r: '0x1', s: '0x2' },
  sentAtMs: number * 1_000,
  orderId: null,
  differences: [],
  failure: null,
  ...changes,
})

export const sampleOrder = (id: number, changes: Partial<Order> = {}): Order => ({
  id,
  uuid: `u${id}`,
  side: 'buy',
  type: 'limit',
  price: '1222.520',
  stopPrice: null,
  averagePrice: '0',
  state: 'wait',
  market: 'ethusdc',
  createdAtMs: id * 1_000,
  updatedAtMs: id * 1_000,
  originVolume: '0.190',
  remainingVolume: '0.19',
  executedVolume: '0',
  makerFee: '0.001',
  takerFee: '0.002',
  tradesCount: 0,
  cancelReason: null,
  ...changes,
})
