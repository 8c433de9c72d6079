// What a range of candles must be, worked out from first principles: sets of starts, and volumes as whole numbers of a decimal
// smaller than any that a double is written as.
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'

export const minuteMs = 60_000

export type Row = readonly [
  timeMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
]

const SCALE = 400

/** A finite double, as it is written, as a whole number of 10^-400. */
export function toUnits(value: number): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const size = BigInt(whole + fraction) * 10n ** BigInt(SCALE - fraction.length + Number(exponent))
  return sign === '' ? size : -size
}

/** The double nearest to a whole number of 10^-400. */
export function fromUnits(units: bigint): number {
  return Number(`${String(units)}e-${String(SCALE)}`)
}

export function sumUnits(values: readonly number[]): bigint {
  return values.reduce((sum, value) => sum + toUnits(value), 0n)
}

/** One candle made of rows, of which there is at least one, ascending. */
export function combine(rows: readonly Row[], timeMs: number): Row {
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) throw new Error('no rows')
  return [
    timeMs,
    first[1],
    Math.max(...rows.map((row) => row[2])),
    Math.min(...rows.map((row) => row[3])),
    last[4],
    fromUnits(sumUnits(rows.map((row) => row[5]))),
  ]
}

/** What is here of one series, start by start. */
export interface KnownSeries {
  readonly period: CandlePeriod
  readonly rows: Map<number, Row>
  /** Starts that are known for good, whether there is a candle or not. */
  readonly covered: Set<number>
  /** The service has none before. */
  startMs: number | null
  /** All starts from here on, as they were when last told. */
  tail: { readonly fromMs: number; readonly asOfMs: number } | null
}

export interface RangeQuestion {
  readonly fromMs: number
  readonly toMs: number
  readonly most: number
  readonly shortest: CandlePeriod | 'month' | null
  readonly settledMs: number
}

export interface RangeAnswer {
  period: CandlePeriod | 'month'
  rows: Row[]
  gaps: { fromMs: number; toMs: number }[]
  /** Starts of those that are not whole. */
  incomplete: number[]
}

const startsWithin = (fromMs: number, toMs: number, stepMs: number): number[] => {
  const starts: number[] = []
  for (let at = Math.ceil(fromMs / stepMs) * stepMs; at <= toMs; at += stepMs) starts.push(at)
  return starts
}

/** Starts of calendar months (UTC). */
const monthsWithin = (fromMs: number, toMs: number): number[] => {
  const starts: number[] = []
  const from = new Date(fromMs)
  let at = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1)
  for (; at <= toMs; at = nextMonth(at)) if (at >= fromMs) starts.push(at)
  return starts
}

const nextMonth = (startMs: number): number => {
  const start = new Date(startMs)
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
}

export function answerRange(known: readonly KnownSeries[], question: RangeQuestion): RangeAnswer {
  const { fromMs, toMs, most, settledMs } = question
  const fits = (period: CandlePeriod) =>
    period >= Number(question.shortest ?? 1) && startsWithin(fromMs, toMs, period * minuteMs).length <= most
  const isMonths = question.shortest === 'month'
  const period = isMonths ? 'month' : (candlePeriods.find(fits) ?? 10080)
  /** Months are made of days, and of what days are made of. */
  const partMinutes = period === 'month' ? 1440 : period
  const endOf = (bucketMs: number): number =>
    isMonths ? nextMonth(bucketMs) : bucketMs + partMinutes * minuteMs
  const own = known.filter((each) => each.period === period)
  const minutes = known.filter((each) => each.period === 1 && period !== 1)
  const others = known
    .filter((each) => each.period > 1 && each.period !== period && partMinutes % each.period === 0)
    .sort((a, b) => b.period - a.period)
  const sources = [...own, ...minutes, ...others]

  const partsOf = (series: KnownSeries, bucketMs: number) =>
    startsWithin(bucketMs, endOf(bucketMs) - 1, series.period * minuteMs)
  const isCovered = (series: KnownSeries, start: number) =>
    series.covered.has(start) || (series.startMs !== null && start < series.startMs)
  const make = (series: KnownSeries, bucketMs: number): Row | null => {
    const rows = partsOf(series, bucketMs).flatMap((start) => {
      const row = series.rows.get(start)
      return row ? [row] : []
    })
    if (rows.length === 0) return null
    return series.period === period ? (rows[0] ?? null) : combine(rows, bucketMs)
  }
  /** Until when a source knows a bucket without a part missing. */
  const knownUntil = (series: KnownSeries, bucketMs: number): number => {
    const stepMs = series.period * minuteMs
    // A candle that was told had begun, also where that was at the very moment of its start.
    if (series.period === period && series.tail && series.tail.fromMs <= bucketMs) {
      return Math.max(series.tail.asOfMs, bucketMs + 1)
    }
    let untilMs = bucketMs
    while (isCovered(series, untilMs)) untilMs += stepMs
    if (series.tail && series.tail.fromMs <= untilMs) untilMs = Math.max(untilMs, series.tail.asOfMs)
    return untilMs > bucketMs ? untilMs : -Infinity
  }
  const newestMs = Math.max(-Infinity, ...sources.flatMap((series) => [...series.rows.keys()]))
  /** Only at the end of what was told may a part of a candle stand for it. */
  const isEnd = (bucketMs: number): boolean =>
    endOf(bucketMs) > settledMs ||
    (bucketMs <= newestMs && newestMs < endOf(bucketMs)) ||
    sources.some(({ tail }) => tail && tail.fromMs < endOf(bucketMs) && tail.asOfMs >= bucketMs)
  /** What whoever knows a bucket for longest knows of it, from its start and without a hole. */
  const makePart = (bucketMs: number): Row | null => {
    if (!isEnd(bucketMs)) return null
    const ranked = sources
      .map((series, at) => ({ series, at, untilMs: knownUntil(series, bucketMs) }))
      .filter(({ series, untilMs }) =>
        partsOf(series, bucketMs).every((start) => start < untilMs || !series.rows.has(start)),
      )
      .sort((a, b) => (a.untilMs === b.untilMs ? a.at - b.at : a.untilMs < b.untilMs ? 1 : -1))
    for (const { series } of ranked) {
      const row = make(series, bucketMs)
      if (row) return row
    }
    return null
  }

  const rows: Row[] = []
  const incomplete: number[] = []
  const gaps: { fromMs: number; toMs: number }[] = []
  const buckets = isMonths ? monthsWithin(fromMs, toMs) : startsWithin(fromMs, toMs, partMinutes * minuteMs)
  for (const bucketMs of buckets.slice(-most)) {
    const holder = sources.find((series) =>
      partsOf(series, bucketMs).every((start) => isCovered(series, start)),
    )
    const row = holder ? make(holder, bucketMs) : makePart(bucketMs)
    if (row) rows.push(row)
    if (holder) continue
    if (row) incomplete.push(bucketMs)
    const last = gaps.at(-1)
    const endMs = Math.min(endOf(bucketMs) - 1, toMs)
    if (last?.toMs === bucketMs - 1) last.toMs = endMs
    else gaps.push({ fromMs: bucketMs, toMs: endMs })
  }
  return { period, rows, gaps, incomplete }
}
