// Updates a market's row with the newest price of its charts. Pure.
import type { MarketSummary } from '../../../../src-preload/contract/markets/markets.ts'
import {
  changeInPercent,
  learnPriceDecimals,
  MAX_PRICE_DECIMALS,
} from '../../../../src-preload/domain/numbers/price-figures.ts'

/** The newest price of a chart and its time. */
export interface LivePrice {
  readonly price: number
  readonly asOfMs: number
}

/**
 * Returns the summary with a newer chart price, so that list, header and chart agree. The change uses the same reference;
 * high, low and sparkline include the price. Volume and age are unchanged.
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

/** Returns the summary with the tape's price decimals when those exceed its candles'. */
export function withTapeDecimals(summary: MarketSummary, decimals: number): MarketSummary {
  const { priceDecimals } = summary
  if (priceDecimals === null || decimals <= priceDecimals) return summary
  return { ...summary, priceDecimals: Math.min(MAX_PRICE_DECIMALS, decimals) }
}
