// Syncs the public trade history of the user's markets backwards. Requests nothing that the cache covers.
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import { countRows, type Rows } from '../../exchange/endpoints/rows.ts'
import type { CoveredRange } from '../../store/api/coverage.ts'
import type { Store } from '../../store/api/store-api.ts'
import { keptFromMs, readKeepDays } from '../../data/keep-days.ts'
import type { AccountSession } from '../../session/account-session.ts'
import { createCrowdedSeconds } from './crowded-seconds.ts'
import { createCooldowns } from './cooldowns.ts'
import type { HistoryStream, StepResult } from '../../session/sync/history-stream.ts'
import { createTradeCounts } from './trade-counts.ts'
import {
  coverageOfNewest,
  coverageOfPage,
  isWithin,
  oldestOf,
  type TradeGap,
  tradeGapsOf,
  tradesBackTo,
  type TradeTarget,
  tradeTargetOf,
} from './trade-targets.ts'
import type { Tools } from '../../tools.ts'

/** The service's own limit is unknown, upstream's is 1,000 (facts A3): the larger page is tried only if needed. */
const TRADES_PER_PAGE = 500
const MAX_TRADES_PER_PAGE = 1_000

export interface TradeHistoryOptions extends Pick<Tools, 'clock' | 'random'> {
  readonly session: Pick<AccountSession, 'client' | 'network' | 'connection' | 'time'>
  readonly store: Pick<Store, 'getTradeCoverage' | 'countMarketTrades' | 'putMarketTrades' | 'getSetting'>
  /** The user's markets (markets.listSymbols). */
  readonly markets: () => Promise<string[]>
}

/**
 * A page is requested before the oldest second that is known without gaps, so it starts with all trades of the second in
 * which the previous page was cut: no trade of that second is lost, wherever the cut was.
 */
export function createTradeHistory(options: TradeHistoryOptions): HistoryStream {
  const { session, store, clock } = options
  const { client, network, time } = session
  const cooldowns = createCooldowns(clock, session.connection, options.random)
  const crowded = createCrowdedSeconds()
  const counts = createTradeCounts(clock, (market) => store.countMarketTrades(network, market))
  const tailAskedMs = new Map<string, number>()
  /** Ends of gaps before which a market had no trades in one answer. */
  const emptyBefore = new Map<string, number>()

  async function survey(): Promise<TradeTarget[]> {
    const [markets, keep] = await Promise.all([options.markets(), readKeepDays(store)])
    const keptMs = keptFromMs(keep.marketTrades, clock.now())
    const targets = await Promise.all(
      markets.map(async (market) => {
        const covered = await store.getTradeCoverage(network, market)
        const askedMs = tailAskedMs.get(market) ?? null
        return tradeTargetOf(market, covered, keptMs, time.settledMs(), askedMs) ?? []
      }),
    )
    return targets.flat()
  }

  /** The market whose newest gap ends last: this makes markets take turns. */
  function choose(targets: readonly TradeTarget[]): { target: TradeTarget; gap: TradeGap } | null {
    let chosen: { target: TradeTarget; gap: TradeGap } | null = null
    for (const target of targets) {
      const { market } = target
      if (cooldowns.isCoolingDown(market)) continue
      const leaveOut = [...crowded.of(market), ...cooldowns.leftOut(market)]
      const [gap] = tradeGapsOf(target, clock.now(), leaveOut)
      if (gap !== undefined && gap.toMs > (chosen?.gap.toMs ?? -1)) chosen = { target, gap }
    }
    return chosen
  }

  async function ask(
    market: string,
    gap: TradeGap,
    limit: number,
    signal: AbortSignal,
  ): Promise<Rows<MarketTrade>> {
    const query = { market, limit, beforeMs: gap.toMs + 1, orderBy: 'desc' } as const
    return client.listMarketTrades(query, { lane: 'trade history', urgency: 'background', signal })
  }

  async function keep(
    { market, wanted }: TradeTarget,
    trades: readonly MarketTrade[],
    covers: CoveredRange | null,
  ): Promise<void> {
    const kept = trades.filter(({ createdAtMs }) => createdAtMs >= wanted.fromMs)
    const known = covers && { ...covers, fromMs: Math.max(covers.fromMs, wanted.fromMs) }
    // The page says nothing about the newest trades, so their age stays.
    const { added } = await store.putMarketTrades(network, market, kept, known, null)
    counts.add(market, added)
  }

  /**
   * Records that the service has nothing before the end of the gap: the market's history starts there, unless the cache shows
   * otherwise.
   */
  async function keepStart(
    target: TradeTarget,
    gap: TradeGap,
    answer: readonly MarketTrade[],
    sentCount: number,
  ): Promise<void> {
    const { market } = target
    // A second that seemed truncated is complete if nothing precedes it and a longer answer could have held more.
    const wholeToMs = crowded.endOfWhole(market, gap.toMs + 1)
    // An empty answer shares no trade with the known ones: if there are trades, only a second empty answer counts.
    const hasTrades = target.covered.length > 0 || crowded.of(market).length > 0
    const isJoined = sentCount > 0 || wholeToMs !== null
    if (hasTrades && !isJoined && emptyBefore.get(market) !== gap.toMs) {
      emptyBefore.set(market, gap.toMs)
      cooldowns.leaveOut(market, gap)
      return
    }
    // Down to the known trades below, if any: a market without earlier trades may get its first ones now.
    const isBelow = target.covered.some((range) => range.toMs < gap.fromMs)
    const fromMs = isBelow ? gap.fromMs : gap.toMs
    await keep(target, answer, { fromMs, toMs: wholeToMs ?? gap.toMs, reachesStart: true })
    const covered = await store.getTradeCoverage(network, market)
    if (!covered.some((range) => range.fromMs <= gap.toMs && gap.toMs <= range.toMs)) {
      cooldowns.leaveOut(market, gap)
    }
  }

  /** Reads one page, or the larger page if one second fills the first. */
  async function readPage(target: TradeTarget, gap: TradeGap, signal: AbortSignal): Promise<void> {
    const { market } = target
    const waitedFromMs = time.settledMs()
    const upTo = (trades: readonly MarketTrade[]): MarketTrade[] =>
      trades.filter(({ createdAtMs }) => createdAtMs <= gap.toMs)
    const coverageOf = (trades: readonly MarketTrade[]): CoveredRange | null =>
      gap.isTail
        ? coverageOfNewest(trades, Math.min(waitedFromMs, time.settledMs()))
        : coverageOfPage(trades, gap.toMs)

    let limit = TRADES_PER_PAGE
    let told = await ask(market, gap, limit, signal)
    if (coverageOf(upTo(told.rows)) === null && countRows(told) >= limit) {
      limit = MAX_TRADES_PER_PAGE
      told = await ask(market, gap, limit, signal)
    }
    const answer = told.rows
    // A trade that could not be read is one of the page all the same.
    const sentCount = countRows(told)
    crowded.noteAnswer(sentCount)
    if (gap.isTail) tailAskedMs.set(market, clock.now())
    if (told.unread !== null) {
      // What could not be read is not known: the page is asked for again, after a while.
      await keep(target, upTo(answer), null)
      cooldowns.leaveOut(market, gap)
      return
    }
    // A service may include the requested second: if all trades of the answer are in it, nothing precedes it.
    const askedMs = gap.toMs + 1
    if (answer.every((trade) => isWithin(trade, askedMs)) && !crowded.isProbablyCut(sentCount, limit)) {
      if (sentCount > 0) crowded.note(market, askedMs, sentCount, limit)
      return keepStart(target, gap, answer, sentCount)
    }

    const trades = upTo(answer)
    const covers = coverageOf(trades)
    await keep(target, trades, covers)
    if (covers !== null) return
    // Trades of a single second: either there are no older ones, or it has more than an answer can hold.
    if (trades.length > 0) crowded.note(market, oldestOf(trades), sentCount, limit)
    else cooldowns.leaveOut(market, gap)
  }

  return {
    name: 'marketTrades',
    breakFactor: 4,

    async step(signal): Promise<StepResult> {
      const targets = await survey()
      const chosen = choose(targets)
      if (chosen !== null) {
        const { market } = chosen.target
        try {
          await readPage(chosen.target, chosen.gap, signal)
          cooldowns.noteSuccess(market)
        } catch (error) {
          if (!cooldowns.noteFailure(market, error)) throw error
        }
        return 'more'
      }
      // If only failing markets are left, their error is reported.
      const error = cooldowns.lastError()
      if (error !== null) throw error
      return isComplete(targets) ? 'complete' : 'later'
    },

    async progress() {
      const targets = await survey()
      const done = await counts.sum(targets.map(({ market }) => market))
      const isAll = isComplete(targets)
      const reached = targets.map(tradesBackTo)
      const isNowhere = reached.length === 0 || reached.includes(null)
      return {
        done,
        // A market's number of trades is unknown before all are here.
        total: isAll ? done : null,
        backToMs: isNowhere ? null : Math.max(...reached.map(Number)),
        isComplete: isAll,
      }
    },
  }

  function isComplete(targets: readonly TradeTarget[]): boolean {
    return (
      targets.length > 0 &&
      // The rest of a second with more trades than a page is missing, but cannot be fetched.
      targets.every((target) => target.covered.length > 0 && tradeGapsOf(target, clock.now()).length === 0)
    )
  }
}
