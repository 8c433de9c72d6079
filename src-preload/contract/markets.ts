// Owns: the channels about markets, candles and public trades. Must not: carry account data.
import { z } from 'zod'
import { MAX_PRICE_DECIMALS } from '../domain/price-figures.ts'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { candleColumns, candlePeriod, epochMs, marketSymbol, marketTrade } from './entities.ts'

/** Why the last reading failed; null after one that did not. Being out of reach is said by the connection. */
const lastError = errorReport.nullable()

/**
 * A market's line in the list, as of `asOfMs`. "24 hours" are the window of 1,440 minutes that ends with the minute of that
 * moment. Prices are in the quote currency. Source: the exchange's hour candles, and its minute candles of the hour in which the
 * window starts. A figure is null unless the cache holds every candle that it is made of.
 */
const marketSummary = z.strictObject({
  market: marketSymbol,
  /** Close of the newest candle: the last price. */
  last: z.number().nullable(),
  /**
   * Close of the minute before the window, or of the last one with a trade before it: what the change is against. Null
   * where the market has no trade before the window, too.
   */
  reference: z.number().nullable(),
  /** Change over 24 hours in percent: (last ÷ reference − 1) × 100. */
  changePercent: z.number().nullable(),
  /** Highest and lowest price of the window; null as well where it has no trade (then `volume` is 0). */
  high: z.number().nullable(),
  low: z.number().nullable(),
  /** Base currency volume of the window: the decimal sum of its candles' volumes. */
  volume: z.number().nullable(),
  /** The reference, where there is one, and then the closes of the window's hours, oldest first, for a sparkline. */
  sparkline: z.array(z.number()),
  /** Decimals of the market's prices: the most that any of these candles needs; null without a candle. */
  priceDecimals: z.int().min(0).max(MAX_PRICE_DECIMALS).nullable(),
  /** When the newest of these candles was last fetched; null when none ever was. */
  asOfMs: epochMs.nullable(),
  lastError,
})
export type MarketSummary = z.infer<typeof marketSummary>

const candlesAnswer = z.strictObject({
  candles: candleColumns,
  /** True when the service is known to have no candle before the first one given. */
  reachesStart: z.boolean(),
  /** When the newest of these candles was last fetched; null when nothing was ever fetched. */
  asOfMs: epochMs.nullable(),
  lastError,
})
export type CandlesAnswer = z.infer<typeof candlesAnswer>

const candleRange = z.strictObject({
  /** Which period was chosen: the shortest of the interface's that gives at most two candles per pixel. */
  period: candlePeriod,
  /** Those that start within the range, oldest first. */
  candles: candleColumns,
  /**
   * Starts of those candles that are not final, ascending: still forming, still open to correction, or last told before they
   * had ended. Every other candle is whole.
   */
  incomplete: z.array(epochMs).max(16_000),
  /**
   * Volume-weighted average price from 00:00 UTC to the end of each candle, from minute candles; NaN for days whose minutes
   * are not all here. As long as the candles; empty where it was not asked for, and for periods of 1 minute and from a day on.
   */
  minuteVwap: z.instanceof(Float64Array),
  /** Start of the newest period of the range of which anything is here, be it a part that is left out; null: nothing. */
  newestMs: epochMs.nullable(),
  /** Stretches of the range whose candles are not known to be complete, ascending; being fetched where that can be. */
  gaps: z.array(z.strictObject({ fromMs: epochMs, toMs: epochMs })).max(1_000),
  /** True when the service is known to have no candle before the first one given. */
  reachesStart: z.boolean(),
  asOfMs: epochMs.nullable(),
  lastError,
})
export type CandleRange = z.infer<typeof candleRange>

export const marketsChannels = {
  'markets:list': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ markets: z.array(marketSummary) }),
  },
  /**
   * Candles from the cache, at once: at most `limit`, the newest that start at or before `endMs` (null: the newest of all).
   * What the cache lacks is fetched behind it; `markets:candlesChanged` tells when to ask again.
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
   * Candles of a range at the resolution that a width can show, from the cache, at once. Coarser candles are the
   * service's own where they are here, and exact aggregates of finer ones where all of those are. A candle of which a
   * piece is missing is left out and lies in `gaps`.
   */
  'markets:getCandleRange': {
    access: 'readable',
    input: z.strictObject({
      market: marketSymbol,
      fromMs: epochMs,
      /** Inclusive. Before `fromMs` is `validation`. */
      toMs: epochMs,
      widthPx: z.int().min(100).max(8_000),
      /** Not shorter than this one; null: as short as fits. */
      shortest: candlePeriod.nullable(),
      /** With `minuteVwap`. */
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
   * Says what is on screen: the candles of these charts, and the public trades of `tape`, are kept fresh. Nothing of
   * `charts` and null: nothing is.
   */
  'markets:watch': {
    access: 'readable',
    input: z.strictObject({
      charts: z.array(z.strictObject({ market: marketSymbol, period: candlePeriod })).max(4),
      tape: marketSymbol.nullable(),
    }),
    output: nothing,
  },
  /**
   * Adds a market to the user's list, at its end, if the service knows it: it is asked for a candle and for trades. Errors:
   * `notFound` where it does not know it, `validation` with field `market` where it is in the list or the list is full (100),
   * `offline` and the like where the service could not be asked: then nothing is added.
   */
  'markets:add': { access: 'readable', input: z.strictObject({ market: marketSymbol }), output: nothing },
  /** Takes a market off the list. Its candles stay in the cache. `validation` for the last one. */
  'markets:remove': { access: 'readable', input: z.strictObject({ market: marketSymbol }), output: nothing },
  /** The list in another order: the same markets, each once; `validation` otherwise. */
  'markets:reorder': {
    access: 'readable',
    input: z.strictObject({ markets: z.array(marketSymbol).max(100) }),
    output: nothing,
  },
} satisfies ChannelTable<'markets'>

export const marketsEvents = {
  'markets:listChanged': nothing,
  /** Cached candles of this market and period changed at or after `fromMs`, or whether they can be read did. */
  'markets:candlesChanged': z.strictObject({ market: marketSymbol, period: candlePeriod, fromMs: epochMs }),
  'markets:tradesChanged': z.strictObject({ market: marketSymbol }),
}
