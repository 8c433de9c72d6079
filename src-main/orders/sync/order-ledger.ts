// Writes pages of the order list to the cache, one at a time, each in one commit with the known ranges.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { Clock } from '../../async/clock.ts'
import type { ListedOrders } from '../../exchange/endpoints/orders/orders.ts'
import type { OrderRange, OrderSyncRecord, Store } from '../../store/api/store-api.ts'
import { addPage, dropAbove, endList, isBelowTop, isWhole } from './order-ranges.ts'

const DAY_MS = 86_400_000
/** The exchange's maximum is unknown (facts A3); it returns at least this many rows if requested. */
export const SMALLEST_PAGE = 3
/** A response may come from a lagging replica; no replica lags longer than this. */
const LONGEST_LAG_MS = 120_000

export interface OrderLedgerOptions {
  readonly accountId: string
  readonly store: Pick<Store, 'putOrders' | 'getOrderSync' | 'getRefusedOrders'>
  readonly clock: Clock
  /** Older orders are not kept; 0 to keep all. */
  readonly keptFromMs: () => Promise<number>
  /**
   * Accounts whose history was re-read since the app started because of unreadable orders: a newer version of this app may
   * understand what an older one refused. This adds to it.
   */
  readonly readAgain: Set<string>
  /** Called after each commit with the IDs of new or changed orders. */
  readonly onProgress: (changedIds: number[]) => void
}

/** The known ranges, with state that ends with the app. */
export interface Known extends OrderSyncRecord {
  readonly isWhole: boolean
}

/** A page being stored: the known ranges with it, immediately, and a promise of the commit. */
export interface Putting {
  readonly after: Known
  readonly stored: Promise<void>
}

const isOpen = ({ state }: Order): boolean => state === 'wait' || state === 'pending'

/** An observation that is accepted only when a later response confirms it. */
function createDoubt(clock: Clock) {
  let sinceMs: number | null = null
  return {
    isOpen: () => sinceMs !== null,
    end() {
      sinceMs = null
    },
    /** Starts doubting, or returns true if the doubt has lasted long enough. */
    isSettled(): boolean {
      const nowMs = clock.now()
      sinceMs = Math.min(sinceMs ?? nowMs, nowMs)
      if (nowMs - sinceMs < LONGEST_LAG_MS) return false
      sinceMs = null
      return true
    },
  }
}

export function createOrderLedger(options: OrderLedgerOptions) {
  const { accountId, store, clock, keptFromMs, readAgain, onProgress } = options
  let size = SMALLEST_PAGE
  let hasNewest = false
  const topDoubt = createDoubt(clock)
  const endDoubt = createDoubt(clock)
  let last: Promise<unknown> = Promise.resolve()

  async function readRecord(): Promise<Known> {
    const [record, keptMs] = await Promise.all([store.getOrderSync(accountId), keptFromMs()])
    // Retention was extended: the cache may lack rows that were skipped before.
    if (keptMs < record.keptFromMs - DAY_MS) {
      return { stretches: [], keptFromMs: keptMs, asOfMs: record.asOfMs, isWhole: false }
    }
    const keptFrom = Math.max(record.keptFromMs, keptMs)
    if (!readAgain.has(accountId) && isWhole(record, keptFrom)) {
      if ((await store.getRefusedOrders(accountId)) !== null) {
        return { ...record, stretches: [], keptFromMs: keptFrom, isWhole: false }
      }
    }
    return { ...record, keptFromMs: keptFrom, isWhole: isWhole(record, keptFrom) }
  }

  /** The part of the known ranges that remains valid after a first page with these rows. */
  function afterFirst(before: readonly OrderRange[], ids: readonly number[]): readonly OrderRange[] {
    if (ids.length === 0) return before
    if (!isBelowTop(before, ids)) {
      topDoubt.end()
      return before
    }
    return topDoubt.isSettled() ? dropAbove(before, Math.max(...ids)) : before
  }

  function afterEnd(before: readonly OrderRange[], fromId: number, isSeen: boolean): OrderRange[] {
    const isAll = isSeen && before.every((one) => one.rows === 0 || one.fromId >= fromId)
    return isAll || endDoubt.isSettled() ? endList(before, fromId) : [...before]
  }

  /** Reads, changes and stores the known ranges, one caller at a time. */
  function put(
    list: ListedOrders,
    change: (before: readonly OrderRange[]) => OrderRange[],
    signal: AbortSignal,
  ): Promise<Putting> {
    const prepared = last.then(async (): Promise<Putting> => {
      const before = await readRecord()
      const stretches = change(before.stretches)
      const record = { stretches, keptFromMs: before.keptFromMs, asOfMs: clock.now() }
      const kept = list.orders.filter((one) => one.createdAtMs >= before.keptFromMs || isOpen(one))
      // The cache may be cleared after this ends, so nothing may be written later.
      signal.throwIfAborted()
      readAgain.add(accountId)
      const stored = store
        .putOrders(accountId, kept, record, list.refused)
        .then(({ changedIds }) => onProgress(changedIds))
      // The caller handles the failure; this only prevents an unhandled rejection.
      stored.catch(() => undefined)
      return { after: { ...record, isWhole: isWhole(record, record.keptFromMs) }, stored }
    })
    last = prepared.then(({ stored }) => stored).catch(() => undefined)
    return prepared
  }

  return {
    read: async (): Promise<Known> => {
      await last
      return readRecord()
    },
    /**
     * Errors of `stored`: those of the store, and the abort reason of the signal.
     *
     * @param page - its number, from 1
     */
    putPage(list: ListedOrders, page: number, signal: AbortSignal): Promise<Putting> {
      const ids = [...list.orders, ...list.refused].map(({ id }) => id)
      size = Math.max(size, ids.length)
      const times = list.orders.map(({ createdAtMs }) => createdAtMs)
      const fromMs = times.length === 0 ? null : Math.min(...times)
      const add = (before: readonly OrderRange[]): OrderRange[] => {
        if (Math.min(...ids) < (before[0]?.fromId ?? 0)) endDoubt.end()
        return addPage(page === 1 ? afterFirst(before, ids) : before, { ids, fromMs })
      }
      return put(list, add, signal)
    },
    /**
     * Marks the end of the list behind the range that begins with that ID. If more was known, this is accepted only when it is
     * still so some minutes later.
     *
     * @param isSeen - the end of the list showed the row with that ID
     */
    putEnd: (fromId: number, isSeen: boolean, signal: AbortSignal): Promise<Putting> =>
      put({ orders: [], refused: [] }, (before) => afterEnd(before, fromId, isSeen), signal),
    /** True once the newest page was read since the start: the positions of the other rows follow from it. */
    hasNewest: (): boolean => hasNewest,
    noteNewest(): void {
      hasNewest = true
    },
    /**
     * True when the last first page showed none of the newest known range: it left the list, or the response was outdated. Only
     * first pages that still show none of it some minutes later settle that.
     */
    isInDoubt: (): boolean => topDoubt.isOpen(),
    /** Rows that the exchange returns per page: the maximum seen since the start. */
    pageSize: (): number => size,
  }
}

export type OrderLedger = ReturnType<typeof createOrderLedger>
