// Owns: what time it is at the service, judged by the Date header of its answers, and what has settled there by then.
// Must not: be used for the age of data, which is told by our own clock.
import type { Clock } from '../async/clock.ts'
import type { CallRecord } from '../exchange/call.ts'

/**
 * How long after its end a candle may still change, for trades that are booked late and for clocks that differ by what a
 * Date header cannot tell.
 */
export const SETTLE_MS = 120_000
/** A difference beyond this is no clock that is wrong but a header that is, or a clock that stands still on purpose. */
const LARGEST_OFFSET_MS = 86_400_000
/** A Date header is cut off to the second. */
const HEADER_STEP_MS = 1_000

/** The parts of a call that tell the service's time. */
export type DatedCall = Pick<CallRecord, 'date' | 'startedAtMs' | 'durationMs'>

export interface ServiceTime {
  /** Takes in a call's Date header (RFC 9110, 6.6.1) as it was sent; what is none is ignored. */
  note(call: DatedCall): void
  /** No moment that the service has reached lies after this one. */
  latestMs(): number
  /** Periods that ended by then will not change any more. */
  settledMs(): number
  /** The service's clock less ours in milliseconds, where a header told a difference that is believed; otherwise 0. */
  offsetMs(): number
  /**
   * The service's clock less ours by the last header, in milliseconds, rounded to whole seconds because a header tells no
   * more; null before there was one. It is told for the screen as it is, however large. Of the practice exchange it is 0.
   */
  skewMs(): number | null
  /** How many headers were taken in: tells whether the skew is news. */
  readings(): number
}

/**
 * The header was written at some moment between the request and the end of the answer, so it is held against the middle of
 * the two, and stands for the middle of its second. A difference that this leaves room for is none: a slow answer must not
 * look like a wrong clock.
 */
function skewOf(dateMs: number, { startedAtMs, durationMs }: DatedCall): number {
  const leastMs = dateMs - (startedAtMs + durationMs)
  const mostMs = dateMs + HEADER_STEP_MS - startedAtMs
  if (leastMs <= 0 && mostMs >= 0) return 0
  return Math.round((leastMs + mostMs) / 2 / 1_000) * 1_000
}

/** @param isOurs - true for the practice exchange, whose clock is ours whatever its headers say */
export function createServiceTime(clock: Clock, isOurs: boolean): ServiceTime {
  let offsetMs = 0
  let skewMs: number | null = null
  let readings = 0
  return {
    note(call) {
      const dateMs = call.date === null ? NaN : Date.parse(call.date)
      if (Number.isNaN(dateMs)) return
      readings += 1
      if (isOurs) {
        skewMs = 0
        return
      }
      // Adding 0 makes -0 a 0.
      skewMs = skewOf(dateMs, call) + 0
      const differenceMs = dateMs - clock.now()
      offsetMs = Math.abs(differenceMs) > LARGEST_OFFSET_MS ? 0 : differenceMs
    },
    // A header may also come from a cache on the way: neither clock is believed where the other makes us more careful.
    latestMs: () => clock.now() + Math.max(0, offsetMs),
    settledMs: () => clock.now() + Math.min(0, offsetMs) - SETTLE_MS,
    offsetMs: () => (skewMs === null || Math.abs(skewMs) > LARGEST_OFFSET_MS ? 0 : skewMs),
    skewMs: () => skewMs,
    readings: () => readings,
  }
}
