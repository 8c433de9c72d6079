// Estimates the service's clock from the Date headers of its answers, and which periods have settled. The age of data uses
// the local clock instead.
import type { Clock } from '../async/clock.ts'
import type { CallRecord } from '../exchange/call.ts'

/**
 * How long a candle may still change after its end: allows for trades that are booked late and for clock differences below a
 * Date header's resolution.
 */
export const SETTLE_MS = 120_000
/** A larger difference means a wrong header or a deliberately stopped clock, not a wrong clock. */
const MAX_OFFSET_MS = 86_400_000
/** Resolution of a Date header: truncated to the second. */
const HEADER_STEP_MS = 1_000

/** The parts of a call that show the service's time. */
export type DatedCall = Pick<CallRecord, 'date' | 'startedAtMs' | 'durationMs'>

/**
 * The header was written between the request and the end of the answer, so it is compared with the middle of the two, using
 * the middle of its second. A difference within that uncertainty counts as zero: a slow answer must not look like a wrong
 * clock.
 */
function skewOf(dateMs: number, { startedAtMs, durationMs }: DatedCall): number {
  const leastMs = dateMs - (startedAtMs + durationMs)
  const mostMs = dateMs + HEADER_STEP_MS - startedAtMs
  if (leastMs <= 0 && mostMs >= 0) return 0
  return Math.round((leastMs + mostMs) / 2 / 1_000) * 1_000
}

/** @param isOurs - true for the practice exchange, which uses the local clock whatever its headers say */
export function createServiceTime(clock: Clock, isOurs: boolean) {
  let offsetMs = 0
  let skewMs: number | null = null
  let readings = 0
  return {
    /** Records a call's Date header (RFC 9110, 6.6.1), unparsed; invalid ones are ignored. */
    note(call: DatedCall): void {
      const dateMs = call.date === null ? NaN : Date.parse(call.date)
      if (Number.isNaN(dateMs)) return
      readings += 1
      if (isOurs) {
        skewMs = 0
        return
      }
      // Adding 0 turns -0 into 0.
      skewMs = skewOf(dateMs, call) + 0
      const differenceMs = dateMs - clock.now()
      offsetMs = Math.abs(differenceMs) > MAX_OFFSET_MS ? 0 : differenceMs
    },
    // A header may come from a cache, so each bound uses the more cautious of the two clocks.
    /** Upper bound of the service's current time. */
    latestMs: (): number => clock.now() + Math.max(0, offsetMs),
    /** Periods that ended by then no longer change. */
    settledMs: (): number => clock.now() + Math.min(0, offsetMs) - SETTLE_MS,
    /** The service's clock minus the local one in milliseconds, if a header showed a plausible difference; otherwise 0. */
    offsetMs: (): number => (skewMs === null || Math.abs(skewMs) > MAX_OFFSET_MS ? 0 : skewMs),
    /**
     * The service's clock minus the local one by the last header, in milliseconds, rounded to whole seconds (a header's
     * resolution); null before the first one. Unbounded, for display. 0 for the practice exchange.
     */
    skewMs: (): number | null => skewMs,
    /** Number of recorded headers: shows whether the skew is new. */
    readings: (): number => readings,
  }
}

export type ServiceTime = ReturnType<typeof createServiceTime>
