// One turn of the product's real sync over one account, made of its own parts as the app makes them.
import { createOrderSync } from '../../src-main/orders/order-sync.ts'
import { createFillHistory } from '../../src-main/orders/sync/fill-history.ts'
import { createOrderCheck } from '../../src-main/orders/sync/order-check.ts'
import { createOrderHistory } from '../../src-main/orders/sync/order-history.ts'
import { createOrderLedger } from '../../src-main/orders/sync/order-ledger.ts'
import { createOrderReader } from '../../src-main/orders/sync/order-reader.ts'
import type { HistoryStream } from '../../src-main/session/sync/history-stream.ts'
import type { Product } from './product.ts'

export interface RealSync {
  readPnl(): Promise<void>
  /** What is new among the orders. */
  list(): Promise<void>
  /** Older orders, and the fills of all. */
  readHistory(): Promise<void>
}

async function untilRest(stream: HistoryStream, signal: AbortSignal): Promise<void> {
  while ((await stream.step(signal)) === 'more');
}

export function createRealSync({ store, session, clock, pnl }: Product): RealSync {
  const { signal } = new AbortController()
  const accountId = session.account.id
  const source = session.client
  const keptFromMs = (): Promise<number> => Promise.resolve(0)
  let freshen = (): void => undefined
  const onProgress = (ids: readonly number[]): void => {
    if (ids.length > 0) freshen()
  }
  const orders = { accountId, source, store, clock, onProgress, keptFromMs }
  const ledger = createOrderLedger({ ...orders, readAgain: new Set() })
  const reader = createOrderReader(ledger, source)
  const check = createOrderCheck(orders)
  const newest = createOrderSync({ ...orders, ledger, reader })
  const history = createOrderHistory({ accountId, store, ledger, reader, check })
  const fills = createFillHistory({
    ...orders,
    areOrdersKnown: async () => ledger.hasNewest() && (await ledger.read()).isWhole,
    everyMs: 0,
  })
  freshen = () => {
    fills.freshen()
  }
  return {
    async readPnl() {
      await pnl.refresh(signal)
    },
    async list() {
      const startedMs = clock.now()
      await newest.run(signal)
      await pnl.noteListing(startedMs)
    },
    async readHistory() {
      await untilRest(history, signal)
      await untilRest(fills, signal)
    },
  }
}
