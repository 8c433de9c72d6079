// Periodically re-reads the complete order list against a complete cache.
//
// A page proves only what the list held at that moment. An order that the list omitted then and returned later, or that
// changed after its end, can be found in no other way: the API reports neither totals nor changes.
import type { OrderSyncRecord, Store } from '../../store/api/store-api.ts'
import { accountSetting } from '../../store/api/account-settings.ts'
import { type OrderSource, PAGE_SIZE } from '../order-source.ts'
import { createOrderLedger, type OrderLedger, type OrderLedgerOptions } from './order-ledger.ts'
import { createOrderReader, type OrderReader, type ReaderCall } from './order-reader.ts'
import type { StepResult } from '../../session/sync/history-stream.ts'

/** 100,000 orders are some 550 calls. */
const CHECK_EVERY_MS = 7 * 86_400_000
/** After the first reading, and after each check that found missing orders: omissions may repeat. */
const CHECK_SOON_MS = 3_600_000

export interface OrderCheckOptions extends Omit<OrderLedgerOptions, 'store' | 'readAgain'> {
  readonly store: OrderLedgerOptions['store'] & Pick<Store, 'countOrders' | 'getSetting' | 'setSetting'>
  readonly source: Pick<OrderSource, 'listOrders'>
}

export interface OrderCheck {
  /** Reads one page if a check is due, else returns `complete`. Restarts after an app restart. */
  step(call: ReaderCall): Promise<StepResult>
}

interface Pass {
  readonly ledger: OrderLedger
  readonly reader: OrderReader
  /** Number of orders found missing although all were thought to be cached. */
  found(): number
}

export function createOrderCheck(options: OrderCheckOptions): OrderCheck {
  const { accountId, store, source, clock } = options
  const setting = accountSetting(accountId, 'ordersCheckedMs')
  let pass: Pass | null = null

  /** Starts without any known range and keeps its own. */
  function createPass(): Pass {
    let found = 0
    let newestId: number | null = null
    let record: OrderSyncRecord = { stretches: [], keptFromMs: 0, asOfMs: null }
    const ledger = createOrderLedger({
      ...options,
      readAgain: new Set(),
      store: {
        getOrderSync: () => Promise.resolve(record),
        getRefusedOrders: () => Promise.resolve(null),
        async putOrders(id, orders, next, refused) {
          const before = await store.countOrders(id)
          const changed = await store.putOrders(id, orders, null, refused)
          newestId ??= Math.max(...orders.map((order) => order.id))
          // Newer orders are not missing. If others are stored at the same time, it checks once more in vain.
          const topId = newestId
          if (changed.changedIds.some((changedId) => changedId < topId))
            found += Math.max(0, (await store.countOrders(id)) - before)
          record = next ?? record
          return changed
        },
      },
    })
    return { ledger, reader: createOrderReader(ledger, source), found: () => found }
  }

  /** Makes the check due after this time. */
  async function setDue(afterMs: number): Promise<void> {
    await store.setSetting(setting, String(clock.now() - CHECK_EVERY_MS + afterMs))
  }

  async function isDue(): Promise<boolean> {
    const checkedMs = Number((await store.getSetting(setting)) ?? NaN)
    const ageMs = clock.now() - checkedMs
    if (ageMs >= 0 && ageMs < CHECK_EVERY_MS) return false
    if (ageMs >= CHECK_EVERY_MS) return true
    // The first reading has just finished, or the clock was set back.
    await setDue(CHECK_SOON_MS)
    return false
  }

  async function begin(call: ReaderCall): Promise<StepResult> {
    const begun = createPass()
    const list = await source.listOrders({ page: 1, limit: PAGE_SIZE }, call)
    // An empty list proves nothing.
    if (list.orders.length + list.refused.length === 0) return 'complete'
    begun.ledger.noteNewest()
    await (
      await begun.ledger.putPage(list, 1, call.signal)
    ).stored
    pass = begun
    return 'more'
  }

  return {
    async step(call) {
      if (pass === null) return (await isDue()) ? begin(call) : 'complete'
      const under = pass
      const result = await under.reader.step(call, true)
      if (result === 'more') return 'more'
      pass = null
      // Many new orders: it restarts later.
      if (result === 'later') return 'later'
      await setDue(under.found() > 0 ? CHECK_SOON_MS : CHECK_EVERY_MS)
      return 'complete'
    },
  }
}
