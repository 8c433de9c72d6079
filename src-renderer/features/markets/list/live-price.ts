// Owns: a market's line with the newest price that any chart of it has. Pure. Must not: fetch.
import type { MarketSummary } from '../../../../src-preload/contract/markets.ts'
import {
  changeInPercent,
  learnPriceDecimals,
  MAX_PRICE_DECIMALS,
} from '../../../../src-preload/domain/price-figures.ts'

/** The newest price of a chart, and when it was told. */
export interface LivePrice {
  readonly price: number
  readonly asOfMs: number
}

/**
 * The line with the price of a chart where that was told later, so that list, head line and chart agree. The change is against
 * the same reference as before; high and low take the price in, the spark line ends at it. Volume and age stay those of the line.
 */
export function withLivePrice(summary: MarketSummary, live: LivePrice | undefined): MarketSummary {
  const { last, reference, changePercent, high, low, sparkline, priceDecimals, asOfMs } = summary
  if (live === undefined || last === null || live.price === last || live.asOfMs <= (asOfMs ?? 0))
    return summary
  const { price } = live
  return {
    ...summary,
    last: price,
    changePercent: changePercent === null || reference === null ? null : changeInPercent(price, reference),
    high: high === null ? null : Math.max(high, price),
    low: low === null ? null : Math.min(low, price),
    sparkline: sparkline.length < 2 ? sparkline : [...sparkline.slice(0, -1), price],
    priceDecimals: priceDecimals === null ? null : learnPriceDecimals([price], priceDecimals),
  }
}

/** The line with the decimals that prices of the tape need, where those are more than its candles do. */
export function withTapeDecimals(summary: MarketSummary, decimals: number): MarketSummary {
  const { priceDecimals } = summary
  if (priceDecimals === null || decimals <= priceDecimals) return summary
  return { ...summary, priceDecimals: Math.min(MAX_PRICE_DECIMALS, decimals) }
}
