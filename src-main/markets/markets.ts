// Serves the page's market requests from the cache. Never waits for the service.
import type { CandleRange, CandlesAnswer, MarketSummary } from '../../src-preload/contract/markets/markets.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { CandleColumns } from '../../src-preload/contract/orders/entities.ts'
import { intervalMs, periodOf } from '../../src-preload/domain/markets/intervals.ts'
import type { CandlePeriod } from '../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { cutRanges, joinOldest } from './cut-gaps.ts'
import { floorToPeriod } from './candle-gaps.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { MarketFeed } from './market-feed.ts'
import { createMarketCatalog } from './market-catalog.ts'
import { createMarketList } from './market-list.ts'
import { listSymbols } from './list-symbols.ts'
import {
  addUpToHour,
  coversHour,
  type DayWindow,
  dayWindow,
  momentOf,
  summarize,
  SUMMARY_HOURS,
  SUMMARY_MINUTES,
} from './market-summary.ts'
import { withTicker } from './ticker-figures.ts'
import { createWatchListSettings } from './watch-list-settings.ts'
import type { Tools } from '../tools.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Candles fetched less than this ago are not asked for again. */
const FRESH_MS = 2_000
/** More candles per pixel cannot be distinguished on screen. */
const CANDLES_PER_PX = 2
/** The newest gaps are filled first; the others when they are viewed again. */
const MAX_FILLS = 8
/** The channel's maximum. */
const MAX_GAPS = 1_000

export interface MarketsOptions extends Pick<Tools, 'store' | 'clock' | 'emit'> {
  readonly current: Pick<CurrentAccount, 'get' | 'require' | 'work'>
}

export function createMarkets({ store, clock, emit, current }: MarketsOptions) {
  /** What the page last reported to be on screen. */
  let watched: { accountId: string; shown: ChannelInput<'markets:watch'> } | null = null

  const getFeed = (): MarketFeed | null => current.work()?.feed ?? null

  const { add, remove, reorder } = createMarketList({
    store,
    current,
    onChange: () => {
      emit('markets:listChanged', {})
      getFeed()?.listChanged()
    },
  })

  /** A negative age means that the clock was set back. */
  function isFresh(asOfMs: number | null): boolean {
    const ageMs = asOfMs === null ? Infinity : clock.now() - asOfMs
    return ageMs >= 0 && ageMs < FRESH_MS
  }

  /** True while a series' newest candles need not be asked for: a stream keeps them current, or an answer just told them. */
  const isEndKnown = (market: string, period: CandlePeriod, asOfMs: number | null): boolean =>
    getFeed()?.isLive(market, period) === true || isFresh(asOfMs)

  /** The minutes of the hour in which a window starts; null if they are not all known. */
  async function readMinutes(
    session: AccountSession,
    market: string,
    window: DayWindow,
    hours: CandleColumns,
  ): Promise<CandleColumns | null> {
    const lastMs = window.firstHourMs + (SUMMARY_MINUTES - 1) * MINUTE_MS
    const { candles } = await store.getCandles(session.network, market, 1, lastMs, SUMMARY_MINUTES)
    if (window.fromMs === window.wholeFromMs || addUpToHour(window.firstHourMs, hours, candles))
      return candles
    const covered = await store.getCandleCoverage(session.network, market, 1)
    return coversHour(window.firstHourMs, covered) ? candles : null
  }

  async function readSummary(session: AccountSession, market: string): Promise<MarketSummary> {
    const [hours, coveredHours] = await Promise.all([
      store.getCandles(session.network, market, 60, null, SUMMARY_HOURS),
      store.getCandleCoverage(session.network, market, 60),
    ])
    const atMs = momentOf(hours, clock.now(), session.time.offsetMs())
    const minutes = await readMinutes(session, market, dayWindow(atMs), hours.candles)
    const feed = getFeed()
    const isRead = hours.asOfMs !== null && (feed?.hasReadHours(market, hours.asOfMs) ?? false)
    const lastError = feed?.candlesError(market, 60) ?? feed?.candlesError(market, 1) ?? null
    const summary = summarize({ market, hours, coveredHours, minutes, atMs, isRead })
    const row = withTicker({ ...summary, lastError }, current.work()?.tickers.find(market) ?? null)
    const best = current.work()?.spreads.find(market) ?? null
    return best === null ? row : { ...row, best }
  }

  return {
    ...createMarketCatalog(current),
    ...createWatchListSettings({
      store,
      accountId: () => current.require().account.id,
      onSpreadsShown: () => current.work()?.spreads.trigger(),
    }),
    add,
    remove,
    reorder,

    async list(): Promise<ChannelOutput<'markets:list'>> {
      const session = current.require()
      const symbols = await listSymbols(store, session)
      const markets = await Promise.all(symbols.map((market) => readSummary(session, market)))
      return { markets }
    },

    async getCandles(input: ChannelInput<'markets:getCandles'>): Promise<CandlesAnswer> {
      const { market, period, endMs, limit } = input
      const session = current.require()
      const periodMs = period * MINUTE_MS
      const stored = await store.getCandles(session.network, market, period, endMs, limit)
      // Periods that may still change are never covered. Requesting just received ones again would make every answer trigger
      // the next.
      const newestMs = isEndKnown(market, period, stored.asOfMs)
        ? session.time.settledMs() - periodMs
        : session.time.latestMs()
      const toMs = Math.min(endMs ?? newestMs, newestMs)
      const fromMs = Math.max(0, floorToPeriod(toMs, periodMs) - (limit - 1) * periodMs)
      if (toMs >= fromMs) getFeed()?.fill(market, period, { fromMs, toMs })
      return { ...stored, lastError: getFeed()?.candlesError(market, period) ?? null }
    },

    async getCandleRange(input: ChannelInput<'markets:getCandleRange'>): Promise<CandleRange> {
      const { market, fromMs, toMs, widthPx, shortest, vwap } = input
      if (toMs < fromMs) throw new AppError('validation', { field: 'toMs' })
      const session = current.require()
      const settledMs = session.time.settledMs()
      const most = widthPx * CANDLES_PER_PX
      const query = { fromMs, toMs, most, shortest, settledMs }
      const { endAsOfMs, ...stored } = await store.getCandleRange(session.network, market, query)
      const period = periodOf(stored.period)
      const { timesMs } = stored.candles
      const minuteVwap =
        vwap && period > 1 && period < DAY_MINUTES && timesMs.length > 0
          ? await store.getDayVwap(session.network, market, period, timesMs, settledMs)
          : new Float64Array()
      // As in getCandles: just received data is not requested again, in whatever period it came.
      const latestMs = session.time.latestMs()
      const askUntilMs = isEndKnown(market, period, endAsOfMs) ? settledMs - intervalMs(period) : latestMs
      for (const gap of cutRanges(stored.gaps, askUntilMs).slice(-MAX_FILLS).reverse()) {
        getFeed()?.fill(market, period, gap)
      }
      const lastError = getFeed()?.candlesError(market, period) ?? null
      const gaps = joinOldest(cutRanges(stored.gaps, latestMs), MAX_GAPS)
      return { ...stored, gaps, minuteVwap, lastError }
    },

    async listTrades({
      market,
      limit,
    }: ChannelInput<'markets:listTrades'>): Promise<ChannelOutput<'markets:listTrades'>> {
      const stored = await store.listMarketTrades(current.require().network, market, limit)
      return { ...stored, lastError: getFeed()?.tradesError(market) ?? null }
    },

    watch(shown: ChannelInput<'markets:watch'>): Record<string, never> {
      const session = current.get()
      watched = session === null ? null : { accountId: session.account.id, shown }
      getFeed()?.watch(shown.charts, shown.tape)
      return {}
    },

    /** Passes what is on screen to a new feed of the same account. */
    watchAgain({ account }: AccountSession, feed: MarketFeed): void {
      if (watched?.accountId === account.id) feed.watch(watched.shown.charts, watched.shown.tape)
    },
  }
}
export type Markets = ReturnType<typeof createMarkets>
