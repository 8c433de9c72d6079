// Tells the page which orders have changed, and how far their history is here.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { createThrottle } from '../async/throttle.ts'
import type { Tools } from '../tools.ts'
import { readSyncState } from './order-sync.ts'

/** Maximum order ids per event; the page reads the rest when needed. */
const MAX_CHANGED_IDS = 200
/** While history is synced, each page changes orders; one event per page would cost more than syncing it. */
const REPORT_ORDERS_EVERY_MS = 250

export interface ReportChangesOptions extends Pick<Tools, 'store' | 'emit' | 'log'> {
  readonly accountId: string
  /** Why orders were not read the last time; null if they were. */
  readonly lastError: () => ErrorReport | null
}

export function createChangeReporter({ store, emit, log, accountId, lastError }: ReportChangesOptions) {
  /** Changed since the last event. */
  let changed: number[] = []
  let lastReported = ''
  let isStopped = false
  /** Emits the sync state, unless it is unchanged and no order changed. */
  const reporter = createThrottle(REPORT_ORDERS_EVERY_MS, async () => {
    try {
      const sync = await readSyncState(store, accountId, lastError())
      const state = JSON.stringify(sync)
      if (isStopped || (changed.length === 0 && state === lastReported)) return
      lastReported = state
      const ids = changed
      changed = []
      emit('orders:changed', { ids, sync })
    } catch (error) {
      log.fault('sync', 'tell how the orders stand', error)
    }
  })

  return {
    /** Tells soon of these orders, and of the sync state; of none: only of another state. */
    tell(ids: readonly number[]): void {
      changed = [...new Set([...changed, ...ids])].slice(0, MAX_CHANGED_IDS)
      reporter.ask()
    },
    stop(): void {
      isStopped = true
      reporter.stop()
    },
  }
}
