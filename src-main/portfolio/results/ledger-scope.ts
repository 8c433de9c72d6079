// Decides to which moment a ledger goes and since when the fills of each currency are here. Pure; definitions: figures.md, "The opening",
// "One moment".
import type { PnlReading } from '../../store/result-rows.ts'
import type { OrderSyncRecord } from '../../store/store-api.ts'
import { currenciesOf } from './market-currencies.ts'

/** Fills of an order that are missing: they lie between the two times. */
export interface MissingFills {
  readonly market: string
  /** Of the order. */
  readonly createdMs: number
  readonly fromMs: number
  readonly untilMs: number
  /** The exchange was asked for them, and told of less than the order has filled. */
  readonly isFetched: boolean
}

/** A time whose orders are all here. */
export interface KnownOrders {
  /** 0: from the account's first order on. */
  readonly fromMs: number
  /** Readings that were listed until then were listed before anything was missing; null of the newest stretch: all of them. */
  readonly untilMs: number | null
}

/**
 * The stretches of orders that are here, newest first. Orders that are missing between two of them are older than the upper one and newer
 * than any reading that was listed while they were not: so a reading from before the upper one belongs to the lower.
 *
 * @param nowMs - where a stretch has no order that could be read
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

export interface LedgerScope {
  /** All orders from then on are here, up to the reading; 0: all are. */
  readonly ordersFromMs: number
  /** By currency, since when all its fills are here, where that is later than `ordersFromMs`. */
  readonly sinceMs: ReadonlyMap<string, number>
  /** The reading that the books are checked against; null where none fits. */
  readonly reading: PnlReading | null
  /** Fills up to then belong to the ledger. */
  readonly untilMs: number
}

/** Since when all fills of a currency are here. */
export const sinceOf = ({ ordersFromMs, sinceMs }: LedgerScope, currency: string): number =>
  sinceMs.get(currency) ?? ordersFromMs

/** An older pair is not preferred to a newer one by more than this, unless orders between the two are still being read. */
const MAX_WAIT_MS = 86_400_000

/** Of several stretches the oldest one that a moment belongs to. */
function ordersFromAt(known: readonly KnownOrders[], momentMs: number): number {
  const stretch = known.findLast(({ untilMs }) => untilMs === null || momentMs <= untilMs)
  return stretch?.fromMs ?? momentMs
}

/** Of one currency, its missing fills by their beginning: until when the longest of those that began by then goes. */
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

/** The last time by which a fill is missing of those that went missing by a moment; null where none had. */
function lastGap({ fromMs, untilMs }: Gaps, momentMs: number): number | null {
  let [low, high] = [0, fromMs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((fromMs[middle] ?? Infinity) <= momentMs) low = middle + 1
    else high = middle
  }
  return untilMs[low - 1] ?? null
}

/** Less is better: orders from earlier on, then fewer currencies with missing fills. The currency of all values needs no book. */
function compareScopes(a: LedgerScope, b: LedgerScope, unit: string): number {
  const lacking = ({ sinceMs }: LedgerScope): number => sinceMs.size - (sinceMs.has(unit) ? 1 : 0)
  return a.ordersFromMs - b.ordersFromMs || lacking(a) - lacking(b)
}

/** Whether no other reading can have more behind it. */
export const isBest = (
  { reading, ordersFromMs, sinceMs }: LedgerScope,
  known: readonly KnownOrders[],
): boolean =>
  reading !== null && sinceMs.size === 0 && ordersFromMs === Math.min(...known.map(({ fromMs }) => fromMs))

export interface ScopeChoice {
  /** Looks at one more reading; they come newest first, only those with no fill or movement within two seconds. */
  add(reading: PnlReading): void
  /** No further reading can be a better one. */
  isSettled(): boolean
  /** The scope of the best reading so far; up to `ordersUntilMs` where there was none. */
  best(): LedgerScope
}

/**
 * Chooses the newest reading up to which nothing more is missing than up to any other of the last day; so what was just traded elsewhere,
 * and is still being fetched, does not make a figure unknown. While orders in the midst of the history are still to be read, any older one.
 *
 * @param known - newest first; none where no order was ever listed
 * @param ordersUntilMs - orders are here until then; where no reading fits
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

  /** What is here up to a moment: fills that went missing after it are not asked for. */
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
