// Owns: what a market's line says: its figures, its age, and why a figure is not there. Pure. Must not: read a clock.
import type { MarketSummary } from '../../../../src-preload/contract/markets.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import {
  formatChange,
  formatVolume,
  guessPriceDecimals,
  type ChangeParts,
} from '../../../text/format/chart-number.ts'
import { formatFixed } from '../../../text/format/locale.ts'
import { formatAge } from '../../../text/format/time.ts'

/** Lines are read several times a minute; only an age of minutes is worth saying. */
const quietAgeMs = 180_000

/** Why a figure of the last 24 hours is a dash; empty where none is. */
export function explainDash({ volume, reference }: Pick<MarketSummary, 'volume' | 'reference'>): string {
  if (volume === null) return 'Not known: the candles read so far do not cover 24 hours.'
  if (volume === 0) return 'No trades in the last 24 hours.'
  return reference === null ? 'No price from before the last 24 hours.' : ''
}

/** Decimals of all prices of a market: its own where they are known. */
export function decimalsOfMarket({
  priceDecimals,
  high,
  last,
}: Pick<MarketSummary, 'priceDecimals' | 'high' | 'last'>): number {
  return priceDecimals ?? guessPriceDecimals(high ?? last ?? 1)
}

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

/** A market's figures as they are written; null for what is not known. All prices have the same decimals. */
export interface SummaryFigures {
  readonly last: string | null
  readonly change: ChangeParts | null
  readonly high: string | null
  readonly low: string | null
  /** In the base currency, in short form. */
  readonly volume: string | null
}

export function readSummary(summary: MarketSummary): SummaryFigures {
  const { last, changePercent, high, low, volume } = summary
  const decimals = decimalsOfMarket(summary)
  const price = (value: number | null): string | null =>
    value === null ? null : formatFixed(value, decimals)
  return {
    last: price(last),
    change: changePercent === null ? null : formatChange(changePercent),
    high: price(high),
    low: price(low),
    volume: volume === null ? null : formatVolume(volume),
  }
}
