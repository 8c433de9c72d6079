// What a ticker says of a market, in the terms of the list. Pure. Display figures only: doubles, but for the turnover.
import type { TickedMarket } from '../../src-preload/contract/markets/market-list.ts'
import type { MarketSummary } from '../../src-preload/contract/markets/markets.ts'
import type { Ticker } from '../../src-preload/contract/trading/trading-entities.ts'
import { changeInPercent, learnPriceDecimals } from '../../src-preload/domain/numbers/price-figures.ts'

/**
 * Candles that were read this much later than the ticker replace its figures; nearer ones only give a newer price. Otherwise
 * the figures would change between two definitions of 24 hours with every reading.
 */
const TICKER_COUNTS_MS = 90_000

/** A market's ticker and the moment it describes, by the local clock. */
export interface TimedTicker {
  readonly ticker: Ticker
  readonly asOfMs: number
}

/** The figures of a ticker that are prices above zero: the exchange writes 0 for a price that does not exist. */
function pricesOf({ last, open, high, low, volume }: Ticker) {
  const price = (text: string | null): number | null => {
    const value = Number(text)
    return text !== null && value > 0 ? value : null
  }
  // Without trades there is no highest or lowest one.
  const hasTrades = volume === null || Number(volume) > 0
  return {
    last: price(last),
    reference: price(open),
    high: hasTrades ? price(high) : null,
    low: hasTrades ? price(low) : null,
  }
}

/** In percent, from the ticker's prices where it has both; otherwise as the exchange computed it. */
function changeOf({ changePercent, open }: Ticker, last: number | null, reference: number | null) {
  if (last !== null && reference !== null) return changeInPercent(last, reference)
  return open === null && changePercent !== null ? Number(changePercent) : null
}

/**
 * A market's row with the figures of its ticker, unless its candles are much newer. The price is the newer of both. The
 * spark line keeps its hours, and begins and ends with the prices of the row.
 */
export function withTicker(summary: MarketSummary, told: TimedTicker | null): MarketSummary {
  const candlesMs = summary.asOfMs ?? -Infinity
  if (told === null || told.asOfMs + TICKER_COUNTS_MS <= candlesMs) return summary
  const { ticker } = told
  const { last: tickerLast, reference, high, low } = pricesOf(ticker)
  if (tickerLast === null) return summary
  const last = candlesMs > told.asOfMs ? (summary.last ?? tickerLast) : tickerLast
  const prices = [last, reference, high, low].filter((price) => price !== null)
  return {
    ...summary,
    source: 'ticker',
    last,
    reference,
    changePercent: changeOf(ticker, last, reference),
    high: high === null ? null : Math.max(high, last),
    low: low === null ? null : Math.min(low, last),
    volume: ticker.volume === null ? null : Number(ticker.volume),
    turnover: ticker.amount,
    sparkline: sparklineOf(summary, last, reference),
    priceDecimals: learnPriceDecimals(prices, summary.priceDecimals ?? 0),
    asOfMs: Math.max(told.asOfMs, candlesMs),
  }
}

function sparklineOf(summary: MarketSummary, last: number, reference: number | null): number[] {
  const closes = summary.reference === null ? summary.sparkline : summary.sparkline.slice(1)
  if (closes.length === 0) return []
  return [...(reference === null ? [] : [reference]), ...closes.slice(0, -1), last]
}

/** A ticker as a line of the list of all markets. */
export function toTickedMarket(ticker: Ticker, name: string | null): TickedMarket {
  const { market, volume, amount } = ticker
  const { last, reference, high, low } = pricesOf(ticker)
  return {
    market,
    name,
    last: last === null ? null : ticker.last,
    changePercent: changeOf(ticker, last, reference),
    high: high === null ? null : ticker.high,
    low: low === null ? null : ticker.low,
    volume,
    turnover: amount,
  }
}
