// Owns: what a market's line says of its age and of figures that are not there. Pure. Must not: read a clock.
import type { MarketSummary } from '../../../src-preload/contract/markets.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatAge } from '../../lib/format/time.ts'

/** Lines are read several times a minute; only an age of minutes is worth saying. */
const quietAgeMs = 180_000

/** Why a figure of the last 24 hours is a dash. */
export const unknownDay = 'Not known: the candles read so far do not cover 24 hours.'

export interface SummaryAge {
  readonly text: string
  /** Why it is so old, as far as that is known. */
  readonly title: string
}

/** The age of a line where it matters: offline, or older than a few minutes. Null where it does not. */
export function describeSummaryAge(
  { asOfMs, lastError }: Pick<MarketSummary, 'asOfMs' | 'lastError'>,
  nowMs: number,
  isOffline: boolean,
): SummaryAge | null {
  const title = lastError === null ? '' : describeError(lastError).happened
  if (asOfMs === null) return lastError === null ? null : { text: 'not read', title }
  if (!isOffline && nowMs - asOfMs <= quietAgeMs) return null
  return { text: formatAge(asOfMs, nowMs), title }
}
