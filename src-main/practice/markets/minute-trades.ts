// Candle and trades of one minute, and which trades a taker could have made.
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { CandleBook, CandleTicks } from './candles.ts'
import { tradesOfMinute, type TradeTicks } from './market-trades.ts'
import type { PracticeMarket } from './markets.ts'

const minuteMs = 60_000

export interface MinuteView {
  readonly market: PracticeMarket
  readonly minute: number
  readonly candle: CandleTicks
  readonly trades: readonly TradeTicks[]
}

/** The last minute read, per book: queries about one order are nearly always about one minute. */
const views = new WeakMap<CandleBook, MinuteView>()

/** The minute around an instant. */
export function minuteAround(book: CandleBook, market: PracticeMarket, timeMs: number): MinuteView {
  const minute = Math.floor(timeMs / minuteMs)
  const known = views.get(book)
  if (known?.market === market && known.minute === minute) return known
  const candle = book.minute(market, minute)
  const view = { market, minute, candle, trades: tradesOfMinute(book.seed, market, minute, candle) }
  views.set(book, view)
  return view
}

/** The last price of a market at a given time, in ticks, including trades of that second. */
export function lastPriceAt(book: CandleBook, market: PracticeMarket, timeMs: number): number {
  const { candle, trades } = minuteAround(book, market, timeMs)
  return trades.filter((trade) => trade.second * 1000 <= timeMs).at(-1)?.price ?? candle.open
}

/** The first trades of a taker's side in `fromMs` .. `toMs`: up to `most`, all of one minute, oldest first; may be empty. */
export function firstTakerTrades(
  book: CandleBook,
  market: PracticeMarket,
  side: OrderSide,
  fromMs: number,
  toMs: number,
  most: number,
): readonly TradeTicks[] {
  for (let timeMs = fromMs; timeMs <= toMs; timeMs = (Math.floor(timeMs / minuteMs) + 1) * minuteMs) {
    const found = minuteAround(book, market, timeMs).trades.filter(
      ({ takerType, second }) => takerType === side && second * 1000 >= fromMs && second * 1000 <= toMs,
    )
    if (found.length > 0) return found.slice(0, most)
  }
  return []
}
