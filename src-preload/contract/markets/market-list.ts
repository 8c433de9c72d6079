// IPC channels of all markets of the exchange, and of what the user has chosen about the watch list.
import { z } from 'zod'
import { watchColumns, watchSorts } from '../../domain/markets/watch-list.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { decimalText, epochMs, marketSymbol } from '../orders/entities.ts'

/** Maximum markets of the exchange: more are refused by the reader of its answer. */
const MAX_TICKERS = 1_000
/** Maximum markets of the watch list: each is polled. */
export const MAX_WATCHED = 100
export const MAX_GROUPS = 20
export const MAX_GROUP_NAME = 24

/**
 * The last 24 hours of one market as the exchange's ticker gives them; a figure is null where it gives none. Prices and
 * `turnover` are in the quote currency, `volume` in the base currency.
 */
const tickedMarket = z.strictObject({
  market: marketSymbol,
  /** Name of the base currency, such as "Ethereum"; null while unknown. */
  name: z.string().nullable(),
  /** Null for a market that never traded. */
  last: decimalText.nullable(),
  /** In percent: (last ÷ open − 1) × 100, or as the exchange gives it where it gives no open. */
  changePercent: z.number().nullable(),
  high: decimalText.nullable(),
  low: decimalText.nullable(),
  volume: decimalText.nullable(),
  turnover: decimalText.nullable(),
})
export type TickedMarket = z.infer<typeof tickedMarket>

const marketGroup = z.strictObject({
  name: z.string().trim().min(1).max(MAX_GROUP_NAME),
  markets: z.array(marketSymbol).max(MAX_WATCHED),
})
export type MarketGroup = z.infer<typeof marketGroup>

const areUnique = (items: readonly string[]): boolean => new Set(items).size === items.length

/** What the user has chosen about the watch list. Kept per account. A market is in one group at most. */
export const watchListSettings = z.strictObject({
  /** Shown ones. */
  columns: z.array(z.enum(watchColumns)).refine(areUnique),
  /** Null: the user's own order. */
  sort: z.strictObject({ column: z.enum(watchSorts), isDescending: z.boolean() }).nullable(),
  favorites: z.array(marketSymbol).max(MAX_WATCHED).refine(areUnique),
  groups: z
    .array(marketGroup)
    .max(MAX_GROUPS)
    .refine((groups) => areUnique(groups.map(({ name }) => name)))
    .refine((groups) => areUnique(groups.flatMap(({ markets }) => markets))),
})
export type WatchListSettings = z.infer<typeof watchListSettings>

export const marketListChannels = {
  /**
   * All markets that the exchange's tickers name, by symbol, as of `asOfMs`; null and empty until they were read once. Read
   * in the background; `markets:tickersChanged` signals when to request again.
   */
  'markets:listAll': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({
      markets: z.array(tickedMarket).max(MAX_TICKERS),
      asOfMs: epochMs.nullable(),
      /** Why the last reading failed; null if it succeeded. */
      lastError: errorReport.nullable(),
    }),
  },
  /** The account's; the usual ones until the user has chosen. */
  'markets:getListSettings': { access: 'readable', input: nothing, output: watchListSettings },
  'markets:setListSettings': { access: 'readable', input: watchListSettings, output: nothing },
} satisfies ChannelTable<'markets'>
