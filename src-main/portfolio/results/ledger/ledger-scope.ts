// Decides the moment of a ledger, and the time from which each currency's fills are here. Pure; definitions: figures.md, "The
// opening", "One moment".
import type { PnlReading } from '../../../store/api/result-rows.ts'
import type { OrderSyncRecord } from '../../../store/api/store-api.ts'
import { currenciesOf } from '../market-currencies.ts'

/** Missing fills of an order, which were made between the two times. */
export interface MissingFills {
  readonly market: string
  /** Creation time of the order. */
  readonly createdMs: number
  readonly fromMs: number
  readonly untilMs: number
  /** The exchange was asked for them, and returned less than the order has filled. */
  readonly isFetched: boolean
}

/** A time range whose orders are all here. */
export interface KnownOrders {
  /** 0: from the account's first order on. */
  readonly fromMs: number
  /** Readings listed until then preceded any gap; null for the newest range: all of them. */
  readonly untilMs: number | null
}

/**
 * The time ranges of orders that are here, newest first. Orders missing between two of them are older than the upper one and
 * newer than any reading listed while they were not missing: so a reading before the upper range belongs to the lower one.
 *
 * @param nowMs - used if a range has no readable order
 */
export function listKnown(
  { stretches, keptFromMs }: Pick<OrderSyncRecord, 'stretches' | 'keptFromMs'>,
  nowMs: number,
): KnownOrders[] {
  return stretches.map(({ fromId, fromMs }, at) => {
    const above = stretches[at - 1]
    return {
      fromMs: Math.max(fromId === 0 ? 0 : (fromMs ?? nowMs), keptFromMs),
      untilMs: above === undefined ? null : (above.fromMs ?? nowMs) - 1,
    }
  })
}

/** The moment of a ledger and the completeness of its data. */
export interface LedgerScope {
  /** All orders from then on are here, up to the reading; 0 for all. */
  readonly ordersFromMs: number
  /** By currency, the time from which all its fills are here, if later than `ordersFromMs`. */
  readonly sinceMs: ReadonlyMap<string, number>
  /** The reading that the books are checked against; null if none fits. */
  readonly reading: PnlReading | null
  /** Fills up to then belong to the ledger. */
  readonly untilMs: number
}

/** The time from which all fills of a currency are here. */
export const sinceOf = ({ ordersFromMs, sinceMs }: LedgerScope, currency: string): number =>
  sinceMs.get(currency) ?? ordersFromMs

/** An older pair is preferred to a newer one only within this, unless orders between the two are still syncing. */
const MAX_WAIT_MS = 86_400_000

/** The start of the oldest range that contains a moment. */
function ordersFromAt(known: readonly KnownOrders[], momentMs: number): number {
  const stretch = known.findLast(({ untilMs }) => untilMs === null || momentMs <= untilMs)
  return stretch?.fromMs ?? momentMs
}

/** One currency's missing fills by start: for each, the latest end of those that started by then. */
interface Gaps {
  readonly fromMs: readonly number[]
  readonly untilMs: readonly number[]
}

function gapsByCurrency(missing: readonly MissingFills[]): ReadonlyMap<string, Gaps> {
  const sorted = missing.filter(({ isFetched }) => !isFetched).sort((a, b) => a.fromMs - b.fromMs)
  const gaps = new Map<string, { fromMs: number[]; untilMs: number[] }>()
  for (const { market, fromMs, untilMs } of sorted) {
    for (const currency of currenciesOf(market)) {
      const of = gaps.get(currency) ?? { fromMs: [], untilMs: [] }
      gaps.set(currency, of)
      of.fromMs.push(fromMs)
      of.untilMs.push(Math.max(of.untilMs.at(-1) ?? 0, untilMs))
    }
  }
  return gaps
}

/** The latest end of the fills that were missing by a moment; null for none. */
function lastGap({ fromMs, untilMs }: Gaps, momentMs: number): number | null {
  let [low, high] = [0, fromMs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((fromMs[middle] ?? Infinity) <= momentMs) low = middle + 1
    else high = middle
  }
  return untilMs[low - 1] ?? null
}

/**
 * Lower is better: an earlier start of orders, then fewer currencies with missing fills. The currency of profit and loss
 * needs no book.
 */
function compareScopes(a: LedgerScope, b: LedgerScope, unit: string): number {
  const lacking = ({ sinceMs }: LedgerScope): number => sinceMs.size - (sinceMs.has(unit) ? 1 : 0)
  return a.ordersFromMs - b.ordersFromMs || lacking(a) - lacking(b)
}

/** Whether no other reading can be based on more data. */
export const isBest = (
  { reading, ordersFromMs, sinceMs }: LedgerScope,
  known: readonly KnownOrders[],
): boolean =>
  reading !== null && sinceMs.size === 0 && ordersFromMs === Math.min(...known.map(({ fromMs }) => fromMs))

/** Collects readings and chooses the best one. */
export interface ScopeChoice {
  /** Considers one more reading; they come newest first, only those without a fill or movement within two seconds. */
  add(reading: PnlReading): void
  /** True if no further reading can be better. */
  isSettled(): boolean
  /** The scope of the best reading so far; up to `ordersUntilMs` without one. */
  best(): LedgerScope
}

/**
 * Chooses the newest reading with no more missing data than any other of the last day, so that a trade made elsewhere and
 * still being fetched makes no figure unknown. While orders in the middle of the history are still syncing, any older reading
 * qualifies.
 *
 * @param known - newest first; empty if orders were never listed
 * @param ordersUntilMs - end of the known orders, used if no reading fits
 * @param unit - the currency of profit and loss
 */
export function createScopeChoice(
  known: readonly KnownOrders[],
  missing: readonly MissingFills[],
  ordersUntilMs: number,
  unit: string,
): ScopeChoice {
  const gaps = gapsByCurrency(missing)
  let newestMs: number | null = null
  let best: LedgerScope | null = null
  let isOver = false

  /** The data available up to a moment; fills missing after it do not matter. */
  function scopeAt(momentMs: number): Pick<LedgerScope, 'ordersFromMs' | 'sinceMs'> {
    const ordersFromMs = ordersFromAt(known, momentMs)
    const sinceMs = new Map<string, number>()
    for (const [currency, of] of gaps) {
      const lastMs = lastGap(of, momentMs)
      if (lastMs !== null && lastMs >= ordersFromMs) sinceMs.set(currency, lastMs + 1)
    }
    return { ordersFromMs, sinceMs }
  }

  return {
    add(reading) {
      newestMs ??= reading.momentMs
      if (known.length < 2 && reading.momentMs < newestMs - MAX_WAIT_MS) {
        isOver = true
        return
      }
      const scope = { ...scopeAt(reading.momentMs), reading, untilMs: reading.momentMs }
      if (best === null || compareScopes(scope, best, unit) < 0) best = scope
    },
    isSettled: () => isOver || (best !== null && isBest(best, known)),
    best: () => best ?? { ...scopeAt(ordersUntilMs), reading: null, untilMs: Number.MAX_SAFE_INTEGER - 1 },
  }
}
