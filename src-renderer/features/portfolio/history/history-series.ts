// History of one currency, or of all together, from stored snapshots. Exact; never converts a figure. Pure.
import type { Conversion, PriceLink, ShownPoint } from '../../../../src-preload/contract/portfolio.ts'
import { add, exactText, parseExact, zero } from '../../../../src-preload/domain/exact.ts'

/** The price used to convert figures of one currency. */
export interface ConversionPrice {
  readonly from: string
  readonly links: readonly PriceLink[]
}

/**
 * One sample. Decimal texts in the unit of the series. All figures are sums over the same currencies, as in the headline:
 * those with a market value then; when none has one, cost basis and realized include all.
 */
export interface HistorySample {
  readonly kind: 'sample'
  readonly atMs: number
  /** True for the present, at last prices. */
  readonly isCurrent: boolean
  readonly costBasis: string
  /** Null when withdrawals until then are unknown. */
  readonly realized: string | null
  /** Null when no currency has a price at that time. */
  readonly marketValue: string | null
  /** marketValue − costBasis; null when that is. */
  readonly unrealized: string | null
  /** realized + unrealized; null when either is. */
  readonly total: string | null
  /** Currencies without a price at that time, excluded from all figures. */
  readonly leftOut: readonly string[]
  /** For each converted currency; empty without conversion. */
  readonly prices: readonly ConversionPrice[]
}

export type HistoryField = 'marketValue' | 'costBasis' | 'realized' | 'unrealized' | 'total'

/** A sample whose figures are known, but not in the unit of the series: there is no price at its time. */
export interface HistoryGap {
  readonly kind: 'gap'
  readonly atMs: number
  /** The currency without a price. */
  readonly from: string
  /** The last price before it, which is too old; null when there is none. */
  readonly newest: { readonly market: string; readonly asOfMs: number } | null
}

export type HistoryMoment = HistorySample | HistoryGap

export interface HistorySeries {
  /** Currency of the figures; null without any. */
  readonly unit: string | null
  /** Oldest first. */
  readonly moments: readonly HistoryMoment[]
  /** Samples excluded because their values are in another currency, or in several. */
  readonly leftOut: number
}

type Entry = ShownPoint['entries'][number]
type NoPrice = Extract<Conversion, { status: 'noPrice' }>

/** Currencies of all samples, those of the newest first, in its order. */
export function listCurrencies(points: readonly ShownPoint[]): readonly string[] {
  const names = points.toReversed().flatMap(({ entries }) => entries.map(({ currency }) => currency))
  return [...new Set(names)]
}

/** Currency in which the newest figures are reported; null without any. */
export const reportedUnit = (points: readonly ShownPoint[]): string | null =>
  points.findLast(({ entries }) => entries.length > 0)?.entries[0]?.pnlCurrency ?? null

/** Exact sum; null when a part is unknown. */
function addUp(texts: readonly (string | null)[]): string | null {
  let sum = zero
  for (const text of texts) {
    if (text === null) return null
    sum = add(sum, parseExact(text))
  }
  return exactText(sum)
}

function makeSample({ atMs, isCurrent }: ShownPoint, entries: readonly Entry[]): HistorySample {
  const figures = entries.map(({ currency, conversion, ...reported }) => ({
    currency,
    ...(conversion?.status === 'converted' ? conversion : reported),
  }))
  const prices = new Map<string, ConversionPrice>()
  for (const { pnlCurrency, conversion } of entries) {
    if (conversion?.status === 'converted')
      prices.set(pnlCurrency, { from: pnlCurrency, links: conversion.links })
  }
  const valued = figures.filter(({ marketValue }) => marketValue !== null)
  const counted = valued.length === 0 ? figures : valued
  const sum = (field: HistoryField): string | null => addUp(counted.map((each) => each[field]))
  return {
    ...{ kind: 'sample', atMs, isCurrent },
    costBasis: sum('costBasis') ?? '0',
    realized: sum('realized'),
    marketValue: sum('marketValue'),
    unrealized: sum('unrealized'),
    total: sum('total'),
    leftOut: figures.filter((each) => !counted.includes(each)).map(({ currency }) => currency),
    prices: [...prices.values()],
  }
}

function findGap({ atMs }: ShownPoint, entries: readonly Entry[]): HistoryGap | null {
  for (const { pnlCurrency, conversion } of entries) {
    if (conversion?.status !== 'noPrice') continue
    const { newest }: NoPrice = conversion
    return { kind: 'gap', atMs, from: pnlCurrency, newest }
  }
  return null
}

/**
 * @param currency - null for all together, which is a sum only when all are valued in one currency
 * @param wanted - requested currency of the points; null for the exchange's own
 */
export function makeSeries(
  points: readonly ShownPoint[],
  currency: string | null,
  wanted: string | null = null,
): HistorySeries {
  let unit: string | null = null
  let leftOut = 0
  const moments: HistoryMoment[] = []
  // The newest sample determines the currency of the figures.
  for (const point of points.toReversed()) {
    const entries = point.entries.filter((entry) => currency === null || entry.currency === currency)
    const [first] = entries
    if (first === undefined) continue
    unit ??= wanted ?? first.pnlCurrency
    if (wanted === null && entries.some(({ pnlCurrency }) => pnlCurrency !== unit)) {
      leftOut += 1
      continue
    }
    // A sum with a missing part is a gap.
    moments.push(findGap(point, entries) ?? makeSample(point, entries))
  }
  return { unit, moments: moments.reverse(), leftOut }
}
