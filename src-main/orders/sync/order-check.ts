// Owns: reading the whole list of orders once more from time to time, into a cache that is complete.
// Must not: take back that it is complete, or keep a cursor of its own on the disk.
//
// A page proves what the list held at its moment. An order that the list left out just then and told later, or one that
// changed after its end, is found by no other means: the interface tells neither totals nor changes.
import type { OrderSyncRecord, Store } from '../../store/store-api.ts'
import { accountSetting } from '../../store/account-settings.ts'
import { type OrderSource, PAGE_SIZE } from '../order-source.ts'
import { createOrderLedger, type OrderLedger, type OrderLedgerOptions } from './order-ledger.ts'
import { createOrderReader, type OrderReader, type ReaderCall } from './order-reader.ts'
import type { StepResult } from '../../session/sync/history-stream.ts'

/** 100,000 orders are some 550 calls. */
const CHECK_EVERY_MS = 7 * 86_400_000
/** After the first reading, and after each that found orders missing: what was left out once may have been so again. */
const CHECK_SOON_MS = 3_600_000

export interface OrderCheckOptions extends Omit<OrderLedgerOptions, 'store' | 'readAgain'> {
  readonly store: OrderLedgerOptions['store'] & Pick<Store, 'countOrders' | 'getSetting' | 'setSetting'>
  readonly source: Pick<OrderSource, 'listOrders'>
}

export interface OrderCheck {
  /** One page where a check is due, else nothing: `complete`. Begins anew where it was cut off by a new start. */
  step(call: ReaderCall): Promise<StepResult>
}

interface Pass {
  readonly ledger: OrderLedger
  readonly reader: OrderReader
  /** Orders that were missing though all were thought to be here. */
  found(): number
}

export function createOrderCheck(options: OrderCheckOptions): OrderCheck {
  const { accountId, store, source, clock } = options
  const setting = accountSetting(accountId, 'ordersCheckedMs')
  let pass: Pass | null = null

  /** Knows nothing at first, and what it knows is its own. */
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
          // What has come since is not missing. Where others are stored at the same time, it looks once more for nothing.
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

  /** It is due again so long from now. */
  async function setDue(afterMs: number): Promise<void> {
    await store.setSetting(setting, String(clock.now() - CHECK_EVERY_MS + afterMs))
  }

  async function isDue(): Promise<boolean> {
    const checkedMs = Number((await store.getSetting(setting)) ?? NaN)
    const ageMs = clock.now() - checkedMs
    if (ageMs >= 0 && ageMs < CHECK_EVERY_MS) return false
    if (ageMs >= CHECK_EVERY_MS) return true
    // It has been read for the first time just now; or the clock was set back.
    await setDue(CHECK_SOON_MS)
    return false
  }

  async function begin(call: ReaderCall): Promise<StepResult> {
    const begun = createPass()
    const list = await source.listOrders({ page: 1, limit: PAGE_SIZE }, call)
    // An empty list is nothing to compare with.
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
      // So many orders are new that it begins again, in time.
      if (result === 'later') return 'later'
      await setDue(under.found() > 0 ? CHECK_SOON_MS : CHECK_EVERY_MS)
      return 'complete'
    },
  }
}
