// Own orders and fills that the stream reports: shown at once, and read by REST, which decides.
// Must not: write anything of a report into the store.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { StreamFill, StreamOrder } from '../../exchange/streams/row-messages.ts'
import { type StreamKind, streamNames } from '../../exchange/streams/stream-names.ts'
import type { Streams } from '../../exchange/streams/streams.ts'
import type { Store } from '../../store/api/store-api.ts'
import { createThrottle } from '../../async/throttle.ts'
import { findListed } from '../find-listed.ts'
import { withListFields } from '../open-orders.ts'
import { type OrderSource, PAGE_SIZE } from '../order-source.ts'
import { applyReport } from './reported-order.ts'

/** An order is reported several times within a moment: as it is accepted, filled, ended. */
const COALESCE_MS = 100
/** At most five calls a second, half of the careful limit (request-limits.ts). */
const CALL_EVERY_MS = 200
/** Above this many orders one page of the list is read instead of each of them. */
const MAX_SINGLE_READS = 5
/** Reports beyond are left to a listing of all new orders. */
const MAX_REPORTS = 500
/** REST may lag behind the stream: pauses before an order is read again. After the last the report is dropped. */
const AGAIN_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
const LIST_ALL_EVERY_MS = 2_000
const turn = { lane: 'orders', urgency: 'screen' } as const

export interface OrderReportsOptions {
  readonly accountId: string
  readonly streams: Pick<Streams, 'events' | 'subscribe'>
  readonly source: OrderSource
  readonly store: Pick<Store, 'getOrder' | 'putOrders' | 'putOrderTrades'>
  /** Reading is pointless now: offline, signed out, no disk space. */
  readonly isPaused: () => boolean
  /** Lists new and open orders now: what was reported while nobody listened is unknown. */
  readonly listAll: () => void
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMs: () => number
  /** Resolves after so many milliseconds; rejects once `signal` is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called when orders are reported. */
  readonly onReported: (ids: readonly number[]) => void
  /** Called after each commit with the IDs of new or changed orders. */
  readonly onRead: (ids: readonly number[]) => void
  /** Called when the stream begins or ceases to report orders. */
  readonly onLive: () => void
  readonly onFault: (error: unknown) => void
}

interface Report {
  /** Null where only a fill was reported. */
  readonly order: StreamOrder | null
  /** When the newest reported fill happened; null where none was reported. */
  readonly filledAtMs: number | null
  readonly tries: number
  readonly dueAtMs: number
}

export function startOrderReports(options: OrderReportsOptions) {
  const { accountId, streams, source, store, isPaused, onReported, onRead, onLive, onFault } = options
  const { monotonicMs, wait } = options
  const stopper = new AbortController()
  const { signal } = stopper
  const reports = new Map<number, Report>()
  const confirmed = new Set<string>()
  const isLive = (): boolean => confirmed.size === 2
  const listAll = createThrottle(LIST_ALL_EVERY_MS, options.listAll)
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<void> | null = null

  function drop(id: number): void {
    reports.delete(id)
    onReported([id])
  }

  function note(id: number, order: StreamOrder | null, filledAtMs: number | null): void {
    const before = reports.get(id)
    if (before === undefined && reports.size >= MAX_REPORTS) {
      listAll.ask()
      return
    }
    const dueAtMs = Math.min(before?.dueAtMs ?? Infinity, monotonicMs() + COALESCE_MS)
    reports.set(id, {
      order: order ?? before?.order ?? null,
      filledAtMs: filledAtMs ?? before?.filledAtMs ?? null,
      tries: 0,
      dueAtMs,
    })
    if (order !== null) onReported([id])
    plan()
  }

  function plan(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (signal.aborted || reading !== null || reports.size === 0) return
    const firstMs = Math.min(...[...reports.values()].map(({ dueAtMs }) => dueAtMs))
    timer = setTimeout(begin, Math.max(0, firstMs - monotonicMs()))
  }

  function begin(): void {
    timer = null
    reading = readDue()
      .catch((error: unknown) => {
        if (!signal.aborted) onFault(error)
      })
      .finally(() => {
        reading = null
        plan()
      })
  }

  async function readDue(): Promise<void> {
    const nowMs = monotonicMs()
    const due = [...reports].filter(([, { dueAtMs }]) => dueAtMs <= nowMs).map(([id]) => id)
    // Counted as tried before: a failure must not be repeated at once.
    for (const id of due) postpone(id)
    if (isPaused()) return
    if (due.length > MAX_SINGLE_READS) await readList(due)
    else for (const id of due) await tryOne(id)
  }

  function postpone(id: number): void {
    const report = reports.get(id)
    if (report === undefined) return
    const pauseMs = AGAIN_MS[report.tries]
    if (pauseMs === undefined) {
      drop(id)
      listAll.ask()
    } else reports.set(id, { ...report, tries: report.tries + 1, dueAtMs: monotonicMs() + pauseMs })
  }

  /** One page has the newest orders; what it lacks is read when it is due again. */
  async function readList(due: readonly number[]): Promise<void> {
    const list = await source.listOrders({ page: 1, limit: PAGE_SIZE }, { ...turn, signal })
    signal.throwIfAborted()
    const { changedIds } = await store.putOrders(accountId, list.orders, null, list.refused)
    if (changedIds.length > 0) onRead(changedIds)
    const listed = new Set(list.orders.map(({ id }) => id))
    for (const id of due) {
      if (listed.has(id)) await settle(id)
      else await tryOne(id)
    }
    await wait(CALL_EVERY_MS, signal)
  }

  /** The failure of one order does not keep the others waiting. */
  async function tryOne(id: number): Promise<void> {
    try {
      await readOne(id)
    } catch (error) {
      if (!isAppError(error, 'rejectedByExchange', 'contractViolation', 'notFound')) throw error
      onFault(error)
    }
  }

  async function readOne(id: number): Promise<void> {
    const report = reports.get(id)
    if (report === undefined) return
    const cached = await store.getOrder(accountId, id)
    const { order: told } = report
    const createdAtMs = cached?.createdAtMs ?? told?.createdAtMs ?? null
    const listed =
      told?.state === 'cancel' && createdAtMs !== null ? await readListed({ ...told, createdAtMs }) : null
    if (listed !== null) await store.putOrders(accountId, [listed], null)
    else {
      const fresh = await source.getOrder(id, { ...turn, signal })
      signal.throwIfAborted()
      let order = cached === null ? fresh.order : withListFields(fresh.order, cached)
      // Canceled since it was reported: a report that comes meanwhile has nothing newer than this row, and nobody would ask again.
      if (order.state === 'cancel' && order.cancelReason === null) {
        const explained = await readListed(order)
        if (explained !== null) order = withListFields(order, explained)
      }
      if (fresh.trades.length > 0) await store.putOrderTrades(accountId, order, fresh.trades)
      else await store.putOrders(accountId, [order], null)
    }
    onRead([id])
    await settle(id)
    await wait(CALL_EVERY_MS, signal)
  }

  /** With the cancel reason; null where the order is not in its place in a list. */
  async function readListed(place: Pick<Order, 'id' | 'market' | 'createdAtMs'>): Promise<Order | null> {
    const { orders } = await findListed(source, place, { ...turn, signal })
    signal.throwIfAborted()
    return orders[0] ?? null
  }

  /** Ends the report once REST has told as much; else the order is read again. */
  async function settle(id: number): Promise<void> {
    const stored = await store.getOrder(accountId, id)
    const { order = null, filledAtMs = null } = reports.get(id) ?? {}
    if (stored === null || (filledAtMs ?? 0) > stored.updatedAtMs) return
    if (order === null || applyReport(stored, order) === null) reports.delete(id)
  }

  function noteLive(before: boolean): void {
    if (before === isLive()) return
    onLive()
    // Between the last listing and this moment, or since, something may have happened that nobody reported.
    listAll.ask()
  }

  const listeners = {
    order: (order: StreamOrder): void => note(order.id, order, null),
    fill: ({ orderId, createdAtMs }: StreamFill): void => note(orderId, null, createdAtMs),
    confirmed: (_kind: StreamKind, names: readonly string[]): void => {
      const before = isLive()
      for (const name of names)
        if (name === streamNames.orders || name === streamNames.fills) confirmed.add(name)
      noteLive(before)
    },
    lost: (kind: StreamKind): void => {
      if (kind !== 'private') return
      const before = isLive()
      confirmed.clear()
      noteLive(before)
    },
  }
  streams.events.on('order', listeners.order)
  streams.events.on('fill', listeners.fill)
  streams.events.on('confirmed', listeners.confirmed)
  streams.events.on('lost', listeners.lost)
  const unsubscribe = streams.subscribe([streamNames.orders, streamNames.fills])

  return {
    /** The order as the stream reports it; null where REST has told as much. */
    reportOf<Known extends Order>(order: Known): Known | null {
      const report = reports.get(order.id)?.order ?? null
      return report === null ? null : applyReport(order, report)
    },
    /** True while there may be a report of this order that REST has not told yet; `reportOf` decides. */
    hasReport: (id: number): boolean => reports.has(id),
    /** True while the stream reports orders and fills as they happen. */
    isLive,
    /** Resolves when nothing of it can land any more. */
    async stop(): Promise<void> {
      stopper.abort()
      streams.events.off('order', listeners.order)
      streams.events.off('fill', listeners.fill)
      streams.events.off('confirmed', listeners.confirmed)
      streams.events.off('lost', listeners.lost)
      unsubscribe()
      listAll.stop()
      if (timer !== null) clearTimeout(timer)
      await reading
    },
  }
}

export type OrderReports = ReturnType<typeof startOrderReports>
