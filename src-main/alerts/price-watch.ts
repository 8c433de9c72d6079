// Polls the prices of all markets with armed alerts and records crossings in the store.
import { isDeepStrictEqual } from 'node:util'
import type { AlertOutcome, StoredAlert } from '../store/api/alert-rows.ts'
import type { Store } from '../store/api/store-api.ts'
import type { CandleFill } from '../markets/candle-fill.ts'
import { floorToPeriod } from '../markets/candle-gaps.ts'
import type { Faults } from '../session/faults.ts'
import type { AccountSession } from '../session/account-session.ts'
import { createMarketAttempts } from '../markets/market-attempts.ts'
import { startPoller } from '../async/poller.ts'
import { type FollowedAlert, followAlert, levelOf } from './crossings.ts'
import { createPriceHistory } from './price-history.ts'
import type { Tools } from '../tools.ts'

const MINUTE_MS = 60_000
/** After visible data and before history, since a user waits for it. */
const turn = { lane: 'alerts', urgency: 'background' } as const

export interface PriceWatchOptions extends Pick<Tools, 'clock' | 'random'> {
  readonly session: AccountSession
  readonly store: Pick<Store, 'listAlerts' | 'settleAlerts' | 'getCandles'>
  /** Shared with charts and history, so nothing is requested twice. */
  readonly fill: CandleFill
  readonly faults: Faults
  /** Polling interval per market, in milliseconds; read before each poll. */
  readonly everyMs: () => number
  /** Called when there are new notifications. */
  readonly onCrossed: () => void
}

/** The alert with times in the future removed: the clock was set back since. */
function followable(alert: StoredAlert, latestMs: number): FollowedAlert {
  const { progress } = alert
  const armedAtMs = Math.min(alert.armedAtMs, latestMs)
  if (progress.checkedMs <= latestMs) return { ...alert, armedAtMs }
  const checkedMs = floorToPeriod(latestMs, MINUTE_MS)
  return { ...alert, armedAtMs, progress: { ...progress, checkedMs, crossedCandleMs: null } }
}

export function startPriceWatch(options: PriceWatchOptions) {
  const { session, store, clock, everyMs } = options
  const attempts = createMarketAttempts(options)
  const history = createPriceHistory(options)
  /** When prices were last checked, by alert and arm time. Not persisted, because there is a gap while the app is closed. */
  const seen = new Map<string, number>()
  const seenKey = ({ id, armedAtMs }: StoredAlert): string => `${id} ${String(armedAtMs)}`

  async function check(market: string, alerts: readonly StoredAlert[], signal: AbortSignal): Promise<void> {
    const nowMs = clock.now()
    const latestMs = session.time.latestMs()
    const followed = alerts.map((alert) => ({ alert, from: followable(alert, latestMs) }))
    const fromMs = Math.min(...followed.map(({ from }) => from.progress.checkedMs))
    const levels = alerts.map(({ price }) => levelOf(price))
    const call = { ...turn, signal }
    const ranges = await history.read(market, fromMs, levels, call)
    // Unreachable or canceled: the missing range may contain a crossing, so nothing is marked as checked.
    if (ranges === null || signal.aborted || !session.connection.isReachable()) return
    const settledMs = floorToPeriod(session.time.settledMs(), MINUTE_MS)
    const outcomes: AlertOutcome[] = []
    for (const { alert, from } of followed) {
      const seenMs = Math.min(seen.get(seenKey(alert)) ?? 0, nowMs)
      const { progress, crossings } = followAlert(from, ranges, { settledMs, seenMs })
      if (crossings.length > 0 || !isDeepStrictEqual(progress, alert.progress)) {
        outcomes.push({ id: alert.id, armedAtMs: alert.armedAtMs, progress, crossings })
      }
    }
    const told = outcomes.length > 0 ? await store.settleAlerts(outcomes) : 0
    for (const alert of alerts) seen.set(seenKey(alert), nowMs)
    if (told > 0) options.onCrossed()
  }

  const poller = startPoller({
    everyMs,
    isPaused: () => attempts.isPaused(),
    // Errors have already been reported under their own names.
    onError: () => undefined,
    random: options.random,
    run: async (signal) => {
      const armed = (await store.listAlerts(session.network)).filter(({ isArmed }) => isArmed)
      const kept = new Set(armed.map(seenKey))
      for (const key of seen.keys()) if (!kept.has(key)) seen.delete(key)
      for (const [market, alerts] of Map.groupBy(armed, (alert) => alert.market)) {
        if (signal.aborted || attempts.isPaused()) return
        await attempts.attempt({
          work: `alerts ${market}`,
          everyMs: everyMs(),
          run: () => check(market, alerts, signal),
          tell: () => undefined,
        })
      }
    },
  })

  return {
    /** Polls now: alerts have changed or the exchange is reachable again. */
    trigger(): void {
      attempts.wake()
      poller.trigger()
    },
    /** Call when `everyMs` returns a different value. */
    retime: (): void => poller.retime(),
    /** Resolves once work in flight is canceled and has ended. */
    stop: (): Promise<void> => poller.stop(),
  }
}
