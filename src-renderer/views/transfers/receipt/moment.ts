// Owns: a moment as a receipt writes it. Must not: read a clock.
import { formatClock, formatDay } from '../../../lib/format/time.ts'

/** 20 Nov 2026 12:03:22 UTC: always whole, since a receipt is read on other days. */
export function formatMoment(timeMs: number): string {
  return `${formatDay(timeMs, true)} ${formatClock(timeMs)} UTC`
}
