// The prices of a made-up exchange, of every minute that there ever was, and its candles.
import { Rational } from './rational.ts'

const MINUTE_MS = 60_000
/** A market trades in the first of so many minutes and rests in the others, which have no candle. */
const TRADE_EVERY = 20
/** What a price swings by in thousandths of itself: slowly, over nine days, and within hours. */
const SLOW = { minutes: 12_960, by: 240 }
const FAST = { minutes: 397, by: 23 }

export interface MadeMarket {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  /** The price around which it swings, in steps of 10^-decimals. */
  readonly middle: number
  readonly decimals: number
}

/** Markets that practice lacks among those that it has: btcusdt, and linkbtc, the only one that prices LINK. */
export const madeMarkets: readonly MadeMarket[] = [
  { symbol: 'btcusdc', base: 'btc', quote: 'usdc', middle: 4_000_000, decimals: 2 },
  { symbol: 'ethusdc', base: 'eth', quote: 'usdc', middle: 200_000, decimals: 2 },
  { symbol: 'arbusdc', base: 'arb', quote: 'usdc', middle: 9_000, decimals: 4 },
  { symbol: 'usdcusdt', base: 'usdc', quote: 'usdt', middle: 10_015, decimals: 4 },
  { symbol: 'btcusdt', base: 'btc', quote: 'usdt', middle: 4_006_000, decimals: 2 },
  { symbol: 'linkbtc', base: 'link', quote: 'btc', middle: 120_000, decimals: 8 },
]

/** How a currency is priced in USDC: its markets in order, those that divide marked. */
const routes: Readonly<Record<string, readonly (readonly [market: string, isInverse: boolean])[]>> = {
  usdc: [],
  btc: [['btcusdc', false]],
  eth: [['ethusdc', false]],
  arb: [['arbusdc', false]],
  usdt: [['usdcusdt', true]],
  link: [
    ['linkbtc', false],
    ['btcusdc', false],
  ],
}

export const madeCurrencies: readonly string[] = Object.keys(routes).sort()

export type CandleRow = readonly [
  second: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
]

/** Up and down again, between 0 and 2 × by. */
function swing(minute: number, { minutes, by }: typeof SLOW): number {
  const at = minute % minutes
  const half = minutes / 2
  return Math.round((2 * by * (at < half ? at : minutes - at)) / half)
}

export function marketOf(symbol: string): MadeMarket {
  const market = madeMarkets.find((one) => one.symbol === symbol)
  if (market === undefined) throw new Error(`no market ${symbol}`)
  return market
}

/** The close of a minute, in steps of the market's price. */
function ticksAt(market: MadeMarket, minute: number): number {
  const shift = market.symbol.charCodeAt(0) * 977 + market.symbol.charCodeAt(3) * 31
  // A currency that is held to another one moves a hundredth as much.
  const calm = market.symbol === 'usdcusdt' ? 100 : 1
  const thousandths =
    swing(minute + shift, SLOW) - SLOW.by + swing(minute + shift, FAST) - FAST.by + ((minute * 7919) % 11)
  return market.middle + Math.round((market.middle * thousandths) / (1_000 * calm))
}

const decimalOf = (ticks: number, { decimals }: MadeMarket): Rational =>
  Rational.of(ticks, 10n ** BigInt(decimals))

/** Start of the last minute with a trade, of that of the instant itself too. */
export function tradedAt(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS / TRADE_EVERY) * TRADE_EVERY * MINUTE_MS
}

/** The close of the minute that an instant is in, or of the last one before it that has one. */
export function closeAt(market: MadeMarket, timeMs: number): Rational {
  return decimalOf(ticksAt(market, tradedAt(timeMs) / MINUTE_MS), market)
}

/** What one of a currency is worth in USDC at the minute of an instant. */
export function priceAt(currency: string, timeMs: number): Rational {
  const route = routes[currency]
  if (route === undefined) throw new Error(`no price of ${currency}`)
  return route.reduce((price, [symbol, isInverse]) => {
    const close = closeAt(marketOf(symbol), timeMs)
    return isInverse ? price.divide(close) : price.multiply(close)
  }, Rational.one)
}

/**
 * Candles with a trade whose starts lie in fromMs .. toMs, both inclusive, up to the running one; of too many the newest. Each
 * begins at the close before it.
 */
export function candlesOf(
  market: MadeMarket,
  periodMinutes: number,
  fromMs: number,
  toMs: number,
  nowMs: number,
  limit: number,
): CandleRow[] {
  const number = (ticks: number): number => Number(decimalOf(ticks, market).toDecimal())
  const rows: CandleRow[] = []
  const stepMinutes = Math.max(periodMinutes, TRADE_EVERY)
  const last = Math.floor(Math.min(toMs, nowMs) / MINUTE_MS / stepMinutes)
  const first = Math.max(Math.ceil(fromMs / MINUTE_MS / stepMinutes), last - limit + 1)
  for (let at = first; at <= last; at += 1) {
    const start = at * stepMinutes
    const end = Math.min(start + stepMinutes - 1, Math.floor(nowMs / MINUTE_MS))
    const open = ticksAt(market, start - TRADE_EVERY)
    let [high, low, close, trades] = [open, open, open, 0]
    for (let minute = start; minute <= end; minute += TRADE_EVERY) {
      close = ticksAt(market, minute)
      high = Math.max(high, close)
      low = Math.min(low, close)
      trades += 1
    }
    rows.push([start * 60, number(open), number(high), number(low), number(close), trades])
  }
  return rows
}
