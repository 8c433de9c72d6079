// Markets at a given time: complete candles, the current one so far, and trades up to the second.
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { minutesPerDay } from './candle-levels.ts'
import { type CandleBook, type CandleTicks, readCandle } from './candles.ts'
import { tradesOfMinute, type TradeTicks } from './market-trades.ts'
import type { PracticeMarket } from './markets.ts'

/** A candle of a period; `startMinute` is in minutes since the epoch. */
export interface TimedCandle extends CandleTicks {
  readonly startMinute: number
}

export interface CandleQuery {
  readonly period: CandlePeriod
  readonly limit: number
  /** First start time wanted, seconds since the epoch, inclusive. */
  readonly startSecond: number | null
  /** Last start time wanted, seconds since the epoch, inclusive. */
  readonly endSecond: number | null
}

function join(parts: readonly CandleTicks[]): CandleTicks | null {
  const [first] = parts
  const final = parts.at(-1)
  if (first === undefined || final === undefined) return null
  return {
    open: first.open,
    max: Math.max(...parts.map((part) => part.max)),
    min: Math.min(...parts.map((part) => part.min)),
    last: final.last,
    volume: parts.reduce((sum, part) => sum + part.volume, 0),
  }
}

/** Trades of the current minute up to now, including those of the current second. */
export function tradesSoFar(book: CandleBook, market: PracticeMarket, nowMs: number): TradeTicks[] {
  const minute = Math.floor(nowMs / 60_000)
  const second = Math.floor(nowMs / 1000)
  const whole = book.minute(market, minute)
  return tradesOfMinute(book.seed, market, minute, whole).filter((trade) => trade.second <= second)
}

/** The current minute from its trades so far; flat at the previous last price before its first trade. */
export function runningMinute(book: CandleBook, market: PracticeMarket, nowMs: number): CandleTicks {
  const { open } = book.minute(market, Math.floor(nowMs / 60_000))
  const prices = tradesSoFar(book, market, nowMs).map(({ price, units }) => ({
    open,
    max: price,
    min: price,
    last: price,
    volume: units,
  }))
  return join([{ open, max: open, min: open, last: open, volume: 0 }, ...prices]) ?? book.minute(market, 0)
}

/** The elapsed part of a bucket: whole days, whole minutes of today, the current minute. */
function runningCandle(
  book: CandleBook,
  market: PracticeMarket,
  period: CandlePeriod,
  nowMs: number,
): TimedCandle | null {
  const minute = Math.floor(nowMs / 60_000)
  const today = Math.floor(minute / minutesPerDay)
  const startMinute = Math.floor(minute / period) * period
  const from = Math.max(startMinute, market.listedDay * minutesPerDay)
  const parts: CandleTicks[] = []
  for (let day = Math.floor(from / minutesPerDay); day < today; day += 1) parts.push(book.day(market, day))
  const sinceToday = Math.max(from, today * minutesPerDay)
  if (sinceToday < minute) parts.push(book.minutes(market, sinceToday, minute))
  parts.push(runningMinute(book, market, nowMs))
  const whole = join(parts)
  return whole === null ? null : { startMinute, ...whole }
}

/**
 * Candles at a given time, oldest first. Without a start: the newest `limit` up to the end (or now). With a start: the first
 * `limit` from it on, so a client can page in both directions. None begins after now.
 */
export function candlesAt(
  book: CandleBook,
  market: PracticeMarket,
  query: CandleQuery,
  nowMs: number,
): TimedCandle[] {
  const { period, limit } = query
  const seconds = period * 60
  const listedMinute = market.listedDay * minutesPerDay
  const running = Math.floor(nowMs / 60_000 / period)
  const oldest = Math.floor(listedMinute / period)
  let first = query.startSecond === null ? oldest : Math.max(oldest, Math.ceil(query.startSecond / seconds))
  let final = query.endSecond === null ? running : Math.min(running, Math.floor(query.endSecond / seconds))
  if (nowMs < listedMinute * 60_000 || final < first) return []
  if (query.startSecond === null) first = Math.max(first, final - limit + 1)
  else final = Math.min(final, first + limit - 1)
  const wholeCount = Math.min(final, running - 1) - first + 1
  const { columns, count } = book.run(market, period, first, Math.max(0, wholeCount))
  const candles: TimedCandle[] = []
  for (let index = 0; index < count; index += 1) {
    candles.push({ startMinute: (first + index) * period, ...readCandle(columns, index) })
  }
  const last = final === running ? runningCandle(book, market, period, nowMs) : null
  return last === null ? candles : [...candles, last]
}

/** The newest `limit` trades up to now, newest first; with `beforeSecond`, only from earlier seconds. */
export function tradesAt(
  book: CandleBook,
  market: PracticeMarket,
  limit: number,
  beforeSecond: number | null,
  nowMs: number,
): TradeTicks[] {
  const newest = Math.min(Math.floor(nowMs / 1000), (beforeSecond ?? Infinity) - 1)
  const listedMinute = market.listedDay * minutesPerDay
  const trades: TradeTicks[] = []
  for (let minute = Math.floor(newest / 60); minute >= listedMinute && trades.length < limit; minute -= 1) {
    const ofMinute = tradesOfMinute(book.seed, market, minute, book.minute(market, minute))
    for (let index = ofMinute.length - 1; index >= 0 && trades.length < limit; index -= 1) {
      const trade = ofMinute[index]
      if (trade !== undefined && trade.second <= newest) trades.push(trade)
    }
  }
  return trades
}

/** The trades after `afterMs` up to `nowMs`, oldest first. */
export function* tradesBetween(
  book: CandleBook,
  market: PracticeMarket,
  afterMs: number,
  nowMs: number,
): Generator<TradeTicks> {
  for (let minute = Math.floor(afterMs / 60_000); minute * 60_000 <= nowMs; minute += 1) {
    for (const trade of tradesOfMinute(book.seed, market, minute, book.minute(market, minute))) {
      if (trade.second * 1000 > afterMs && trade.second * 1000 <= nowMs) yield trade
    }
  }
}

/** The newest trade up to now, as price and taker; before the first one, the price of the listing. */
export function lastTradeAt(
  book: CandleBook,
  market: PracticeMarket,
  nowMs: number,
): Pick<TradeTicks, 'price' | 'takerType'> {
  const [last] = tradesAt(book, market, 1, null, nowMs)
  return last ?? { price: book.minute(market, market.listedDay * minutesPerDay).open, takerType: 'buy' }
}
