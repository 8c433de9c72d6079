// Pages of minute candles as the service would send them, years of them, cut from a practice market.
import type { CandleColumns } from '../../src-preload/contract/orders/entities.ts'
import { listCandles } from '../../src-main/exchange/endpoints/market.ts'
import { CandleBook } from '../../src-main/practice/markets/candles.ts'
import { candlesAt } from '../../src-main/practice/markets/live-market.ts'
import { practiceMarkets } from '../../src-main/practice/markets/markets.ts'
import { answerWith, benchNowMs } from './store-answers.ts'

/** Rows in an answer, as the app asks for them. */
export const candlePageSize = 1_000
export const candleMarket = 'ethusdc'
export const minuteMs = 60_000
/** A week: after it the prices repeat. */
const patternMinutes = 7 * 1_440

/** Price rows of minutes: open, max, min, last, volume. */
export type CandlePattern = readonly (readonly number[])[]

export function makeCandlePattern(): CandlePattern {
  const market = practiceMarkets.find(({ symbol }) => symbol === candleMarket)
  if (market === undefined) throw new Error(`the practice exchange has no ${candleMarket}`)
  const range = { startSecond: null, endSecond: benchNowMs / 1000 - 60 }
  const query = { period: 1, limit: patternMinutes, ...range } as const
  const price = 10 ** market.priceDecimals
  const volume = 10 ** market.volumeDecimals
  return candlesAt(new CandleBook(7), market, query, benchNowMs).map((candle) => [
    candle.open / price,
    candle.max / price,
    candle.min / price,
    candle.last / price,
    candle.volume / volume,
  ])
}

/** The start of a minute; 0 is the newest that has ended. */
export const minuteAt = (index: number): number => benchNowMs - (index + 1) * minuteMs

/** The answer that holds the minutes from `from` to before `end`, oldest first as the service has them. */
export function makeCandlePage(pattern: CandlePattern, from: number, end: number): Buffer {
  const payload = Array.from({ length: end - from }, (_, at) => {
    const index = end - 1 - at
    return [minuteAt(index) / 1000, ...(pattern[pattern.length - 1 - (index % pattern.length)] ?? [])]
  })
  return Buffer.from(JSON.stringify({ status: 'success', message: 'Retrieval Successful', payload }))
}

/** A page, checked and as columns. */
export function readCandlePage(bytes: Uint8Array): Promise<CandleColumns> {
  return listCandles(answerWith(bytes), { market: candleMarket, period: 1, limit: 10_000 })
}
