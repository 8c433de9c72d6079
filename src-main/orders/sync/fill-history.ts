// Owns: the fills of all orders that have any, newest orders first, as one of the streams: a list of orders tells how
// many there are, and only an order that is asked for alone tells them.
// Must not: ask in a hurry, or let one order hold up the others.
import { setTimeout as wait } from 'node:timers/promises'
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { OrderWantingFills } from '../../store/history-rows.ts'
import type { Store } from '../../store/store-api.ts'
import { meansUnreachable } from '../../session/connection.ts'
import { withListFields } from '../open-orders.ts'
import type { OrderSource } from '../order-source.ts'
import type { HistoryStream } from '../../session/sync/history-stream.ts'

/**
 * Five calls a second, half of what is thought careful (traffic-limits.ts): a hundred thousand orders are read within
 * six hours.
 */
export const CAREFUL_EVERY_MS = 200
/** On this computer nobody else is served; still the calls of screens must not wait in a row. */
export const LOOPBACK_EVERY_MS = 10
/** How long an order that could not be read rests; doubles each time. */
const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 3_600_000
/** Ids read from the cache at once. */
const PORTION = 100
const turn = { lane: 'fills', urgency: 'background' } as const

export interface FillHistoryOptions {
  readonly accountId: string
  readonly source: Pick<OrderSource, 'getOrder'>
  readonly store: Pick<
    Store,
    | 'listOrdersWantingFills'
    | 'getFillProgress'
    | 'countOrdersWithFills'
    | 'getFillsFromMs'
    | 'getOrder'
    | 'putOrderTrades'
  >
  readonly clock: Clock
  /** Fills of orders that were created before are not kept; 0 where all are. */
  readonly keptFromMs: () => Promise<number>
  /** All orders that are kept are known: else there may be others that have fills. */
  readonly areOrdersKnown: () => Promise<boolean>
  /** At least so long from call to call. */
  readonly everyMs: number
}

export interface FillHistory extends HistoryStream {
  /** Orders have changed: those come first. */
  freshen(): void
}

/** A failure that is this order's own. */
function isOwn(error: unknown): error is AppError {
  return isAppError(error, 'rejectedByExchange', 'contractViolation', 'notFound') && !meansUnreachable(error)
}

export function createFillHistory(options: FillHistoryOptions): FillHistory {
  const { accountId, source, store, clock, keptFromMs, areOrdersKnown, everyMs } = options
  const resting = new Map<
    number,
    { readonly times: number; readonly untilMs: number; readonly fault: AppError | null }
  >()
  /** Orders that have had their turn since the top. */
  const met = new Set<number>()
  let queue: OrderWantingFills[] = []
  let belowId: number | null = null
  let isFromTop = true
  let mayAskAtMs = 0
  /** All that is kept was here the last time it was looked. */
  let isDone = false

  function restart(): void {
    met.clear()
    queue = []
    belowId = null
    isFromTop = true
  }

  /** The next order whose turn it is; null where there is none from the newest down. */
  async function next(): Promise<OrderWantingFills | null> {
    const keptMs = await keptFromMs()
    for (;;) {
      if (queue.length === 0) queue = await store.listOrdersWantingFills(accountId, belowId, PORTION)
      const wanted = queue.shift()
      // Ids rise with time: what follows is not kept either.
      if (wanted === undefined || wanted.createdAtMs < keptMs) {
        const isAll = isFromTop
        // What is not wanted any more rests no longer: somebody else has read it, or it is not kept.
        if (isAll) for (const id of resting.keys()) if (!met.has(id)) resting.delete(id)
        restart()
        if (isAll) return null
        continue
      }
      belowId = wanted.id
      met.add(wanted.id)
      if ((resting.get(wanted.id)?.untilMs ?? 0) <= clock.now()) return wanted
    }
  }

  function rest(id: number, fault: AppError | null): void {
    const times = (resting.get(id)?.times ?? 0) + 1
    const untilMs = clock.now() + Math.min(FIRST_REST_MS * 2 ** (times - 1), LONGEST_REST_MS)
    resting.set(id, { times, untilMs, fault })
  }

  async function readFills(wanted: OrderWantingFills, signal: AbortSignal): Promise<void> {
    const cached = await store.getOrder(accountId, wanted.id)
    if (cached === null) return
    const fresh = await source.getOrder(wanted.id, { ...turn, signal })
    signal.throwIfAborted()
    await store.putOrderTrades(accountId, withListFields(fresh.order, cached), fresh.trades)
    // A list knows a later version than the order itself is told in, or more fills than come with it: asking again at
    // once would bring the same.
    const isBehind = fresh.order.updatedAtMs < wanted.updatedAtMs
    if (isBehind || fresh.trades.length < fresh.order.tradesCount) rest(wanted.id, null)
    else resting.delete(wanted.id)
  }

  return {
    name: 'fills',
    async step(signal) {
      const wanted = await next()
      if (wanted === null) {
        const fault = [...resting.values()].find((one) => one.fault !== null)?.fault
        if (fault) throw fault
        isDone = resting.size === 0
        return isDone && (await areOrdersKnown()) ? 'complete' : 'later'
      }
      isDone = false
      isFromTop = false
      const restMs = mayAskAtMs - performance.now()
      if (restMs > 0) await wait(restMs, undefined, { signal })
      mayAskAtMs = performance.now() + everyMs
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
      const [{ orders, wanted }, keptMs, areKnown, backToMs] = await Promise.all([
        store.getFillProgress(accountId),
        keptFromMs(),
        areOrdersKnown(),
        store.getFillsFromMs(accountId),
      ])
      // Orders whose fills were dropped want none and have none: where not all is kept, those that have are counted.
      const done = keptMs === 0 ? orders - wanted : await store.countOrdersWithFills(accountId)
      // Orders that are kept without their fills are counted among the wanted.
      const isComplete = areKnown && (isDone || wanted === 0)
      return { done, total: keptMs === 0 && areKnown ? orders : null, backToMs, isComplete }
    },
    freshen() {
      isDone = false
      restart()
    },
  }
}
