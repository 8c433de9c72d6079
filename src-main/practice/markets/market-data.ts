// Candles, tape and tickers as they are told: the seeded path and what users traded on top of it.
import { divideRounded, formatDecimal, formatFixed } from '../decimals.ts'
import type { CandleBook } from './candles.ts'
import {
  candlesAt,
  lastTradeAt,
  type CandleQuery,
  type TimedCandle,
  tradesAt,
  tradesBetween,
} from './live-market.ts'
import { type TradeTicks, tradesOfMinute } from './market-trades.ts'
import type { PracticeMarket } from './markets.ts'

/** A market's figures of the last 24 hours. Prices in ticks, volume in units. */
export interface TickerTicks {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly last: number
  readonly volume: number
  /** Sum of price x volume, in ticks x units. */
  readonly turnover: bigint
}

type MinuteSums = Omit<TickerTicks, 'open' | 'last'>

export class MarketData {
  readonly #book: CandleBook
  /** Users' trades in a market in the order in which they were made. */
  readonly #userTrades: (market: PracticeMarket) => readonly TradeTicks[]
  /** The same by time; `count`: how many there were when they were sorted. */
  readonly #sorted = new Map<string, { readonly count: number; readonly trades: readonly TradeTicks[] }>()
  readonly #minutes = new Map<string, MinuteSums | null>()

  constructor(book: CandleBook, userTrades: (market: PracticeMarket) => readonly TradeTicks[]) {
    this.#book = book
    this.#userTrades = userTrades
  }

  #usersSorted(market: PracticeMarket): readonly TradeTicks[] {
    const made = this.#userTrades(market)
    const known = this.#sorted.get(market.symbol)
    if (known?.count === made.length) return known.trades
    const trades = made.toSorted(byTime)
    this.#sorted.set(market.symbol, { count: made.length, trades })
    return trades
  }

  /** Users' trades within whole seconds, oldest first. */
  #usersBetween(market: PracticeMarket, fromSecond: number, toSecond: number): readonly TradeTicks[] {
    const users = this.#usersSorted(market)
    return users.slice(firstFrom(users, fromSecond), firstFrom(users, toSecond + 1))
  }

  /** The newest of users' trades before a second. */
  #lastUserBefore(market: PracticeMarket, second: number): TradeTicks | undefined {
    const users = this.#usersSorted(market)
    return users[firstFrom(users, second) - 1]
  }

  /** The newest `limit` trades up to now, newest first; with `beforeSecond`, only from earlier seconds. */
  trades(market: PracticeMarket, limit: number, beforeSecond: number | null, nowMs: number): TradeTicks[] {
    const seeded = tradesAt(this.#book, market, limit, beforeSecond, nowMs)
    const newest = Math.min(Math.floor(nowMs / 1000), (beforeSecond ?? Infinity) - 1)
    const oldest = seeded.length < limit ? 0 : (seeded.at(-1)?.second ?? 0)
    const users = this.#usersBetween(market, oldest, newest)
    if (users.length === 0) return seeded
    return [...seeded, ...users].sort((one, other) => byTime(other, one)).slice(0, limit)
  }

  /** Candles as {@link candlesAt} gives them, with users' trades in the candle of their minute. */
  candles(market: PracticeMarket, query: CandleQuery, nowMs: number): TimedCandle[] {
    const candles = candlesAt(this.#book, market, query, nowMs)
    if (this.#userTrades(market).length === 0) return candles
    return candles.map((candle) => this.#withUsers(market, candle, query.period, nowMs))
  }

  #withUsers(market: PracticeMarket, candle: TimedCandle, period: number, nowMs: number): TimedCandle {
    const fromSecond = candle.startMinute * 60
    const toSecond = Math.min(fromSecond + period * 60 - 1, Math.floor(nowMs / 1000))
    const users = this.#usersBetween(market, fromSecond, toSecond)
    if (candle.volume === 0 && users.length === 0) {
      // Nothing was traded: flat at the last price before, which may be a user's.
      const user = this.#lastUserBefore(market, fromSecond)
      const [seeded] = user === undefined ? [] : tradesAt(this.#book, market, 1, fromSecond, nowMs)
      if (user === undefined || (seeded !== undefined && seeded.second > user.second)) return candle
      return { ...candle, open: user.price, max: user.price, min: user.price, last: user.price }
    }
    if (users.length === 0) return candle
    const prices = users.map(({ price }) => price)
    const firstUser = users[0]
    const lastUser = users.at(-1)
    const firstSeeded = candle.volume === 0 ? null : this.#firstSeeded(market, fromSecond, toSecond)
    const [lastSeeded] = candle.volume === 0 ? [] : tradesAt(this.#book, market, 1, toSecond + 1, nowMs)
    const isOpenedByUser =
      firstUser !== undefined && (firstSeeded === null || firstUser.second < firstSeeded.second)
    const isClosedByUser =
      lastUser !== undefined && (lastSeeded === undefined || lastUser.second >= lastSeeded.second)
    const seededPrices = candle.volume === 0 ? [] : [candle.max, candle.min]
    return {
      ...candle,
      open: isOpenedByUser ? firstUser.price : candle.open,
      max: mostOf([...seededPrices, ...prices]),
      min: -mostOf([...seededPrices, ...prices].map((price) => -price)),
      last: isClosedByUser ? lastUser.price : candle.last,
      volume: candle.volume + users.reduce((sum, { units }) => sum + units, 0),
    }
  }

  #firstSeeded(market: PracticeMarket, fromSecond: number, toSecond: number): TradeTicks | null {
    for (let minute = Math.floor(fromSecond / 60); minute * 60 <= toSecond; minute += 1) {
      const [first] = this.#seededOf(market, minute)
      if (first !== undefined) return first
    }
    return null
  }

  #seededOf(market: PracticeMarket, minute: number): readonly TradeTicks[] {
    return tradesOfMinute(this.#book.seed, market, minute, this.#book.minute(market, minute))
  }

  /** The last price now, a user's or the seeded path's. */
  lastPrice(market: PracticeMarket, nowMs: number): number {
    return this.trades(market, 1, null, nowMs)[0]?.price ?? lastTradeAt(this.#book, market, nowMs).price
  }

  /** The figures of the last 24 hours, to the second. */
  ticker(market: PracticeMarket, nowMs: number): TickerTicks {
    const nowSecond = Math.floor(nowMs / 1000)
    const fromSecond = nowSecond - 86_400 + 1
    const [before] = this.trades(market, 1, fromSecond, nowMs)
    const open = before?.price ?? this.#book.minute(market, Math.floor(fromSecond / 60)).open
    const sums = [...this.#sumsBetween(market, fromSecond, nowSecond)]
    const last = this.lastPrice(market, nowMs)
    return {
      open,
      high: sums.reduce((most, { high }) => Math.max(most, high), Math.max(open, last)),
      low: sums.reduce((least, { low }) => Math.min(least, low), Math.min(open, last)),
      last,
      volume: sums.reduce((sum, { volume }) => sum + volume, 0),
      turnover: sums.reduce((sum, { turnover }) => sum + turnover, 0n),
    }
  }

  /** The same as the service tells them: all values are texts (facts, B1). */
  tickerTexts(market: PracticeMarket, nowMs: number) {
    const { open, high, low, last, volume, turnover } = this.ticker(market, nowMs)
    const price = (ticks: number): string => formatDecimal(BigInt(ticks), market.priceDecimals)
    const change = BigInt(last - open) * 10_000n
    const mean = volume === 0 ? BigInt(last) : divideRounded(turnover, BigInt(volume))
    return {
      at: Math.floor(nowMs / 1000).toString(),
      avg_price: formatDecimal(mean, market.priceDecimals),
      high: price(high),
      last: price(last),
      low: price(low),
      open: price(open),
      price_change_percent: `${change < 0n ? '' : '+'}${formatFixed(divideRounded(change, BigInt(open)), 2)}%`,
      volume: formatDecimal(BigInt(volume), market.volumeDecimals),
      amount: formatDecimal(turnover, market.priceDecimals + market.volumeDecimals),
    }
  }

  *#sumsBetween(market: PracticeMarket, fromSecond: number, toSecond: number): Generator<MinuteSums> {
    const firstWhole = Math.ceil(fromSecond / 60)
    const endWhole = Math.floor((toSecond + 1) / 60)
    for (let minute = firstWhole; minute < endWhole; minute += 1) {
      const sums = this.#sumsOfMinute(market, minute)
      if (sums !== null) yield sums
    }
    const ends = [firstWhole - 1, endWhole].flatMap((minute) => this.#seededOf(market, minute))
    const isWithin = ({ second }: TradeTicks): boolean => second >= fromSecond && second <= toSecond
    for (const trades of [ends.filter(isWithin), this.#usersBetween(market, fromSecond, toSecond)]) {
      const sums = sumUp(trades)
      if (sums !== null) yield sums
    }
  }

  /** Kept, for each is asked for again with every ticker of a day. */
  #sumsOfMinute(market: PracticeMarket, minute: number): MinuteSums | null {
    const key = `${market.symbol} ${minute}`
    const known = this.#minutes.get(key)
    if (known !== undefined) return known
    const sums = sumUp(this.#seededOf(market, minute))
    if (this.#minutes.size > 20_000) this.#minutes.clear()
    this.#minutes.set(key, sums)
    return sums
  }

  /** The seeded trades after one time up to another, oldest first. */
  seededBetween(market: PracticeMarket, afterMs: number, upToMs: number): Generator<TradeTicks> {
    return tradesBetween(this.#book, market, afterMs, upToMs)
  }
}

const byTime = (one: TradeTicks, other: TradeTicks): number => one.second - other.second || one.id - other.id

/** The position of the first trade at or after a second. */
function firstFrom(trades: readonly TradeTicks[], second: number): number {
  let low = 0
  let high = trades.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((trades[middle]?.second ?? 0) < second) low = middle + 1
    else high = middle
  }
  return low
}

/** As Math.max, for more numbers than a call can have arguments. */
const mostOf = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), -Infinity)

function sumUp(trades: readonly TradeTicks[]): MinuteSums | null {
  if (trades.length === 0) return null
  const prices = trades.map(({ price }) => price)
  return {
    high: mostOf(prices),
    low: -mostOf(prices.map((price) => -price)),
    volume: trades.reduce((sum, { units }) => sum + units, 0),
    turnover: trades.reduce((sum, { price, units }) => sum + BigInt(price) * BigInt(units), 0n),
  }
}
