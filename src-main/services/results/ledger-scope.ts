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
export const MAX_WAIT_MS = 86_400_000

/** Of several stretches the oldest one that a moment belongs to. */
function ordersFromAt(known: readonly KnownOrders[], momentMs: number): number {
  const stretch = known.findLast(({ untilMs }) => untilMs === null || momentMs <= untilMs)
  return stretch?.fromMs ?? momentMs
}

/** What is here up to a moment: fills that went missing after it are not asked for. */
function scopeAt(
  momentMs: number,
  known: readonly KnownOrders[],
  missing: readonly MissingFills[],
): Pick<LedgerScope, 'ordersFromMs' | 'sinceMs'> {
  const ordersFromMs = ordersFromAt(known, momentMs)
  const sinceMs = new Map<string, number>()
  for (const { market, fromMs, untilMs, isFetched } of missing) {
    // Of what the exchange does not tell, no later moment knows more.
    if (isFetched || fromMs > momentMs || untilMs < ordersFromMs) continue
    for (const currency of currenciesOf(market)) {
      sinceMs.set(currency, Math.max(sinceMs.get(currency) ?? 0, untilMs + 1))
    }
  }
  return { ordersFromMs, sinceMs }
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

/**
 * The newest reading up to which nothing more is missing than up to any other of the last day; so what was just traded elsewhere, and
 * is still being fetched, does not make a figure unknown. While orders in the midst of the history are still to be read, any older one.
 *
 * @param readings - newest first, only those with no fill or transfer within two seconds
 * @param known - newest first; none where no order was ever listed
 * @param ordersUntilMs - orders are here until then; where no reading fits
 * @param unit - the currency of profit and loss
 */
export function chooseScope(
  readings: readonly PnlReading[],
  known: readonly KnownOrders[],
  missing: readonly MissingFills[],
  ordersUntilMs: number,
  unit: string,
): LedgerScope {
  const [newest] = readings
  const hasGap = known.length > 1
  let best: LedgerScope | null = null
  for (const reading of readings) {
    if (newest !== undefined && !hasGap && reading.momentMs < newest.momentMs - MAX_WAIT_MS) break
    const scope = { ...scopeAt(reading.momentMs, known, missing), reading, untilMs: reading.momentMs }
    if (best === null || compareScopes(scope, best, unit) < 0) best = scope
  }
  return (
    best ?? { ...scopeAt(ordersUntilMs, known, missing), reading: null, untilMs: Number.MAX_SAFE_INTEGER - 1 }
  )
}
