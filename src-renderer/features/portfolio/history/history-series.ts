// Makes the history of one currency, or of all together, out of the stored moments. Pure and exact.
// Must not: know pixels or words, or convert a figure.
import type { Conversion, PriceLink, ShownPoint } from '../../../../src-preload/contract/portfolio.ts'
import { add, exactText, parseExact, zero } from '../../../../src-preload/domain/exact.ts'

/** The price at which figures in one currency were converted. */
export interface ConversionPrice {
  readonly from: string
  readonly links: readonly PriceLink[]
}

/**
 * One moment. Decimal texts in the unit of the series. All figures are sums over the same currencies, as in the headline: those with a
 * market value then; where none has one, cost basis and realized are of all.
 */
export interface HistorySample {
  readonly kind: 'sample'
  readonly atMs: number
  /** It is the present, at last prices. */
  readonly isCurrent: boolean
  readonly costBasis: string
  /** Null where what was moved out by then is not known. */
  readonly realized: string | null
  /** Null where no currency of it has a price of that time. */
  readonly marketValue: string | null
  /** marketValue − costBasis; null where that is. */
  readonly unrealized: string | null
  /** realized + unrealized; null where one is. */
  readonly total: string | null
  /** Currencies without a price of that time, which are in none of the figures. */
  readonly leftOut: readonly string[]
  /** Of each currency that figures were converted from; none where nothing was. */
  readonly prices: readonly ConversionPrice[]
}

export type HistoryField = 'marketValue' | 'costBasis' | 'realized' | 'unrealized' | 'total'

/** A moment whose figures are known, and not in the unit of the series: there is no price of its time. */
export interface HistoryGap {
  readonly kind: 'gap'
  readonly atMs: number
  /** The currency that had no price. */
  readonly from: string
  /** The newest price before it, which is too old; null where there is none. */
  readonly newest: { readonly market: string; readonly asOfMs: number } | null
}

export type HistoryMoment = HistorySample | HistoryGap

export interface HistorySeries {
  /** In which currency the figures are; null without any. */
  readonly unit: string | null
  /** Oldest first. */
  readonly moments: readonly HistoryMoment[]
  /** Moments that are left out because their values are in another currency, or in several. */
  readonly leftOut: number
}

type Entry = ShownPoint['entries'][number]
type NoPrice = Extract<Conversion, { status: 'noPrice' }>

/** Currencies that occur, those of the newest moment first, in its order. */
export function listCurrencies(points: readonly ShownPoint[]): readonly string[] {
  const names = points.toReversed().flatMap(({ entries }) => entries.map(({ currency }) => currency))
  return [...new Set(names)]
}

/** The currency that the newest figures are reported in; null without any. */
export const toldUnit = (points: readonly ShownPoint[]): string | null =>
  points.findLast(({ entries }) => entries.length > 0)?.entries[0]?.pnlCurrency ?? null

/** The exact sum; null where a part of it is not known. */
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
 * @param currency - null for all together, which is a sum only where all are valued in one currency
 * @param wanted - the currency that the points were asked for in; null: none but the exchange's
 */
export function makeSeries(
  points: readonly ShownPoint[],
  currency: string | null,
  wanted: string | null = null,
): HistorySeries {
  let unit: string | null = null
  let leftOut = 0
  const moments: HistoryMoment[] = []
  // The newest says in which currency the figures are.
  for (const point of points.toReversed()) {
    const entries = point.entries.filter((entry) => currency === null || entry.currency === currency)
    const [first] = entries
    if (first === undefined) continue
    unit ??= wanted ?? first.pnlCurrency
    if (wanted === null && entries.some(({ pnlCurrency }) => pnlCurrency !== unit)) {
      leftOut += 1
      continue
    }
    // A sum without one of its parts is none.
    moments.push(findGap(point, entries) ?? makeSample(point, entries))
  }
  return { unit, moments: moments.reverse(), leftOut }
}
