// History stream of the account's orders.
import type { Store } from '../../store/api/store-api.ts'
import type { OrderCheck } from './order-check.ts'
import type { OrderLedger } from './order-ledger.ts'
import type { OrderReader } from './order-reader.ts'
import type { HistoryStream } from '../../session/sync/history-stream.ts'

/** After everything visible. */
const historyTurn = { lane: 'orders', urgency: 'background' } as const

export interface OrderHistoryOptions {
  readonly accountId: string
  readonly store: Pick<Store, 'countOrders'>
  readonly ledger: OrderLedger
  readonly reader: OrderReader
  readonly check: OrderCheck
}

export function createOrderHistory(options: OrderHistoryOptions): HistoryStream {
  const { accountId, store, ledger, reader, check } = options
  return {
    name: 'orders',
    async step(signal) {
      const call = { ...historyTurn, signal }
      const result = await reader.step(call, true)
      return result === 'complete' ? check.step(call) : result
    },
    async progress() {
      const [known, done] = await Promise.all([ledger.read(), store.countOrders(accountId)])
      // After a start, newer orders are unknown until the newest page is read.
      const isComplete = known.isWhole && ledger.hasNewest()
      const total = isComplete ? done : null
      return { done, total, backToMs: known.stretches[0]?.fromMs ?? null, isComplete }
    },
  }
}
