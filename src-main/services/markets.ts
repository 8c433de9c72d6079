// Owns: what the page may ask about markets, answered from the cache. Must not: wait for the service.
import type { CandlesAnswer, MarketSummary } from '../../src-preload/contract/markets.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { NetworkKind } from '../../src-preload/contract/accounts.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import { practiceMarkets } from '../practice/markets.ts'
import type { Store, StoredCandles } from '../store/store-api.ts'
import { floorToPeriod } from './candle-plan.ts'
import type { Link } from './link.ts'
import type { MarketFeed } from './market-feed.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Hourly candles that the list's figures are made of: a day, and the one before it to compare with. */
const LIST_CANDLES = 25
/** Candles fetched less than this ago are not asked for again. */
const FRESH_MS = 2_000

/**
 * Markets to begin with. The interface has no endpoint that lists them; these are the constants of the service's own
 * connectors (facts A12).
 */
const firstMarkets: Readonly<Record<NetworkKind, readonly string[]>> = {
  practice: practiceMarkets.map(({ symbol }) => symbol),
  mainnet: ['ethusdc', 'btcusdc'],
  testnet: ['ethusdc', 'btcusdc', 'ethusdt', 'btcusdt'],
  custom: ['ethusdc', 'btcusdc'],
}

export interface MarketsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly getLink: () => Link | null
  readonly getFeed: () => MarketFeed | null
}

/** The line of one market from its newest hourly candles. Figures for the eye: doubles, as the service sends them. */
export function summarise(market: string, stored: StoredCandles, nowMs: number): MarketSummary {
  const { timesMs, open, high, low, close, volume } = stored.candles
  const dayAgoMs = nowMs - DAY_MS
  let first = timesMs.findIndex((time) => time + 60 * MINUTE_MS > dayAgoMs)
  if (first < 0) first = timesMs.length
  const last = close.at(-1) ?? null
  const reference = first < timesMs.length ? (open[first] ?? null) : null
  const day = <T>(column: Float64Array, read: (values: Float64Array) => T): T | null =>
    first < timesMs.length ? read(column.subarray(first)) : null
  return {
    market,
    last,
    changePercent:
      last === null || reference === null || reference === 0 ? null : (last / reference - 1) * 100,
    high: day(high, (values) => Math.max(...values)),
    low: day(low, (values) => Math.min(...values)),
    volume: day(volume, (values) => values.reduce((sum, value) => sum + value, 0)),
    sparkline: [...close],
    asOfMs: stored.asOfMs,
  }
}

export function createMarkets({ store, clock, getLink, getFeed }: MarketsOptions) {
  function requireLink(): Link {
    const link = getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  /** The user's markets on the network, or the first ones and those of their orders. */
  async function listSymbols(link: Link): Promise<string[]> {
    const kept = await store.listMarkets(link.network)
    if (kept.length > 0) return kept
    const traded = await store.listOrderMarkets(link.account.id)
    return [...new Set([...firstMarkets[link.account.networkKind], ...traded])]
  }

  return {
    listSymbols,

    async list(): Promise<ChannelOutput<'markets:list'>> {
      const link = requireLink()
      const symbols = await listSymbols(link)
      const nowMs = clock.now()
      const markets = await Promise.all(
        symbols.map(async (market) =>
          summarise(market, await store.getCandles(link.network, market, 60, null, LIST_CANDLES), nowMs),
        ),
      )
      return { markets }
    },

    async getCandles(input: ChannelInput<'markets:getCandles'>): Promise<CandlesAnswer> {
      const { market, period, endMs, limit } = input
      const link = requireLink()
      const periodMs = period * MINUTE_MS
      const nowMs = clock.now()
      const stored = await store.getCandles(link.network, market, period, endMs, limit)
      // The forming candle is never covered. Asking again for what has just come would make every answer ask for the next.
      const isFresh = stored.asOfMs !== null && nowMs - stored.asOfMs < FRESH_MS
      const newestMs = floorToPeriod(nowMs, periodMs) - (isFresh ? periodMs : 0)
      const toMs = Math.min(floorToPeriod(endMs ?? nowMs, periodMs), newestMs)
      getFeed()?.fill(market, period, { fromMs: toMs - (limit - 1) * periodMs, toMs })
      return stored
    },

    listTrades({
      market,
      limit,
    }: ChannelInput<'markets:listTrades'>): Promise<ChannelOutput<'markets:listTrades'>> {
      return store.listMarketTrades(requireLink().network, market, limit)
    },

    watch({ market, period }: ChannelInput<'markets:watch'>): Record<string, never> {
      getFeed()?.watch(market, period)
      return {}
    },
  }
}
export type Markets = ReturnType<typeof createMarkets>
