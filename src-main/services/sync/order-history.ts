// Owns: the history of the account's orders as one of the streams. Must not: read the newest page.
import type { Store } from '../../store/store-api.ts'
import type { OrderLedger } from './order-ledger.ts'
import type { OrderReader } from './order-reader.ts'
import type { HistoryStream } from './stream.ts'

/** Behind all that is looked at. */
const historyTurn = { lane: 'orders', urgency: 'background' } as const

export interface OrderHistoryOptions {
  readonly accountId: string
  readonly store: Pick<Store, 'countOrders'>
  readonly ledger: OrderLedger
  readonly reader: OrderReader
}

export function createOrderHistory({ accountId, store, ledger, reader }: OrderHistoryOptions): HistoryStream {
  return {
    name: 'orders',
    step: (signal) => reader.step({ ...historyTurn, signal }, true),
    async progress() {
      const [known, done] = await Promise.all([ledger.read(), store.countOrders(accountId)])
      const total = known.isWhole ? done : null
      return { done, total, backToMs: known.stretches[0]?.fromMs ?? null, isComplete: known.isWhole }
    },
  }
}
