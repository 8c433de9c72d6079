// Finds the orders whose fills are not all here, and the time from which each of them lacks some.
import type { LackingOrder } from '../../../store/api/result-rows.ts'
import type { Store } from '../../../store/api/store-api.ts'
import { type LedgerScope, type MissingFills, sinceOf } from './ledger-scope.ts'
import { currenciesOf } from '../market-currencies.ts'

/** About ten milliseconds on the reading thread, with a short answer. */
const ORDERS_PER_BATCH = 20_000
/** Maximum orders with missing fills that are checked individually. */
const MAX_LACKING = 200
/** A change may be reported this much later than newer ones. */
const LATE_CHANGE_MS = 3_600_000

export type MissingFillsStore = Pick<
  Store,
  'countFillsBetween' | 'getOrderTrades' | 'listChangedLackingOrders' | 'listLackingOrders'
>

/** Orders with missing fills, among the orders that had changed by `latestMs`. */
export interface Looked {
  readonly orders: readonly LackingOrder[]
  readonly latestMs: number
}

/** A moment at which nothing was missing: fills missing since then, of orders that existed, happened after it. */
export interface Proof {
  readonly momentMs: number
  /** The newest order at that moment. */
  readonly toId: number
  /** Number of fills up to that moment. */
  readonly fills: number
}

/**
 * Lists orders with missing fills: all orders at first, then those that have changed since.
 * @param before - null if earlier fills have changed
 */
export async function listLacking(
  store: MissingFillsStore,
  accountId: string,
  signal: AbortSignal,
  before: Looked | null,
): Promise<Looked> {
  if (before !== null) {
    const { latestMs } = before
    const changed = await store.listChangedLackingOrders(accountId, latestMs - LATE_CHANGE_MS)
    const known = new Set([...changed.lookedIds, ...changed.orders.map(({ id }) => id)])
    const others = before.orders.filter(({ id, kind }) => kind !== 'wanted' && !known.has(id))
    return { orders: [...changed.orders, ...others], latestMs: Math.max(latestMs, changed.latestMs) }
  }
  const orders: LackingOrder[] = []
  let latestMs = 0
  let belowId: number | null = null
  do {
    const piece: Awaited<ReturnType<Store['listLackingOrders']>> = await store.listLackingOrders(
      accountId,
      belowId,
      ORDERS_PER_BATCH,
    )
    signal.throwIfAborted()
    orders.push(...piece.orders)
    latestMs = Math.max(latestMs, piece.latestMs)
    belowId = piece.belowId
  } while (belowId !== null)
  return { orders, latestMs }
}

/** The time ranges of each order's missing fills. */
export async function listMissing(
  store: MissingFillsStore,
  accountId: string,
  lacking: readonly LackingOrder[],
  proof: Proof | null,
): Promise<MissingFills[]> {
  const gaps = lacking.map(({ id, kind, market, createdMs, updatedMs }) => {
    const isProven = kind === 'wanted' && proof !== null && id <= proof.toId && createdMs <= proof.momentMs
    return {
      id,
      gap: {
        ...{ market, createdMs, untilMs: updatedMs, isFetched: kind === 'short' },
        fromMs: isProven ? proof.momentMs + 1 : createdMs,
      },
      isOpen: kind === 'wanted' && !isProven,
    }
  })
  const open = gaps.filter(({ isOpen }) => isOpen)
  if (open.length === 0 || open.length > MAX_LACKING) return gaps.map(({ gap }) => gap)
  return Promise.all(
    gaps.map(async ({ id, gap, isOpen }): Promise<MissingFills> => {
      if (!isOpen) return gap
      const here = await store.getOrderTrades(accountId, id)
      const times = (here?.trades ?? []).map((trade) => trade.createdAtMs ?? gap.createdMs)
      return { ...gap, fromMs: Math.max(gap.createdMs, ...times.map((atMs) => atMs + 1)) }
    }),
  )
}

/** Returns the proof unless fills or orders of that time are gone: cleared, expired, or in a new file. */
export async function stillProven(
  store: MissingFillsStore,
  accountId: string,
  proof: Proof | null,
): Promise<Proof | null> {
  if (proof === null) return null
  return (await store.countFillsBetween(accountId, -1, proof.momentMs)) < proof.fills ? null : proof
}

/** Counts orders by currency whose fetched fills add up to less than they have filled. */
export function countShort(scope: LedgerScope, missing: readonly MissingFills[]): Map<string, number> {
  const short = new Map<string, number>()
  for (const { market, createdMs, isFetched } of missing) {
    if (!isFetched || createdMs > scope.untilMs) continue
    for (const currency of currenciesOf(market)) {
      if (createdMs >= sinceOf(scope, currency)) short.set(currency, (short.get(currency) ?? 0) + 1)
    }
  }
  return short
}
