// Cooldowns of markets and ranges whose last request brought nothing, so that they do not block the rest. Valid while the
// account is active.
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { pauseAfterFailure } from '../../async/back-off.ts'
import type { TimeRange } from '../candle-gaps.ts'
import type { Connection } from '../../session/connection.ts'

/** The first pause after a market's failure; doubles with each failure in a row. */
const MARKET_COOLDOWN_MS = 10_000
/** How long a range without an informative answer is skipped. */
const RANGE_COOLDOWN_MS = 900_000

export function createCooldowns(
  clock: Clock,
  connection: Pick<Connection, 'explains'>,
  random: () => number,
) {
  const markets = new Map<string, { failures: number; untilMs: number; error: AppError }>()
  const ranges = new Map<string, { range: TimeRange; untilMs: number }[]>()

  const isCoolingDown = (market: string): boolean => clock.now() < (markets.get(market)?.untilMs ?? 0)
  const resting = (series: string) =>
    (ranges.get(series) ?? []).filter(({ untilMs }) => clock.now() < untilMs)

  return {
    /**
     * Records that reading a market failed. Returns false, and records nothing, if the failure is not the market's own, such as
     * one that every other call would meet as well.
     */
    noteFailure(market: string, error: unknown): boolean {
      // Only errors that concern one market count; connection, session and store affect all.
      if (!isAppError(error, 'rejectedByExchange', 'contractViolation', 'timeout', 'network')) return false
      if (connection.explains(error)) return false
      const failures = (markets.get(market)?.failures ?? 0) + 1
      const untilMs = clock.now() + pauseAfterFailure(MARKET_COOLDOWN_MS, failures, error, random)
      markets.delete(market)
      markets.set(market, { failures, untilMs, error })
      return true
    },
    noteSuccess(market: string): void {
      markets.delete(market)
    },
    isCoolingDown,
    /** The error of the last market that is cooling down; null without one. */
    lastError: (): AppError | null =>
      [...markets].findLast(([market]) => isCoolingDown(market))?.[1].error ?? null,
    /** Skips a range of a series whose answer was not informative. */
    leaveOut(series: string, range: TimeRange): void {
      ranges.set(series, [...resting(series), { range, untilMs: clock.now() + RANGE_COOLDOWN_MS }])
    },
    leftOut: (series: string): TimeRange[] => resting(series).map(({ range }) => range),
  }
}
