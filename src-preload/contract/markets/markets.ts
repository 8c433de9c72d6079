// IPC channels of markets, candles and public trades. They carry no account data.
import { z } from 'zod'
import { MAX_PRICE_DECIMALS } from '../../domain/numbers/price-figures.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import {
  candleColumns,
  candlePeriod,
  chartInterval,
  decimalText,
  epochMs,
  marketSymbol,
  marketTrade,
} from '../orders/entities.ts'
import { MAX_WATCHED, marketListChannels } from './market-list.ts'

/** Why the last update failed; null if it succeeded. Connection loss is reported by the connection channels. */
const lastError = errorReport.nullable()

/** The best prices of a market's order book, in the quote currency. */
const bestPrices = z.strictObject({ bid: decimalText, ask: decimalText })
export type BestPrices = z.infer<typeof bestPrices>

/**
 * A market's row in the list, as of `asOfMs`. "24 hours" is the window of 1,440 minutes that ends with the minute of that
 * time. Prices are in the quote currency. Source: the exchange's hour candles, and its minute candles of the hour in which
 * the window starts; a figure is then null unless the cache holds every candle it is computed from. While
 * the exchange's tickers answer (`source`), they are the ticker's, whose 24 hours are the exchange's own.
 */
const marketSummary = z.strictObject({
  market: marketSymbol,
  /** Where price and 24-hour figures come from. */
  source: z.enum(['candles', 'ticker']),
  /** Close of the newest candle, or the ticker's last price. */
  last: z.number().nullable(),
  /**
   * Close of the minute before the window, or of the last one with a trade before it: the base of the change. Also null if
   * the market has no trade before the window. Of a ticker: its opening price.
   */
  reference: z.number().nullable(),
  /** Change over 24 hours in percent: (last ÷ reference − 1) × 100. */
  changePercent: z.number().nullable(),
  /** Highest and lowest price of the window; also null if it has no trade (then `volume` is 0). */
  high: z.number().nullable(),
  low: z.number().nullable(),
  /** Base currency volume of the window: the decimal sum of its candles' volumes. */
  volume: z.number().nullable(),
  /** The same in the quote currency; known by a ticker alone. */
  turnover: decimalText.nullable(),
  /** Absent while unknown: read only while the list shows spreads. */
  best: bestPrices.optional(),
  /** The reference, if any, then the closes of the window's hours, oldest first, for a sparkline. */
  sparkline: z.array(z.number()),
  /** Decimals of the market's prices: the maximum that any of these prices needs; null without one. */
  priceDecimals: z.int().min(0).max(MAX_PRICE_DECIMALS).nullable(),
  /** When the newest of these candles was last fetched, or of when the ticker is; null for never. */
  asOfMs: epochMs.nullable(),
  lastError,
})
export type MarketSummary = z.infer<typeof marketSummary>

const candlesAnswer = z.strictObject({
  candles: candleColumns,
  /** True when the exchange is known to have no candle before the first one returned. */
  reachesStart: z.boolean(),
  /** When the newest of these candles was last fetched; null if nothing was ever fetched. */
  asOfMs: epochMs.nullable(),
  lastError,
})
export type CandlesAnswer = z.infer<typeof candlesAnswer>

const candleRange = z.strictObject({
  /** The selected period: the shortest one of the API with at most two candles per pixel; `month` only if that is the minimum. */
  period: chartInterval,
  /** Candles that start within the range, oldest first. */
  candles: candleColumns,
  /**
   * Start times of candles that are not final, ascending: still forming, still correctable, or last received before they
   * ended. All other candles are final.
   */
  incomplete: z.array(epochMs).max(16_000),
  /**
   * Volume-weighted average price from 00:00 UTC to the end of each candle, computed from minute candles; NaN for days with
   * missing minutes. Same length as the candles; empty if not requested, and for periods of 1 minute and of a day or longer.
   */
  minuteVwap: z.instanceof(Float64Array),
  /** Start of the newest period of the range with any cached data, even if incomplete and omitted; null for none. */
  newestMs: epochMs.nullable(),
  /** Parts of the range that are not known to be complete, ascending; they are fetched if possible. */
  gaps: z.array(z.strictObject({ fromMs: epochMs, toMs: epochMs })).max(1_000),
  /** True when the exchange is known to have no candle before the first one returned. */
  reachesStart: z.boolean(),
  asOfMs: epochMs.nullable(),
  lastError,
})
export type CandleRange = z.infer<typeof candleRange>

export const marketsChannels = {
  ...marketListChannels,
  'markets:list': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ markets: z.array(marketSummary) }),
  },
  /**
   * Candles from the cache, without waiting: at most `limit`, the newest that start at or before `endMs` (null: the newest of
   * all). Missing ones are fetched in the background; `markets:candlesChanged` signals when to request again.
   */
  'markets:getCandles': {
    access: 'readable',
    input: z.strictObject({
      market: marketSymbol,
      period: candlePeriod,
      endMs: epochMs.nullable(),
      limit: z.int().min(1).max(10_000),
    }),
    output: candlesAnswer,
  },
  /**
   * Candles of a range at the resolution for a width, from the cache, without waiting. Coarser candles are the exchange's own
   * if cached, otherwise exact aggregates of complete finer ones. An incomplete candle is omitted and listed in `gaps`.
   */
  'markets:getCandleRange': {
    access: 'readable',
    input: z.strictObject({
      market: marketSymbol,
      fromMs: epochMs,
      /** Inclusive. A value before `fromMs` is `validation`. */
      toMs: epochMs,
      widthPx: z.int().min(100).max(8_000),
      /** Minimum period; null for no minimum. */
      shortest: chartInterval.nullable(),
      /** Includes `minuteVwap`. */
      vwap: z.boolean(),
    }),
    output: candleRange,
  },
  /** Recent public trades from the cache, newest first. */
  'markets:listTrades': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol, limit: z.int().min(1).max(500) }),
    output: z.strictObject({ trades: z.array(marketTrade), asOfMs: epochMs.nullable(), lastError }),
  },
  /**
   * Declares what is on screen: the candles of these charts and the public trades of `tape` are kept fresh. Empty `charts`
   * and null: nothing is.
   */
  'markets:watch': {
    access: 'readable',
    input: z.strictObject({
      /** Four charts, each with four markets compared with its own. */
      charts: z.array(z.strictObject({ market: marketSymbol, period: candlePeriod })).max(20),
      tape: marketSymbol.nullable(),
    }),
    output: nothing,
  },
  /**
   * Adds a market at the end of the user's list if the exchange knows it, which is checked by requesting a candle and trades.
   * Errors: `notFound` if it does not, `validation` with field `market` if the market is already listed or the list is full
   * (100), `offline` and similar if the exchange could not be asked; then nothing is added.
   */
  'markets:add': { access: 'readable', input: z.strictObject({ market: marketSymbol }), output: nothing },
  /** Removes a market from the list. Its candles stay in the cache. `validation` for the last one. */
  'markets:remove': { access: 'readable', input: z.strictObject({ market: marketSymbol }), output: nothing },
  /** Reorders the list: the same markets, each once; `validation` otherwise. */
  'markets:reorder': {
    access: 'readable',
    input: z.strictObject({ markets: z.array(marketSymbol).max(MAX_WATCHED) }),
    output: nothing,
  },
} satisfies ChannelTable<'markets'>

/** The price of a market's newest streamed trade. `atMs`: when it came, on the local clock. */
const streamedPrice = z.strictObject({
  market: marketSymbol,
  price: z.number(),
  atMs: epochMs,
})
export type StreamedPrice = z.infer<typeof streamedPrice>

export const marketsEvents = {
  /**
   * What streams told, at most 20 times a second: the newest trades of watched markets in the order in which they came, and the
   * last price of each market with one. The cache has them a moment later.
   */
  'markets:streamed': z.strictObject({
    trades: z.array(marketTrade).max(500),
    prices: z.array(streamedPrice).max(200),
  }),
  'markets:listChanged': nothing,
  /** The tickers were read again, or their reading failed or recovered. */
  'markets:tickersChanged': nothing,
  /** Cached candles of this market and period changed at or after `fromMs`, or became available or unavailable. */
  'markets:candlesChanged': z.strictObject({ market: marketSymbol, period: candlePeriod, fromMs: epochMs }),
  'markets:tradesChanged': z.strictObject({ market: marketSymbol }),
}
