// Searches the market for prices reached within a time span: its range, and the trades that first go beyond it.
import type { CandleBook } from './candles.ts'
import { candleWidth } from './daily-candles.ts'
import { tradesOfMinute, type TradeTicks } from './market-trades.ts'
import type { PracticeMarket } from './markets.ts'

const hourMs = 3_600_000

/** The direction to a price: up to a sell or a buy stop, down to a buy or a sell stop. */
export type Direction = 'up' | 'down'

/**
 * A search for new extremes. The hours from the one around `fromMs` to the one around `freshMs` are the base; records are
 * searched in the whole hours after those, up to `untilMs`.
 */
export interface Watch {
  readonly market: PracticeMarket
  readonly way: Direction
  readonly fromMs: number
  readonly freshMs: number
  readonly untilMs: number
}

/** How far the market went in an hour; larger is further, in either direction. */
function reachOfHour(book: CandleBook, market: PracticeMarket, way: Direction, hour: number): number {
  return way === 'up' ? book.hourMax(market, hour) : -book.hourMin(market, hour)
}

function baseOf(book: CandleBook, watch: Watch): number {
  let base = -Infinity
  for (let hour = Math.floor(watch.fromMs / hourMs); hour <= Math.floor(watch.freshMs / hourMs); hour += 1) {
    base = Math.max(base, reachOfHour(book, watch.market, watch.way, hour))
  }
  return base
}

/**
 * True if {@link findRecord} finds a record; with `isLasting` only if the last record also holds for the rest of the watch's
 * last hour. Uses hours only.
 */
export function hasRecord(book: CandleBook, watch: Watch, isLasting: boolean): boolean {
  const first = Math.floor(watch.freshMs / hourMs) + 1
  const end = Math.floor(watch.untilMs / hourMs)
  if (first >= end) return false
  const base = baseOf(book, watch)
  let furthest = base
  for (let hour = first; hour < end; hour += 1) {
    furthest = Math.max(furthest, reachOfHour(book, watch.market, watch.way, hour))
    if (furthest > base && !isLasting) return true
  }
  return furthest > base && reachOfHour(book, watch.market, watch.way, end) <= furthest
}

/** The highest and lowest price of all hours that a span touches, in ticks. */
export function rangeOf(
  book: CandleBook,
  market: PracticeMarket,
  fromMs: number,
  toMs: number,
): { max: number; min: number } {
  let max = 0
  let min = Infinity
  for (let hour = Math.floor(fromMs / hourMs); hour <= Math.floor(toMs / hourMs); hour += 1) {
    max = Math.max(max, book.hourMax(market, hour))
    min = Math.min(min, book.hourMin(market, hour))
  }
  return { max, min }
}

export interface TradeRecord {
  readonly minute: number
  /** All trades of the minute, and the position of the record trade. */
  readonly trades: readonly TradeTicks[]
  readonly position: number
}

/**
 * Finds a trade beyond every earlier trade of the watch. `choose(count, depth)` picks one of possibly several; no later trade
 * of the watch goes beyond the last of them. Null if there is no record.
 */
export function findRecord(
  book: CandleBook,
  watch: Watch,
  choose: (count: number, depth: number) => number,
): TradeRecord | null {
  const { market, way } = watch
  const first = Math.floor(watch.freshMs / hourMs) + 1
  const end = Math.floor(watch.untilMs / hourMs)
  if (first >= end) return null
  // The extreme reached before the part being searched.
  let reached = baseOf(book, watch)
  let depth = 0
  const pick = (reaches: readonly number[]): number => {
    const records: { at: number; before: number }[] = []
    let furthest = reached
    reaches.forEach((reach, at) => {
      if (reach <= furthest) return
      records.push({ at, before: furthest })
      furthest = reach
    })
    if (records.length === 0) return -1
    const chosen = records[choose(records.length, depth)] ?? records[0]
    depth += 1
    reached = chosen?.before ?? reached
    return chosen?.at ?? -1
  }

  const hours: number[] = []
  for (let hour = first; hour < end; hour += 1) hours.push(reachOfHour(book, market, way, hour))
  const hour = pick(hours)
  if (hour < 0) return null
  // A part's extremes are among its own parts', down to the trades, so each step finds at least one record.
  const { minute, candle } = book.descend(market, first + hour, (columns, count) => {
    const reaches: number[] = []
    for (let part = 0; part < count; part += 1) {
      const at = part * candleWidth
      reaches.push(way === 'up' ? (columns[at + 1] ?? 0) : -(columns[at + 2] ?? 0))
    }
    return Math.max(0, pick(reaches))
  })
  const trades = tradesOfMinute(book.seed, market, minute, candle)
  const position = pick(trades.map(({ price }) => (way === 'up' ? price : -price)))
  return position < 0 ? null : { minute, trades, position }
}
