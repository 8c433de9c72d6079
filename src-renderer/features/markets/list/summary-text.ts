// Text of a market's row: figures, age, and why a figure is missing. Pure.
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

/** Rows load several times a minute; only an age of minutes is shown. */
const quietAgeMs = 180_000

/** Why a 24-hour figure is a dash; empty when none is. */
export function explainDash({ volume, reference }: Pick<MarketSummary, 'volume' | 'reference'>): string {
  if (volume === null) return 'Not known: the candles read so far do not cover 24 hours.'
  if (volume === 0) return 'No trades in the last 24 hours.'
  return reference === null ? 'No price from before the last 24 hours.' : ''
}

/** Decimals of a market's prices: its own when known. */
export function decimalsOfMarket({
  priceDecimals,
  high,
  last,
}: Pick<MarketSummary, 'priceDecimals' | 'high' | 'last'>): number {
  return priceDecimals ?? guessPriceDecimals(high ?? last ?? 1)
}

export interface SummaryAge {
  readonly text: string
  /** Why it is this old, if known. */
  readonly title: string
}

/** Age of a summary when relevant: offline, or older than a few minutes. Otherwise null. */
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

/** A market's formatted figures; null when unknown. All prices have the same decimals. */
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
