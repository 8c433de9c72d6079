// Owns: what is left alone for a while because the last try brought nothing, so that it does not hold up the rest.
// Must not: outlive the account in use, or decide what else is read.
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { pauseAfterFailure } from '../../async/back-off.ts'
import type { TimeRange } from '../candle-plan.ts'
import type { Connection } from '../../session/connection.ts'

/** The first pause after a market's failure; it doubles with each in a row. */
const MARKET_REST_MS = 10_000
/** How long a stretch of which the service tells nothing is left alone. */
const RANGE_REST_MS = 900_000

export interface Rests {
  /**
   * Notes that reading a market failed. False where the failure is none of the market's own, such as one that every
   * other call would meet as well: then nothing is noted.
   */
  noteFailure(market: string, error: unknown): boolean
  noteSuccess(market: string): void
  isResting(market: string): boolean
  /** What the last of the markets that rest failed with; null where none does. */
  lastError(): AppError | null
  /** The answer about this stretch of a series told nothing of it. */
  leaveOut(series: string, range: TimeRange): void
  leftOut(series: string): TimeRange[]
}

export function createRests(
  clock: Clock,
  connection: Pick<Connection, 'explains'>,
  random: () => number,
): Rests {
  const markets = new Map<string, { failures: number; untilMs: number; error: AppError }>()
  const ranges = new Map<string, { range: TimeRange; untilMs: number }[]>()

  const isResting = (market: string): boolean => clock.now() < (markets.get(market)?.untilMs ?? 0)
  const resting = (series: string) =>
    (ranges.get(series) ?? []).filter(({ untilMs }) => clock.now() < untilMs)

  return {
    noteFailure(market, error) {
      // Answers about one market alone; the line, the session and the store are everybody's.
      if (!isAppError(error, 'rejectedByExchange', 'contractViolation', 'timeout', 'network')) return false
      if (connection.explains(error)) return false
      const failures = (markets.get(market)?.failures ?? 0) + 1
      const untilMs = clock.now() + pauseAfterFailure(MARKET_REST_MS, failures, error, random)
      markets.delete(market)
      markets.set(market, { failures, untilMs, error })
      return true
    },
    noteSuccess(market) {
      markets.delete(market)
    },
    isResting,
    lastError: () => [...markets].findLast(([market]) => isResting(market))?.[1].error ?? null,
    leaveOut(series, range) {
      ranges.set(series, [...resting(series), { range, untilMs: clock.now() + RANGE_REST_MS }])
    },
    leftOut: (series) => resting(series).map(({ range }) => range),
  }
}
