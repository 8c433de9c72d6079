// Owns: the line of one market in the list, from its newest hourly candles. Pure.
// Must not: show a figure of 24 hours that is made of fewer. Figures for the eye: doubles, as the service sends them.
import type { MarketSummary } from '../../src-preload/contract/markets.ts'
import type { CoveredRange } from '../store/coverage.ts'
import type { StoredCandles } from '../store/store-api.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** How many hourly candles it takes: 24 whole hours, the forming one, and one before them to compare with. */
export const SUMMARY_CANDLES = 26
/** Hours at the end that no range covers yet: the forming one, and one or two that ended while the service was silent. */
const OPEN_HOURS = 3

/**
 * The line of one market. Its figures are those of the moment at which its candles were last fetched (`asOfMs`): the 24
 * whole hours before that, and the hour that was forming. Without all of these hours in the cache there are none.
 *
 * @param covered - ranges of hourly starts that are known without gaps
 */
export function summarise(
  market: string,
  { candles, asOfMs }: StoredCandles,
  covered: readonly CoveredRange[],
  nowMs: number,
): Omit<MarketSummary, 'lastError'> {
  const { timesMs, open, high, low, close, volume } = candles
  // An age that lies later than now is from a clock that was set back.
  const atMs = asOfMs === null ? nowMs : Math.min(asOfMs, nowMs)
  const dayAgoMs = atMs - DAY_MS
  const count = timesMs.length
  const lastMs = timesMs[count - 1] ?? -Infinity
  // The first hour that holds the moment a day ago, or starts after it.
  let first = timesMs.findIndex((time) => time + HOUR_MS > dayAgoMs)
  if (first < 0) first = count

  const isComplete =
    lastMs + 2 * HOUR_MS > atMs &&
    covered.some((range) => range.fromMs <= dayAgoMs && range.toMs >= lastMs - OPEN_HOURS * HOUR_MS)
  const holdsDayAgo = (timesMs[first] ?? Infinity) <= dayAgoMs
  const reference = (holdsDayAgo ? open[first] : close[first - 1]) ?? null
  const last = close[count - 1] ?? null
  const day = <T>(read: () => T): T | null => (isComplete && first < count ? read() : null)
  const change = (): number | null =>
    last === null || reference === null || reference === 0 ? null : (last / reference - 1) * 100

  return {
    market,
    last,
    changePercent: day(change),
    high: day(() => Math.max(...high.subarray(first))),
    low: day(() => Math.min(...low.subarray(first))),
    volume: day(() => volume.subarray(first).reduce((sum, value) => sum + value, 0)),
    sparkline: [...close.subarray(first)],
    asOfMs,
  }
}
