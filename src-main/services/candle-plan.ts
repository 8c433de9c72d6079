// Owns: deciding which candles to ask the service for, given what the cache covers. Pure.
// Must not: fetch, store, or assume how the service aligns its periods.

/** Starts of periods, inclusive at both ends, in epoch milliseconds. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface CoveredRange extends TimeRange {
  /** The service has nothing before this range. */
  readonly reachesStart: boolean
}

/** How many candles one request asks for at most. The service's own limit is unknown (facts A3); this is well below the upstream's. */
export const MAX_CANDLES_PER_CALL = 1_000

/** The start of the period that `timeMs` falls into, when periods count from the epoch. */
export function floorToPeriod(timeMs: number, periodMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs
}

/**
 * The parts of `wanted` that no covered range holds, newest first, each at most `MAX_CANDLES_PER_CALL` periods long.
 * Nothing is wanted before a range that reaches the start.
 */
export function findMissing(
  covered: readonly CoveredRange[],
  wanted: TimeRange,
  periodMs: number,
): TimeRange[] {
  const start = covered.find((range) => range.reachesStart)
  const fromMs = start ? Math.max(wanted.fromMs, start.fromMs) : wanted.fromMs
  const missing: TimeRange[] = []
  let cursor = fromMs
  for (const range of [...covered].sort((a, b) => a.fromMs - b.fromMs)) {
    if (range.toMs < cursor) continue
    if (range.fromMs > wanted.toMs) break
    // Less than a period is a difference in alignment, not a candle.
    if (range.fromMs - periodMs >= cursor) missing.push({ fromMs: cursor, toMs: range.fromMs - periodMs })
    cursor = Math.max(cursor, range.toMs + periodMs)
  }
  if (cursor <= wanted.toMs) missing.push({ fromMs: cursor, toMs: wanted.toMs })
  return missing.flatMap((range) => chunkNewestFirst(range, periodMs)).sort((a, b) => b.fromMs - a.fromMs)
}

function chunkNewestFirst(range: TimeRange, periodMs: number): TimeRange[] {
  const span = (MAX_CANDLES_PER_CALL - 1) * periodMs
  const chunks: TimeRange[] = []
  for (let toMs = range.toMs; toMs >= range.fromMs; toMs -= span + periodMs) {
    chunks.push({ fromMs: Math.max(range.fromMs, toMs - span), toMs })
  }
  return chunks
}

/**
 * What an answer to a request for `asked`, fetched at `nowMs`, covers for good: from its first candle to its last, and only
 * periods that have ended by then, so that the forming candle is asked for again. Null when that is nothing.
 * The service may cut an answer at a limit it does not tell (facts A3), so candles missing at an end of the answer are not
 * taken for absent; an empty answer is.
 *
 * @param answered - starts of the first and the last candle; null for an empty answer
 * @param isOldest - true when nothing older is cached: then an empty answer means that the market began later
 */
export function coverageOf(
  asked: TimeRange,
  answered: TimeRange | null,
  isOldest: boolean,
  periodMs: number,
  nowMs: number,
): CoveredRange | null {
  const lastEnded = floorToPeriod(nowMs, periodMs) - periodMs
  const fromMs = Math.max(asked.fromMs, answered?.fromMs ?? asked.fromMs)
  const toMs = Math.min(asked.toMs, answered?.toMs ?? asked.toMs, lastEnded)
  if (toMs < fromMs) return null
  return { fromMs, toMs, reachesStart: isOldest && answered === null }
}
