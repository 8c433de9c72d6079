// Owns: what time it is at the service, judged by the Date header of its answers, and what has settled there by then.
// Must not: be used for the age of data, which is told by our own clock.
import type { Clock } from '../clock.ts'

/**
 * How long after its end a candle may still change, for trades that are booked late and for clocks that differ by what a
 * Date header cannot tell.
 */
export const SETTLE_MS = 120_000
/** A difference beyond this is no clock that is wrong but a header that is, or a clock that stands still on purpose. */
const LARGEST_OFFSET_MS = 86_400_000

export interface ServiceTime {
  /** Takes in a Date header (RFC 9110, 6.6.1) as it was sent; what is none is ignored. */
  note(dateHeader: string | null): void
  /** No moment that the service has reached lies after this one. */
  latestMs(): number
  /** Periods that ended by then will not change any more. */
  settledMs(): number
}

/** @param isOurs - true for the practice exchange, whose clock is ours whatever its headers say */
export function createServiceTime(clock: Clock, isOurs: boolean): ServiceTime {
  let offsetMs = 0
  return {
    note(dateHeader) {
      const dateMs = isOurs || dateHeader === null ? NaN : Date.parse(dateHeader)
      if (Number.isNaN(dateMs)) return
      const differenceMs = dateMs - clock.now()
      offsetMs = Math.abs(differenceMs) > LARGEST_OFFSET_MS ? 0 : differenceMs
    },
    // A header may also come from a cache on the way: neither clock is believed where the other makes us more careful.
    latestMs: () => clock.now() + Math.max(0, offsetMs),
    settledMs: () => clock.now() + Math.min(0, offsetMs) - SETTLE_MS,
  }
}
