// History stream of fills, newest first: by pages of own trades, and by one request per order for what these do not bring.
// An order list gives only fill counts.
import { setTimeout as wait } from 'node:timers/promises'
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { OrderWantingFills } from '../../store/api/history-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import { meansUnreachable } from '../../session/connection.ts'
import { withListFields } from '../open-orders.ts'
import type { OrderSource } from '../order-source.ts'
import type { HistoryStream } from '../../session/sync/history-stream.ts'
import { createFillPages, type FillPagesOptions, type TradeSource } from './fill-pages.ts'

/** Five calls a second, half of the careful limit (request-limits.ts): of pages, a hundred thousand orders take minutes. */
export const CAREFUL_EVERY_MS = 200
/** A local exchange serves no one else, but requests of the screen must not queue up. */
export const LOOPBACK_EVERY_MS = 10
/** Cooldown after an order could not be read; doubles each time. */
const FIRST_COOLDOWN_MS = 60_000
const MAX_COOLDOWN_MS = 3_600_000
/** IDs read from the cache per batch. */
const PORTION = 100
const turn = { lane: 'fills', urgency: 'background' } as const

export interface FillHistoryOptions {
  readonly accountId: string
  readonly source: Pick<OrderSource, 'getOrder'> & TradeSource
  readonly store: Pick<
    Store,
    | 'listOrdersWantingFills'
    | 'getFillProgress'
    | 'countOrdersWithFills'
    | 'getFillsFromMs'
    | 'getOrder'
    | 'putOrderTrades'
    | 'countFillConflicts'
  > &
    FillPagesOptions['store']
  readonly clock: Clock
  /** Fills of older orders are not kept; 0 to keep all. */
  readonly keptFromMs: () => Promise<number>
  /** True when all kept orders are known; otherwise there may be others with fills. */
  readonly areOrdersKnown: () => Promise<boolean>
  /** Minimum interval between calls. */
  readonly everyMs: number
}

export interface FillHistory extends HistoryStream {
  /** Call when orders have changed: they are read first. */
  freshen(): void
}

/** True for a failure specific to this order. */
function isOwn(error: unknown): error is AppError {
  return isAppError(error, 'rejectedByExchange', 'contractViolation', 'notFound') && !meansUnreachable(error)
}

export function createFillHistory(options: FillHistoryOptions): FillHistory {
  const { accountId, source, store, clock, keptFromMs, areOrdersKnown, everyMs } = options
  const resting = new Map<
    number,
    { readonly times: number; readonly untilMs: number; readonly fault: AppError | null }
  >()
  /** Orders handled since the last restart from the newest. */
  const met = new Set<number>()
  let queue: OrderWantingFills[] = []
  let belowId: number | null = null
  let isFromTop = true
  let mayAskAtMs = 0
  /** True if everything to keep was cached at the last look. */
  let isDone = false

  async function takeTurn(signal: AbortSignal): Promise<void> {
    const startMs = Math.max(mayAskAtMs, performance.now())
    const restMs = startMs - performance.now()
    mayAskAtMs = startMs + everyMs
    if (restMs > 0) await wait(restMs, undefined, { signal })
  }

  const isResting = (id: number): boolean => (resting.get(id)?.untilMs ?? 0) > clock.now()

  const pages = createFillPages({
    ...options,
    takeTurn,
    async countWanting() {
      const [keptMs, wanting] = await Promise.all([
        keptFromMs(),
        store.listOrdersWantingFills(accountId, null, PORTION),
      ])
      return wanting.filter(({ id, createdAtMs }) => createdAtMs >= keptMs && !isResting(id)).length
    },
  })

  function restart(): void {
    met.clear()
    queue = []
    belowId = null
    isFromTop = true
  }

  /** The next order to read; null if none is left from the newest down. */
  async function next(): Promise<OrderWantingFills | null> {
    const keptMs = await keptFromMs()
    for (;;) {
      if (queue.length === 0) queue = await store.listOrdersWantingFills(accountId, belowId, PORTION)
      const wanted = queue.shift()
      // IDs rise with time, so the following orders are not kept either.
      if (wanted === undefined || wanted.createdAtMs < keptMs) {
        const isAll = isFromTop
        // Ends cooldowns of orders that are no longer wanted: read elsewhere, or not kept.
        if (isAll) for (const id of resting.keys()) if (!met.has(id)) resting.delete(id)
        restart()
        if (isAll) return null
        continue
      }
      belowId = wanted.id
      met.add(wanted.id)
      if (!isResting(wanted.id)) return wanted
    }
  }

  function rest(id: number, fault: AppError | null): void {
    const times = (resting.get(id)?.times ?? 0) + 1
    const untilMs = clock.now() + Math.min(FIRST_COOLDOWN_MS * 2 ** (times - 1), MAX_COOLDOWN_MS)
    resting.set(id, { times, untilMs, fault })
  }

  async function readFills(wanted: OrderWantingFills, signal: AbortSignal): Promise<void> {
    const cached = await store.getOrder(accountId, wanted.id)
    if (cached === null) return
    const fresh = await source.getOrder(wanted.id, { ...turn, signal })
    signal.throwIfAborted()
    await store.putOrderTrades(accountId, withListFields(fresh.order, cached), fresh.trades)
    // The list has a later version than the order endpoint, or more fills than returned: an immediate retry would give the
    // same.
    const isBehind = fresh.order.updatedAtMs < wanted.updatedAtMs
    if (isBehind || fresh.trades.length < fresh.order.tradesCount) rest(wanted.id, null)
    else resting.delete(wanted.id)
  }

  return {
    name: 'fills',
    async step(signal) {
      if (await pages.step(signal)) {
        isDone = false
        restart()
        return 'more'
      }
      const wanted = await next()
      if (wanted === null) {
        pages.finish()
        const fault = [...resting.values()].find((one) => one.fault !== null)?.fault
        if (fault) throw fault
        isDone = resting.size === 0
        return isDone && (await areOrdersKnown()) ? 'complete' : 'later'
      }
      isDone = false
      isFromTop = false
      await takeTurn(signal)
      try {
        await readFills(wanted, signal)
      } catch (error) {
        if (!isOwn(error)) {
          restart()
          throw error
        }
        rest(wanted.id, error)
      }
      return 'more'
    },
    async progress() {
      const [{ orders, wanted }, keptMs, areKnown, backToMs, conflicts] = await Promise.all([
        store.getFillProgress(accountId),
        keptFromMs(),
        areOrdersKnown(),
        store.getFillsFromMs(accountId),
        store.countFillConflicts(accountId),
      ])
      // Orders whose fills were deleted count as done without fills; with limited retention, only orders with fills are
      // counted.
      const done = keptMs === 0 ? orders - wanted : await store.countOrdersWithFills(accountId)
      // Orders kept without their fills count as wanted.
      const isComplete = areKnown && (isDone || wanted === 0)
      return { done, total: keptMs === 0 && areKnown ? orders : null, backToMs, isComplete, conflicts }
    },
    freshen() {
      isDone = false
      pages.freshen()
      restart()
    },
  }
}
