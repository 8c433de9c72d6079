// Owns: putting pages of the list of orders into the cache, each with what is known of the list since, one after the
// other.
// Must not: fetch, or leave rows and what is known apart (the store commits both together).
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { Clock } from '../../clock.ts'
import type { OrderList } from '../../exchange/endpoints/orders.ts'
import type { OrderStretch, OrderSyncRecord, Store } from '../../store/store-api.ts'
import { addPage, endList, isWhole } from './order-stretches.ts'

const DAY_MS = 86_400_000
/** The service's maximum is unknown (facts A3); so many rows it gives at least to whoever asks for as many. */
const SMALLEST_PAGE = 3

export interface OrderLedgerOptions {
  readonly accountId: string
  readonly store: Pick<Store, 'putOrders' | 'getOrderSync' | 'getRefusedOrders'>
  readonly clock: Clock
  /** Orders that were created before are not kept; 0 where all are. */
  readonly keptFromMs: () => Promise<number>
  /**
   * Accounts whose history has been read again since the app started, because orders in it could not be read: a newer version of
   * this app may understand what an older one refused. Added to here.
   */
  readonly readAgain: Set<string>
  /** Called after each commit with the ids that are new or different. */
  readonly onProgress: (changedIds: number[]) => void
}

/** What is known, with what no start of the app outlives. */
export interface Known extends OrderSyncRecord {
  readonly isWhole: boolean
}

/** A page as it goes into the cache: what is known with it, at once, and when it is there. */
export interface Putting {
  readonly after: Known
  readonly stored: Promise<void>
}

export interface OrderLedger {
  read(): Promise<Known>
  /**
   * Errors of `stored`: those of the store, and what the signal was aborted with.
   *
   * @param page - its number, from 1
   */
  putPage(list: OrderList, page: number, signal: AbortSignal): Promise<Putting>
  /** The list ends behind the stretch that begins with that id. */
  putEnd(fromId: number, signal: AbortSignal): Promise<Putting>
  /** Since the start the newest page has been read: where the others lie follows from it. */
  hasNewest(): boolean
  noteNewest(): void
  /** Rows that the service is known to give on one page: the most that it has given since the start. */
  pageSize(): number
}

const isOpen = ({ state }: Order): boolean => state === 'wait' || state === 'pending'

export function createOrderLedger(options: OrderLedgerOptions): OrderLedger {
  const { accountId, store, clock, keptFromMs, readAgain, onProgress } = options
  let size = SMALLEST_PAGE
  let hasNewest = false
  let last: Promise<unknown> = Promise.resolve()

  async function readRecord(): Promise<Known> {
    const [record, keptMs] = await Promise.all([store.getOrderSync(accountId), keptFromMs()])
    // More is to be kept than was: what is here may lack what was left out.
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

  /** What is known is read, changed and kept by one at a time. */
  function put(
    list: OrderList,
    change: (before: readonly OrderStretch[]) => OrderStretch[],
    signal: AbortSignal,
  ): Promise<Putting> {
    const prepared = last.then(async (): Promise<Putting> => {
      const before = await readRecord()
      const stretches = change(before.stretches)
      const record = { stretches, keptFromMs: before.keptFromMs, asOfMs: clock.now() }
      const kept = list.orders.filter((one) => one.createdAtMs >= before.keptFromMs || isOpen(one))
      // The cache may be cleared when this has ended: nothing of it lands then.
      signal.throwIfAborted()
      readAgain.add(accountId)
      const stored = store.putOrders(accountId, kept, record, list.refused).then(({ changedIds }) => {
        onProgress(changedIds)
      })
      // Whoever has asked for it hears of its failure; this only keeps an earlier failure of theirs from hiding it.
      stored.catch(() => undefined)
      return { after: { ...record, isWhole: isWhole(record, record.keptFromMs) }, stored }
    })
    last = prepared.then(({ stored }) => stored).catch(() => undefined)
    return prepared
  }

  return {
    read: async () => {
      await last
      return readRecord()
    },
    putPage(list, page, signal) {
      const ids = [...list.orders, ...list.refused].map(({ id }) => id)
      size = Math.max(size, ids.length)
      const times = list.orders.map(({ createdAtMs }) => createdAtMs)
      const fromMs = times.length === 0 ? null : Math.min(...times)
      return put(list, (before) => addPage(before, { ids, fromMs, isFirst: page === 1 }), signal)
    },
    putEnd: (fromId, signal) => put({ orders: [], refused: [] }, (before) => endList(before, fromId), signal),
    hasNewest: () => hasNewest,
    noteNewest() {
      hasNewest = true
    },
    pageSize: () => size,
  }
}
