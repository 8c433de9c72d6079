// Reads a market's prices since a given time, as fine as needed to detect a crossing.
import type { CandleColumns } from '../../src-preload/contract/orders/entities.ts'
import type { CandlePeriod } from '../../src-preload/domain/markets/markets.ts'
import type { Clock } from '../async/clock.ts'
import type { Store } from '../store/api/store-api.ts'
import type { CandleFill, FillCall } from '../markets/candle-fill.ts'
import { countStarts, floorToPeriod, MAX_CANDLES_PER_CALL, type TimeRange } from '../markets/candle-gaps.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { PriceRange } from './crossings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Maximum look-back after a long absence: as long as notifications are kept. */
const MAX_LOOKBACK_MS = 366 * 24 * HOUR_MS
/** Hours refined to minutes per read; beyond that, hourly candles are used. */
const MAX_FINE_HOURS = 48
/** Requests per series and read; enough for more than a year of hours. */
const MAX_FETCHES = 20
/** Candles received less than this ago are not requested again. */
const FRESH_MS = 5_000

export interface PriceHistoryOptions {
  readonly session: Pick<AccountSession, 'network' | 'time'>
  readonly store: Pick<Store, 'getCandles'>
  readonly clock: Clock
  readonly fill: CandleFill
}

export interface PriceHistory {
  /**
   * Ascending, up to now; null if incomplete. Over a long time hourly candles find the hours that can have crossed one of
   * `levels`, and only those are refined to minutes.
   */
  read(
    market: string,
    fromMs: number,
    levels: readonly number[],
    call: FillCall,
  ): Promise<readonly PriceRange[] | null>
}

function toRanges({ timesMs, open, high, low, close }: CandleColumns, periodMs: number): PriceRange[] {
  return Array.from(timesMs, (timeMs, at) => ({
    timeMs,
    endMs: timeMs + periodMs,
    open: open[at] ?? NaN,
    high: high[at] ?? NaN,
    low: low[at] ?? NaN,
    close: close[at] ?? NaN,
  }))
}

export function createPriceHistory({ session, store, clock, fill }: PriceHistoryOptions): PriceHistory {
  const { network, time } = session

  /** True when another reader already keeps the end of the series fresh. */
  async function isFresh(market: string, period: CandlePeriod): Promise<boolean> {
    const { asOfMs } = await store.getCandles(network, market, period, null, 1)
    const ageMs = asOfMs === null ? Infinity : clock.now() - asOfMs
    return ageMs >= 0 && ageMs < FRESH_MS
  }

  /** True when the whole range is loaded, except for what may still change. */
  async function bring(
    market: string,
    period: CandlePeriod,
    wanted: TimeRange,
    call: FillCall,
  ): Promise<boolean> {
    const periodMs = period * MINUTE_MS
    const tail = {
      fromMs: Math.max(wanted.fromMs, floorToPeriod(time.settledMs(), periodMs) - periodMs),
      toMs: wanted.toMs,
    }
    const leaveOut: TimeRange[] = tail.fromMs > tail.toMs || (await isFresh(market, period)) ? [tail] : []
    for (let fetches = 0; fetches < MAX_FETCHES; fetches += 1) {
      const part = await fill.fillNewest(market, period, wanted, leaveOut, call)
      if (call.signal.aborted) return false
      if (part === null) return true
      // Does not request again what has no final answer or may still change.
      if (part.outcome !== 'known') leaveOut.push(part.asked)
      if (tail.fromMs <= tail.toMs) leaveOut.push(tail)
    }
    return false
  }

  async function readKept(
    market: string,
    period: CandlePeriod,
    { fromMs, toMs }: TimeRange,
  ): Promise<PriceRange[]> {
    const periodMs = period * MINUTE_MS
    const count = countStarts({ fromMs, toMs }, periodMs) + 1
    const { candles } = await store.getCandles(network, market, period, toMs, count)
    return toRanges(candles, periodMs).filter(({ endMs }) => endMs > fromMs)
  }

  async function readMinutes(market: string, range: TimeRange, call: FillCall): Promise<PriceRange[] | null> {
    return (await bring(market, 1, range, call)) ? readKept(market, 1, range) : null
  }

  /** The minutes of an hour, or the hour itself if they are missing or do not match it. */
  async function refine(market: string, hour: PriceRange, levels: readonly number[], call: FillCall) {
    const minutes = await readMinutes(market, { fromMs: hour.timeMs, toMs: hour.endMs - MINUTE_MS }, call)
    if (minutes === null) return null
    const low = Math.min(...minutes.map((one) => one.low))
    const high = Math.max(...minutes.map((one) => one.high))
    const isShown = (level: number): boolean =>
      level < hour.low || level > hour.high || (level >= low && level <= high)
    return minutes.length > 0 && levels.every(isShown) ? minutes : [hour]
  }

  async function readHours(market: string, range: TimeRange, levels: readonly number[], call: FillCall) {
    if (!(await bring(market, 60, range, call))) return null
    const ranges: PriceRange[] = []
    let before: number | null = null
    let refined = 0
    for (const hour of await readKept(market, 60, range)) {
      const low = Math.min(hour.low, before ?? hour.low)
      const high = Math.max(hour.high, before ?? hour.high)
      before = hour.close
      const isClose = levels.some((level) => level >= low && level <= high)
      if (isClose && refined < MAX_FINE_HOURS) {
        refined += 1
        const minutes = await refine(market, hour, levels, call)
        if (minutes === null) return null
        ranges.push(...minutes)
      } else ranges.push(hour)
    }
    return ranges
  }

  return {
    async read(market, fromMs, levels, call) {
      const toMs = time.latestMs()
      const startMs = floorToPeriod(Math.max(fromMs, toMs - MAX_LOOKBACK_MS), MINUTE_MS)
      if (toMs < startMs) return []
      if (countStarts({ fromMs: startMs, toMs }, MINUTE_MS) <= MAX_CANDLES_PER_CALL) {
        return readMinutes(market, { fromMs: startMs, toMs }, call)
      }
      const firstHourMs = Math.ceil(startMs / HOUR_MS) * HOUR_MS
      const lastHourMs = floorToPeriod(time.settledMs(), HOUR_MS)
      const head = await readMinutes(market, { fromMs: startMs, toMs: firstHourMs - MINUTE_MS }, call)
      if (head === null) return null
      const hours = await readHours(market, { fromMs: firstHourMs, toMs: lastHourMs - HOUR_MS }, levels, call)
      if (hours === null) return null
      const tail = await readMinutes(market, { fromMs: lastHourMs, toMs }, call)
      return tail === null ? null : [...head, ...hours, ...tail]
    },
  }
}
