// Decides to which moment a ledger goes and since when all fills are here. Pure; definitions: figures.md, "The opening", "One moment".
import type { OrderSyncRecord } from '../../store/store-api.ts'
import type { PnlReading } from '../../store/result-rows.ts'

/** Fills that are missing: they lie between the two times. */
export interface MissingFills {
  readonly fromMs: number
  readonly untilMs: number
}

export interface LedgerScope {
  /** Every fill from then on is here, up to the reading; 0: all are. */
  readonly sinceMs: number
  /** The reading that the books are checked against; null where none fits. */
  readonly reading: PnlReading | null
  /** Fills up to then belong to the ledger. */
  readonly untilMs: number
}

/** A pair that is older than this by the newest one is not waited with: something is missing for good. */
const MAX_WAIT_MS = 86_400_000

/**
 * From when on the orders are here; null where all are.
 * @param nowMs - the answer where none has been read yet
 */
export function knownFrom(
  { stretches, keptFromMs }: Pick<OrderSyncRecord, 'stretches' | 'keptFromMs'>,
  nowMs: number,
): number | null {
  const [newest] = stretches
  const readFromMs = newest === undefined ? nowMs : newest.fromId === 0 ? 0 : (newest.fromMs ?? nowMs)
  const fromMs = Math.max(readFromMs, keptFromMs)
  return fromMs === 0 ? null : fromMs
}

/** Since when all fills are here up to a moment: those after it are not asked for. */
function completeSince(momentMs: number, ordersFromMs: number, missing: readonly MissingFills[]): number {
  return missing.reduce(
    (sinceMs, { fromMs, untilMs }) => (fromMs <= momentMs ? Math.max(sinceMs, untilMs + 1) : sinceMs),
    ordersFromMs,
  )
}

/**
 * The newest reading up to which nothing more is missing than up to any other of the last day; so what was just traded elsewhere, and
 * is still being fetched, does not make a figure unknown.
 *
 * @param readings - newest first, only those with no fill or transfer within two seconds
 * @param ordersUntilMs - orders are here until then; where no reading fits
 */
export function chooseScope(
  readings: readonly PnlReading[],
  ordersFromMs: number | null,
  missing: readonly MissingFills[],
  ordersUntilMs: number,
): LedgerScope {
  const [newest] = readings
  const since = (momentMs: number): number => completeSince(momentMs, ordersFromMs ?? 0, missing)
  let best: LedgerScope | null = null
  for (const reading of readings) {
    if (newest !== undefined && reading.momentMs < newest.momentMs - MAX_WAIT_MS) break
    const sinceMs = since(reading.momentMs)
    if (best === null || sinceMs < best.sinceMs) best = { sinceMs, reading, untilMs: reading.momentMs }
  }
  return best ?? { sinceMs: since(ordersUntilMs), reading: null, untilMs: Number.MAX_SAFE_INTEGER - 1 }
}
