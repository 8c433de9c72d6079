// Owns: a market's line with the newest price that any chart of it has. Pure. Must not: fetch.
import type { MarketSummary } from '../../../src-preload/contract/markets.ts'

/** The newest price of a chart, and when it was told. */
export interface LivePrice {
  readonly price: number
  readonly asOfMs: number
}

/**
 * The line with the price of a chart where that was told later, so that list, head line and chart agree. The figures of
 * 24 hours go along with it; volume, way of the day and age stay those of the line.
 */
export function withLivePrice(summary: MarketSummary, live: LivePrice | undefined): MarketSummary {
  const { last, changePercent, high, low, asOfMs } = summary
  if (live === undefined || last === null || live.price === last || live.asOfMs <= (asOfMs ?? 0))
    return summary
  return {
    ...summary,
    last: live.price,
    changePercent:
      changePercent === null || last === 0
        ? null
        : ((1 + changePercent / 100) * (live.price / last) - 1) * 100,
    high: high === null ? null : Math.max(high, live.price),
    low: low === null ? null : Math.min(low, live.price),
  }
}
