// Where candles of a period can be read from: the service's own of that period, the minutes, other shorter ones.
import type Sqlite from 'better-sqlite3'
import {
  addSlots,
  type ChartInterval,
  endOf,
  intervalMs,
  isPartOf,
  periodOf,
  startOf,
} from '../../../../src-preload/domain/markets/intervals.ts'
import { aggregateAll, floorTo, type AnyRow, type CandleRow } from '../../worker/candle-aggregate.ts'
import type { CoveredRange } from '../../api/coverage.ts'
import type { Stretch } from '../../worker/range-plan.ts'
import { prepareCandleCoverage } from './candle-coverage.ts'
import { prepareCandleRollups } from './candle-rollups.ts'
import { prepareCandleSeries } from './candle-series.ts'
import { candlesWithinSql } from './candle-runs.ts'
import { candleBeforeSql } from './candles.ts'

const minuteMs = 60_000
/** About so many rows are aggregated at a time: a stretch may hold a million. */
const rowsAtOnce = 20_000

/** What a source knows of a bucket that has begun: all of it until a moment, by what was told at another. */
export interface Knowledge {
  readonly untilMs: number
  readonly toldAtMs: number
}

export interface CandleSource {
  readonly periodMs: number
  readonly isOwn: boolean
  /** Its period is the one that the service is asked for: the own one, of months days. */
  readonly isFetched: boolean
  readonly asOfMs: number
  /** Covered ranges that matter to the buckets, ascending; one that reaches the start is the first of them. */
  covered(): readonly CoveredRange[]
  /** Candles of the buckets of a stretch, ascending; `untilMs`: the last start that is wanted. */
  read(stretch: Stretch, untilMs: number): AnyRow[]
  /** Its own rows that start within a range, both inclusive, as they are. */
  readBetween(fromMs: number, toMs: number): AnyRow[]
  /** The range before which the service has nothing; null where none is known. */
  findStart(): CoveredRange | null
  /** Start of the newest of its candles that start before `timeMs`. */
  findBefore(timeMs: number): number | null
  /** Null where something of the bucket is missing between its start and what is known. */
  knows(bucketMs: number): Knowledge | null
  /** True where a start of its own period is known for good. */
  holds(startMs: number): boolean
  /** Buckets that what was told last of its end lies in; null where nothing was told that may change. */
  readonly tailBuckets: Stretch | null
}

/**
 * Prepares the statements; what it returns lists the sources of a period within some buckets: its own candles, the
 * minutes, then the other periods that divide it, the longest first.
 */
export function prepareCandleSources(db: Sqlite.Database) {
  const series = prepareCandleSeries(db)
  const coverage = prepareCandleCoverage(db)
  const rollups = prepareCandleRollups(db)
  const within = db.prepare<[number, number, number], CandleRow>(candlesWithinSql).raw()
  const before = db.prepare<[number, number], number>(candleBeforeSql).pluck()

  function readCovered(id: number, { fromMs, toMs }: Stretch): CoveredRange[] {
    const start = coverage.findStart(id)
    const ranges = coverage.listWithin(id, fromMs, toMs)
    if (start === null) return ranges
    // Nothing is before the start, whatever else says so.
    const later = ranges.filter((range) => range.fromMs > start.toMs)
    return [start, ...later.map((range) => ({ ...range, reachesStart: false }))]
  }

  /** Candles of the buckets of a stretch, made of those of a shorter period. */
  function readParts(id: number, partMs: number, { fromMs, toMs }: Stretch, period: ChartInterval): AnyRow[] {
    const step = Math.max(1, Math.floor(rowsAtOnce / (intervalMs(period) / partMs)))
    const made: AnyRow[] = []
    for (let atMs = fromMs; atMs <= toMs;) {
      const nextMs = addSlots(period, atMs, step)
      const endMs = Math.min(nextMs, endOf(period, toMs)) - 1
      for (const row of aggregateAll(within.all(id, atMs, endMs), period)) made.push(row)
      atMs = nextMs
    }
    return made
  }

  /** Candles of the buckets of a stretch, made of minutes. */
  function readRollups(id: number, { fromMs, toMs }: Stretch, period: ChartInterval): AnyRow[] {
    if (period !== 'month') return rollups.list(id, period, fromMs, toMs)
    const days = rollups.list(id, periodOf(period), fromMs, endOf(period, toMs) - 1)
    return aggregateAll(days, period, (startMs, endMs) => within.all(id, startMs, endMs - 1))
  }

  return (network: string, market: string, period: ChartInterval, buckets: Stretch): CandleSource[] => {
    const rank = (each: number) => (each === period ? Infinity : each === 1 ? intervalMs(period) : each)
    return series
      .listEnds(network, market)
      .filter((each) => isPartOf(each.period, period))
      .sort((a, b) => rank(b.period) - rank(a.period))
      .map((each): CandleSource => {
        const { id, asOfMs, tail } = each
        const sourceMs = each.period * minuteMs
        const isOwn = each.period === period
        let ranges: CoveredRange[] | null = null
        const covered = () =>
          (ranges ??= readCovered(id, { fromMs: buckets.fromMs, toMs: endOf(period, buckets.toMs) - 1 }))
        return {
          periodMs: sourceMs,
          isOwn,
          isFetched: each.period === periodOf(period),
          asOfMs,
          covered,
          read(stretch, untilMs) {
            const endMs = Math.min(endOf(period, stretch.toMs) - 1, untilMs)
            if (isOwn) return within.all(id, stretch.fromMs, endMs)
            if (each.period === 1) return readRollups(id, stretch, period)
            return readParts(id, sourceMs, stretch, period)
          },
          readBetween: (fromMs, toMs) => within.all(id, fromMs, toMs),
          holds: (startMs) => coverage.listWithin(id, startMs, startMs).length > 0,
          tailBuckets: tail && {
            fromMs: startOf(period, tail.fromMs),
            toMs: startOf(period, Math.max(tail.fromMs, tail.asOfMs)),
          },
          findStart: () => coverage.findStart(id),
          findBefore: (timeMs) => before.get(id, timeMs) ?? null,
          knows(bucketMs) {
            // One candle has no hole, and had begun when it was told, also by a clock that was behind.
            if (isOwn && tail && floorTo(tail.fromMs, sourceMs) <= bucketMs) {
              return { untilMs: Math.max(tail.asOfMs, bucketMs + 1), toldAtMs: tail.asOfMs }
            }
            const range = covered().findLast((one) => one.reachesStart || one.fromMs <= bucketMs)
            const heldMs = range ? range.toMs + sourceMs : -Infinity
            // What was told of the end counts when nothing is missing between the two.
            if (
              tail &&
              floorTo(tail.fromMs, sourceMs) <= Math.max(heldMs, bucketMs) &&
              tail.asOfMs > heldMs
            ) {
              return tail.asOfMs > bucketMs ? { untilMs: tail.asOfMs, toldAtMs: tail.asOfMs } : null
            }
            return heldMs > bucketMs ? { untilMs: heldMs, toldAtMs: asOfMs } : null
          },
        }
      })
  }
}
