// Syncs the candle history of the user's markets backwards. Requests nothing that the cache covers.
import type { Store } from '../../store/api/store-api.ts'
import type { CandleFill } from '../candle-fill.ts'
import { countStarts, type TimeRange } from '../candle-gaps.ts'
import { keptFromMs, readKeepDays } from '../../data/keep-days.ts'
import type { AccountSession } from '../../session/account-session.ts'
import { backTo, type CandleTarget, countHere, gapsOf, targetOf, wantedPeriods } from './candle-targets.ts'
import { createCooldowns } from './cooldowns.ts'
import type { HistoryStream, StepResult } from '../../session/sync/history-stream.ts'
import type { Tools } from '../../tools.ts'

const MINUTE_MS = 60_000

export interface CandleHistoryOptions extends Pick<Tools, 'clock' | 'random'> {
  readonly session: Pick<AccountSession, 'network' | 'connection' | 'time'>
  readonly store: Pick<Store, 'getCandleCoverage' | 'getSetting'>
  /** Shared with the market feed (MarketFeed.candles), so that nothing is fetched twice. */
  readonly fill: CandleFill
  /** The user's markets (markets.listSymbols). */
  readonly markets: () => Promise<string[]>
}

const seriesOf = ({ market, period }: CandleTarget): string => `${market} ${String(period)}`

export function createCandleHistory(options: CandleHistoryOptions): HistoryStream {
  const { session, store, clock, fill } = options
  const cooldowns = createCooldowns(clock, session.connection, options.random)

  async function targetsOf(
    market: string,
    fineKeptMs: number,
    coarseKeptMs: number,
  ): Promise<CandleTarget[]> {
    const covered = await Promise.all(
      wantedPeriods.map((period) => store.getCandleCoverage(session.network, market, period)),
    )
    const [days = []] = covered
    const settledMs = session.time.settledMs()
    return wantedPeriods.flatMap((period, at) => {
      const keptMs = period < 60 ? fineKeptMs : coarseKeptMs
      return targetOf(market, period, covered[at] ?? [], days, keptMs, settledMs) ?? []
    })
  }

  /** All series, by priority. */
  async function survey(): Promise<CandleTarget[]> {
    const [markets, keep] = await Promise.all([options.markets(), readKeepDays(store)])
    const nowMs = clock.now()
    const fineKeptMs = keptFromMs(keep.fineCandles, nowMs)
    const coarseKeptMs = keptFromMs(keep.coarseCandles, nowMs)
    const targets = await Promise.all(markets.map((market) => targetsOf(market, fineKeptMs, coarseKeptMs)))
    return targets.flat().sort((a, b) => wantedPeriods.indexOf(a.period) - wantedPeriods.indexOf(b.period))
  }

  /** The series whose newest gap ends last, in the first period that has gaps: this makes markets take turns. */
  function choose(targets: readonly CandleTarget[]): CandleTarget | null {
    let chosen: { readonly target: CandleTarget; readonly gap: TimeRange } | null = null
    for (const target of targets) {
      if (cooldowns.isCoolingDown(target.market)) continue
      if (chosen !== null && chosen.target.period !== target.period) break
      const [gap] = gapsOf(target, cooldowns.leftOut(seriesOf(target)))
      if (gap !== undefined && gap.toMs > (chosen?.gap.toMs ?? -1)) chosen = { target, gap }
    }
    return chosen?.target ?? null
  }

  async function fetchNewest(target: CandleTarget, signal: AbortSignal): Promise<void> {
    const { market, period, wanted } = target
    const leaveOut = cooldowns.leftOut(seriesOf(target))
    const call = { lane: 'candle history', urgency: 'background', signal } as const
    try {
      const part = await fill.fillNewest(market, period, wanted, leaveOut, call)
      cooldowns.noteSuccess(market)
      if (part?.outcome === 'silent') cooldowns.leaveOut(seriesOf(target), part.asked)
      // A service that ignores the range would answer every part of it like this.
      if (part?.outcome === 'astray') cooldowns.leaveOut(seriesOf(target), wanted)
    } catch (error) {
      if (!cooldowns.noteFailure(market, error)) throw error
    }
  }

  return {
    name: 'candles',
    breakFactor: 4,

    async step(signal): Promise<StepResult> {
      const targets = await survey()
      const target = choose(targets)
      if (target !== null) {
        await fetchNewest(target, signal)
        return 'more'
      }
      // If only failing markets are left, their error is reported.
      const error = cooldowns.lastError()
      if (error !== null) throw error
      return targets.length === 0 || targets.some((each) => gapsOf(each).length > 0) ? 'later' : 'complete'
    },

    async progress() {
      const targets = await survey()
      const missing = targets.map((target) =>
        gapsOf(target).reduce((sum, gap) => sum + countStarts(gap, target.period * MINUTE_MS), 0),
      )
      const done = targets.reduce((sum, target) => sum + countHere(target), 0)
      const total = targets.every(({ isBounded }) => isBounded) ? missing.reduce((a, b) => a + b, done) : null
      const reached = targets.map(backTo)
      return {
        done,
        total: targets.length === 0 ? null : total,
        backToMs: reached.some((each) => each === null) ? null : maxOf(reached.map(Number)),
        isComplete: targets.length > 0 && missing.every((count) => count === 0),
      }
    },
  }
}

function maxOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}
