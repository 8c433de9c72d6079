// Owns: putting pages of the list of orders into the cache, each with what is known of the list since, one after the
// other.
// Must not: fetch, or leave rows and what is known apart (the store commits both together).
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { Clock } from '../../async/clock.ts'
import type { OrderList } from '../../exchange/endpoints/orders.ts'
import type { OrderStretch, OrderSyncRecord, Store } from '../../store/store-api.ts'
import { addPage, dropAbove, endList, isBelowTop, isWhole } from './order-stretches.ts'

const DAY_MS = 86_400_000
/** The service's maximum is unknown (facts A3); so many rows it gives at least to whoever asks for as many. */
export const SMALLEST_PAGE = 3
/** An answer may be of a copy of the list that lags; none lags so long. */
const LONGEST_LAG_MS = 120_000

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
  /**
   * The list ends behind the stretch that begins with that id. Where more than that was known, it is believed only when
   * it is still so some minutes later.
   *
   * @param isSeen - the end of the list showed the row with that id
   */
  putEnd(fromId: number, isSeen: boolean, signal: AbortSignal): Promise<Putting>
  /** Since the start the newest page has been read: where the others lie follows from it. */
  hasNewest(): boolean
  noteNewest(): void
  /**
   * The last first page showed nothing of what was known from the top on: that has gone from the list, or the answer was
   * an old one. Only first pages that still show nothing of it some minutes later settle that.
   */
  isInDoubt(): boolean
  /** Rows that the service is known to give on one page: the most that it has given since the start. */
  pageSize(): number
}

const isOpen = ({ state }: Order): boolean => state === 'wait' || state === 'pending'

/** Something that an answer showed, and that is not believed before a later one shows it, too. */
function createDoubt(clock: Clock) {
  let sinceMs: number | null = null
  return {
    isOpen: () => sinceMs !== null,
    end() {
      sinceMs = null
    },
    /** Begins to doubt, unless it does already; ends it where that has been so for long enough. */
    isSettled(): boolean {
      const nowMs = clock.now()
      sinceMs = Math.min(sinceMs ?? nowMs, nowMs)
      if (nowMs - sinceMs < LONGEST_LAG_MS) return false
      sinceMs = null
      return true
    },
  }
}

export function createOrderLedger(options: OrderLedgerOptions): OrderLedger {
  const { accountId, store, clock, keptFromMs, readAgain, onProgress } = options
  let size = SMALLEST_PAGE
  let hasNewest = false
  const topDoubt = createDoubt(clock)
  const endDoubt = createDoubt(clock)
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

  /** What of the known stretches counts on, now that a first page has these rows. */
  function afterFirst(before: readonly OrderStretch[], ids: readonly number[]): readonly OrderStretch[] {
    if (ids.length === 0) return before
    if (!isBelowTop(before, ids)) {
      topDoubt.end()
      return before
    }
    return topDoubt.isSettled() ? dropAbove(before, Math.max(...ids)) : before
  }

  function afterEnd(before: readonly OrderStretch[], fromId: number, isSeen: boolean): OrderStretch[] {
    const isAll = isSeen && before.every((one) => one.rows === 0 || one.fromId >= fromId)
    return isAll || endDoubt.isSettled() ? endList(before, fromId) : [...before]
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
      const add = (before: readonly OrderStretch[]): OrderStretch[] => {
        if (Math.min(...ids) < (before[0]?.fromId ?? 0)) endDoubt.end()
        return addPage(page === 1 ? afterFirst(before, ids) : before, { ids, fromMs })
      }
      return put(list, add, signal)
    },
    putEnd: (fromId, isSeen, signal) =>
      put({ orders: [], refused: [] }, (before) => afterEnd(before, fromId, isSeen), signal),
    hasNewest: () => hasNewest,
    noteNewest() {
      hasNewest = true
    },
    isInDoubt: () => topDoubt.isOpen(),
    pageSize: () => size,
  }
}
