// Computes a market's row in the list from its newest hour candles and the minutes of the hour in which its 24 hours start.
// Pure. Display figures only: doubles, as the service sends them. No 24-hour figure covers less or more.
import type { CandleColumns } from '../../src-preload/contract/orders/entities.ts'
import type { MarketSummary } from '../../src-preload/contract/markets/markets.ts'
import { sumDoubles } from '../../src-preload/domain/numbers/double-sum.ts'
import { changeInPercent, learnPriceDecimals } from '../../src-preload/domain/numbers/price-figures.ts'
import type { CoveredRange } from '../store/api/coverage.ts'
import type { StoredCandles } from '../store/api/store-api.ts'
import { floorToPeriod } from './candle-gaps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const WINDOW_MINUTES = 1_440
/** Number of hour candles for a row: at most 25 in the window or around its start, and one before it as the reference. */
export const SUMMARY_HOURS = 26
/** Number of minute candles for a row: those of the hour in which the window starts. */
export const SUMMARY_MINUTES = 60
/** Number of recent hours without coverage: the forming one, and one that ended and may still change. */
const OPEN_HOURS = 2

/**
 * The 24 hours up to a moment: the 1,440 minutes that end with the current one. They consist of the minutes `fromMs` …
 * `wholeFromMs` − 1 and the hours from `wholeFromMs` on; the forming hour's candle ends with the current minute.
 */
export interface DayWindow {
  /** Start of the first minute. */
  readonly fromMs: number
  /** Start of the hour that contains it. */
  readonly firstHourMs: number
  /** Start of the first hour that is entirely in the window: `firstHourMs` if the window starts on the hour. */
  readonly wholeFromMs: number
}

/** @param atMs - the moment, by the exchange's clock */
export function dayWindow(atMs: number): DayWindow {
  const fromMs = floorToPeriod(atMs, MINUTE_MS) - (WINDOW_MINUTES - 1) * MINUTE_MS
  const firstHourMs = floorToPeriod(fromMs, HOUR_MS)
  return { fromMs, firstHourMs, wholeFromMs: fromMs === firstHourMs ? fromMs : firstHourMs + HOUR_MS }
}

/**
 * The moment that hour candles describe, by the exchange's clock.
 *
 * @param nowMs - by the local clock
 * @param offsetMs - the exchange's clock minus the local one
 */
export function momentOf({ candles, asOfMs }: StoredCandles, nowMs: number, offsetMs: number): number {
  // A time in the future means that the clock was set back.
  const toldMs = (asOfMs === null ? nowMs : Math.min(asOfMs, nowMs)) + offsetMs
  // No candle starts after the moment of its answer, whatever the clocks say.
  return Math.max(toldMs, candles.timesMs.at(-1) ?? -Infinity)
}

/** True if the minutes add up to the hour's candle: none with a trade is missing. */
export function addUpToHour(hourMs: number, hours: CandleColumns, minutes: CandleColumns): boolean {
  const hourVolume = hours.volume[hours.timesMs.indexOf(hourMs)] ?? 0
  const isWithin = (_: number, at: number): boolean => {
    const timeMs = minutes.timesMs[at] ?? NaN
    return timeMs >= hourMs && timeMs < hourMs + HOUR_MS
  }
  return sumDoubles(minutes.volume.filter(isWithin)) === hourVolume
}

/** True if the minutes of an hour are known without a gap. */
export function coversHour(hourMs: number, covered: readonly CoveredRange[]): boolean {
  const lastMs = hourMs + HOUR_MS - MINUTE_MS
  return covered.some((range) => (range.reachesStart || range.fromMs <= hourMs) && range.toMs >= lastMs)
}

/** The stored data that a market's row is computed from. */
export interface SummaryInput {
  readonly market: string
  /** Its newest {@link SUMMARY_HOURS} hour candles. */
  readonly hours: StoredCandles
  /** Ranges of hour starts that are known without gaps. */
  readonly coveredHours: readonly CoveredRange[]
  /**
   * Minute candles including those of the window's first hour; null if that hour's are not all known. Not needed if the
   * window starts on the hour.
   */
  readonly minutes: CandleColumns | null
  /** The result of {@link momentOf} for the hours. */
  readonly atMs: number
  /** The exchange was asked for every missing hour until `atMs` and had none: those hours had no trades. */
  readonly isRead: boolean
}

/**
 * The row of one market, with the figures of the moment when its hours were last fetched (`asOfMs`).
 *
 * - `reference`: close of the minute before the window, or of the last minute or hour with a trade before it
 * - `changePercent`: (`last` ÷ `reference` − 1) × 100
 * - `high`, `low`: of the window's minutes and hours with a trade; null without trades
 * - `volume`: decimal sum over the window, in base currency
 *
 * Source: the exchange's candles. Each figure is null unless all its parts are known.
 */
export function summarize(input: SummaryInput): Omit<MarketSummary, 'lastError'> {
  const { market, hours, minutes, atMs } = input
  const { timesMs, open, high, low, close, volume } = hours.candles
  const window = dayWindow(atMs)
  const count = timesMs.length
  const last = close[count - 1] ?? null

  const isKnown = minutes !== null && knowsHours(input, window)
  const reference = isKnown ? referenceOf(input, minutes, window) : null
  const inWindow = hoursFrom(hours.candles, window.wholeFromMs)
  const firstMinutes = minutes === null ? [] : minutesOf(minutes, window)
  const traded = [
    ...inWindow.filter((at) => (volume[at] ?? 0) > 0).map((at) => [high[at] ?? NaN, low[at] ?? NaN] as const),
    ...firstMinutes
      .filter((at) => (minutes?.volume[at] ?? 0) > 0)
      .map((at) => [minutes?.high[at] ?? NaN, minutes?.low[at] ?? NaN] as const),
  ]
  const hasTrades = isKnown && traded.length > 0
  const closes = hoursFrom(hours.candles, window.firstHourMs).map((at) => close[at] ?? NaN)

  return {
    market,
    source: 'candles',
    last,
    reference,
    changePercent: last === null || reference === null ? null : changeInPercent(last, reference),
    high: hasTrades ? Math.max(...traded.map(([highest]) => highest)) : null,
    low: hasTrades ? Math.min(...traded.map(([, lowest]) => lowest)) : null,
    volume: isKnown
      ? sumDoubles([
          ...inWindow.map((at) => volume[at] ?? 0),
          ...firstMinutes.map((at) => minutes.volume[at] ?? 0),
        ])
      : null,
    turnover: null,
    sparkline: reference === null ? closes : [reference, ...closes],
    priceDecimals: count === 0 ? null : decimalsOfCandles([{ open, high, low, close }, minutes]),
    asOfMs: hours.asOfMs,
  }
}

/** The last price before the window; null if unknown. */
function referenceOf(
  { hours, coveredHours, isRead }: SummaryInput,
  minutes: CandleColumns,
  { fromMs, firstHourMs }: DayWindow,
): number | null {
  const minute = minutes.timesMs.findLastIndex((time) => time < fromMs)
  if ((minutes.timesMs[minute] ?? -Infinity) >= firstHourMs) return minutes.close[minute] ?? null
  const { timesMs, close } = hours.candles
  const before = timesMs.findLastIndex((time) => time < firstHourMs)
  const beforeMs = timesMs[before]
  if (beforeMs === undefined) return null
  // An older candle counts only if it is known that none follows it before the window.
  const isNext = coveredHours.some((range) => range.fromMs <= beforeMs && range.toMs >= firstHourMs - HOUR_MS)
  return isNext || isRead ? (close[before] ?? null) : null
}

/** True if every hour from the window's first one until the moment is known. */
function knowsHours(
  { hours, coveredHours, atMs, isRead }: SummaryInput,
  { firstHourMs }: DayWindow,
): boolean {
  const { timesMs } = hours.candles
  const lastMs = timesMs.at(-1)
  if (lastMs === undefined) return false
  // An hour with another start would contain minutes from both sides of the window's start.
  if (timesMs.some((time) => time >= firstHourMs - HOUR_MS && time % HOUR_MS !== 0)) return false
  const begins = (range: CoveredRange): boolean => range.reachesStart || range.fromMs <= firstHourMs
  const ends = (range: CoveredRange): boolean => range.toMs >= lastMs - OPEN_HOURS * HOUR_MS
  if (isRead) return coveredHours.some(begins) && coveredHours.some(ends)
  return lastMs + 2 * HOUR_MS > atMs && coveredHours.some((range) => begins(range) && ends(range))
}

/** Indexes of the hours that start at or after a time. */
function hoursFrom({ timesMs }: CandleColumns, fromMs: number): number[] {
  return [...timesMs.keys()].filter((at) => (timesMs[at] ?? -Infinity) >= fromMs)
}

/** Indexes of the minutes from the window's start to its first whole hour. */
function minutesOf({ timesMs }: CandleColumns, { fromMs, wholeFromMs }: DayWindow): number[] {
  return [...timesMs.keys()].filter((at) => {
    const timeMs = timesMs[at] ?? NaN
    return timeMs >= fromMs && timeMs < wholeFromMs
  })
}

type Prices = Pick<CandleColumns, 'open' | 'high' | 'low' | 'close'>

/** The decimals that a market's prices need, derived from its candles. */
function decimalsOfCandles(parts: readonly (Prices | null)[]): number {
  let decimals = 0
  for (const part of parts) {
    if (part === null) continue
    for (const column of [part.open, part.high, part.low, part.close]) {
      decimals = learnPriceDecimals(column, decimals)
    }
  }
  return decimals
}
