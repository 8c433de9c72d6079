// Reads fills by pages of own trades (facts, B8), newest first: hundreds of orders per call instead of one.
//
// Pages prove nothing: they move while they are read, and may lack rows. An order's own count and filled amount say whether
// its fills are all here (queries/orders/own-trades.ts); what pages do not bring is left to calls per order.
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { OwnTrade } from '../../../src-preload/contract/trading/trading-entities.ts'
import type { Clock } from '../../async/clock.ts'
import type { CallOptions } from '../../exchange/endpoint.ts'
import type { OwnTradesQuery } from '../../exchange/endpoints/orders/own-trades.ts'
import { type Rows, countRows } from '../../exchange/endpoints/rows.ts'
import type { FillCursor } from '../../store/api/history-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import { meansUnreachable } from '../../session/connection.ts'

/** Below this many orders, calls per order are as quick. */
const LEAST_ORDERS = 3
/** Rows per page by preference: the maximum is inferred (facts, A3), the last is the service's default. */
const PAGE_ROWS = [1_000, 100] as const
/** How long a service that refuses pages is not asked for them. */
const REFUSED_FOR_MS = 3_600_000
const turn = { lane: 'fills', urgency: 'background' } as const

export interface TradeSource {
  listOwnTrades(query: OwnTradesQuery, options: CallOptions): Promise<Rows<OwnTrade>>
}

export interface FillPagesOptions {
  readonly accountId: string
  readonly source: TradeSource
  readonly store: Pick<Store, 'putOwnTrades' | 'getFillCursor' | 'getFillProgress'>
  readonly clock: Clock
  /** See FillHistoryOptions. */
  readonly keptFromMs: () => Promise<number>
  /** Orders that want their fills and may be read now, counted up to some hundred. */
  readonly countWanting: () => Promise<number>
  /** Waits until the next call may be made. */
  readonly takeTurn: (signal: AbortSignal) => Promise<void>
}

interface Ahead extends FillCursor {
  readonly signal: AbortSignal
  readonly answer: Promise<Rows<OwnTrade>>
}

export function createFillPages(options: FillPagesOptions) {
  const { accountId, source, store, clock, keptFromMs, countWanting, takeTurn } = options
  let cursor: FillCursor | null | undefined
  /** A pass has ended; what it left is read by calls per order. */
  let isLeft = false
  let isTopStale = false
  let refusedUntilMs = -Infinity
  /** Pages in a row that brought nothing. */
  let wasted = 0
  let lastFirstId: number | null = null
  let ahead: Ahead | null = null

  async function ask({ page, rows }: FillCursor, signal: AbortSignal): Promise<Rows<OwnTrade>> {
    await takeTurn(signal)
    return source.listOwnTrades({ page, limit: rows }, { ...turn, signal })
  }

  function take(place: FillCursor, signal: AbortSignal): Promise<Rows<OwnTrade>> {
    const asked = ahead
    ahead = null
    const fits = asked?.signal === signal && asked.page === place.page && asked.rows === place.rows
    return fits ? asked.answer : ask(place, signal)
  }

  function askAhead(place: FillCursor, signal: AbortSignal): void {
    const answer = ask(place, signal)
    // The error is reported at its turn, or no longer needed.
    answer.catch(() => undefined)
    ahead = { ...place, signal, answer }
  }

  async function put(
    trades: readonly OwnTrade[],
    next: FillCursor | null,
    keptMs: number,
    signal: AbortSignal,
  ): Promise<number> {
    signal.throwIfAborted()
    const { useful } = await store.putOwnTrades(accountId, trades, keptMs, next)
    cursor = next
    return useful
  }

  async function readPage(place: FillCursor, signal: AbortSignal): Promise<void> {
    const list = await take(place, signal)
    const keptMs = await keptFromMs()
    const [first] = list.rows
    // An empty page is the end; the same page again is a list without paging.
    const isSameAgain = first !== undefined && place.page > 1 && first.id === lastFirstId
    lastFirstId = first?.id ?? null
    const isEnd = countRows(list) === 0 || isSameAgain
    // Orders are older than their fills.
    const isBeyond = list.rows.some(({ createdAtMs }) => createdAtMs < keptMs)
    const next = isEnd || isBeyond ? null : { ...place, page: place.page + 1 }
    if (next !== null) askAhead(next, signal)
    const useful = await put(list.rows, next, keptMs, signal)
    wasted = useful > 0 ? 0 : wasted + 1
    const { wanted } = await store.getFillProgress(accountId)
    // As many calls per order would bring all of them.
    if (next !== null && wanted < LEAST_ORDERS + wasted) await put([], null, keptMs, signal)
    if (cursor === null) {
      isLeft = true
      ahead = null
    }
  }

  async function readTop(place: FillCursor, signal: AbortSignal): Promise<void> {
    isTopStale = false
    const list = await ask({ page: 1, rows: place.rows }, signal)
    await put(list.rows, place, await keptFromMs(), signal)
  }

  /** Where to read; null where calls per order are to do it. */
  async function findPlace(): Promise<FillCursor | null> {
    if (isLeft || clock.now() < refusedUntilMs) return null
    cursor ??= await store.getFillCursor(accountId)
    if (cursor !== null) return cursor
    if ((await countWanting()) < LEAST_ORDERS) return null
    isTopStale = false
    wasted = 0
    lastFirstId = null
    return { page: 1, rows: PAGE_ROWS[0] }
  }

  /** After a refusal: a smaller page, or none for a while. */
  async function shrink(place: FillCursor, error: AppError, signal: AbortSignal): Promise<boolean> {
    const [, smaller] = PAGE_ROWS
    if (place.rows <= smaller || error.data['status'] === 404) {
      refusedUntilMs = clock.now() + REFUSED_FOR_MS
      return false
    }
    const page = Math.floor(((place.page - 1) * place.rows) / smaller) + 1
    await put([], { page, rows: smaller }, await keptFromMs(), signal)
    return true
  }

  return {
    /** Reads a page; false where the rest is for calls per order. Errors: those of the client and the store. */
    async step(signal: AbortSignal): Promise<boolean> {
      const place = await findPlace()
      if (place === null) return false
      try {
        if (isTopStale && place.page > 1) await readTop(place, signal)
        else await readPage(place, signal)
      } catch (error) {
        ahead = null
        const isRefusal = isAppError(error, 'rejectedByExchange', 'contractViolation', 'notFound')
        if (!isRefusal || meansUnreachable(error)) throw error
        return shrink(place, error, signal)
      }
      return true
    },
    /** Call when orders have changed: their fills are on the first page. */
    freshen(): void {
      isTopStale = true
    },
    /** Call when calls per order have read what was left. */
    finish(): void {
      isLeft = false
    },
  }
}
