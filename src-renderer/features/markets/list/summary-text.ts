// Text of a market's row: figures, age, and why a figure is missing. Pure.
import type { MarketSummary } from '../../../../src-preload/contract/markets/markets.ts'
import { MAX_PRICE_DECIMALS } from '../../../../src-preload/domain/numbers/price-figures.ts'
import { spreadOf } from '../../book/book-levels.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import {
  formatChange,
  formatTurnover,
  formatVolume,
  guessPriceDecimals,
  type ChangeParts,
} from '../../../text/format/chart-number.ts'
import { formatDecimal, formatPercentText, maxFractionDigits } from '../../../text/format/decimal.ts'
import { formatFixed } from '../../../text/format/locale.ts'
import { formatAge } from '../../../text/format/time.ts'

/** Rows load several times a minute; only an age of minutes is shown. */
const quietAgeMs = 180_000

/** Where a change comes from: the exchange's 24 hours and ours do not begin at the same second. */
export function describeSource({ source }: Pick<MarketSummary, 'source'>): string {
  return source === 'ticker'
    ? 'Change from the price 24 hours ago, from the exchange’s ticker.'
    : 'Change from the last close more than 24 hours ago, from candles.'
}

/** Why a turnover is a dash. */
export const noTurnover = 'Unknown: only the exchange’s ticker reports it.'

/** Why a 24-hour figure is a dash; empty when none is. */
export function explainDash({ volume, reference }: Pick<MarketSummary, 'volume' | 'reference'>): string {
  if (volume === null) return 'Unknown: the loaded candles do not cover 24 hours.'
  if (volume === 0) return 'No trades in the last 24 hours.'
  return reference === null ? 'No price older than 24 hours.' : ''
}

/** Decimals of a market's prices: its own when known. */
export function decimalsOfMarket({
  priceDecimals,
  high,
  last,
}: Pick<MarketSummary, 'priceDecimals' | 'high' | 'last'>): number {
  return priceDecimals ?? guessPriceDecimals(high ?? last ?? 1)
}

/** The decimals that these prices need, at most 12: zeros at their ends do not count. */
export function decimalsOfPrices(texts: readonly (string | null)[]): number {
  const stripped = texts.map((text) => (text?.includes('.') === true ? text.replace(/0+$/, '') : text))
  return Math.min(
    MAX_PRICE_DECIMALS,
    maxFractionDigits(stripped.map((text) => text?.replace(/\.$/, '') ?? null)),
  )
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
  if (asOfMs === null) return lastError === null ? null : { text: 'not loaded', title }
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
  /** In the quote currency, in short form. */
  readonly turnover: string | null
  /** Of the mid price, in percent. */
  readonly spread: string | null
}

/** Why a spread is a dash. */
export const noSpread = 'Unknown: the order book is not loaded or has an empty side.'

/** Best ask less best bid; null where one of them is not known. */
const spreadOfSummary = ({ best }: Pick<MarketSummary, 'best'>) =>
  best === undefined ? null : spreadOf({ bestBid: best.bid, bestAsk: best.ask })

/** A spread as a part of the mid price, to sort by; null where it is not known. For display only. */
export function spreadShare(summary: Pick<MarketSummary, 'best'>): number | null {
  const spread = spreadOfSummary(summary)
  return spread === null ? null : Number(spread.spread) / Number(spread.mid)
}

/** Exact: "0.01 USDC · Bid 1,279.53 · Ask 1,279.54"; empty where it is not known. */
export function describeSpread(summary: Pick<MarketSummary, 'best'>, quote: string): string {
  const spread = spreadOfSummary(summary)
  if (spread === null || summary.best === undefined) return ''
  const { bid, ask } = summary.best
  return `${formatDecimal(spread.spread)} ${quote} · Bid ${formatDecimal(bid)} · Ask ${formatDecimal(ask)}`
}

export function readSummary(summary: MarketSummary): SummaryFigures {
  const { last, changePercent, high, low, volume, turnover } = summary
  const decimals = decimalsOfMarket(summary)
  const spread = spreadOfSummary(summary)
  const price = (value: number | null): string | null =>
    value === null ? null : formatFixed(value, decimals)
  return {
    last: price(last),
    change: changePercent === null ? null : formatChange(changePercent),
    high: price(high),
    low: price(low),
    volume: volume === null ? null : formatVolume(volume),
    turnover: turnover === null ? null : formatTurnover(turnover),
    spread: spread === null ? null : `${spread.percent.mark}${formatPercentText(spread.percent.text)}`,
  }
}
