// Which source answers for which part of a range of candles.
import type Sqlite from 'better-sqlite3'
import { endOf, startOf } from '../../../../src-preload/domain/markets/intervals.ts'
import { toColumns, type AnyRow } from '../../worker/candle-aggregate.ts'
import type { CandleRangeMethods, CandleRangeQuery, StoredCandleRange } from '../../api/candle-range.ts'
import { inReadTransaction } from '../../worker/pragmas.ts'
import { choosePeriod, divide, heldBuckets, type Choice, type Stretch } from '../../worker/range-plan.ts'
import { prepareCandleSources, type CandleSource, type Knowledge } from './candle-sources.ts'

export function prepareCandleRange(db: Sqlite.Database): CandleRangeMethods {
  const listSources = prepareCandleSources(db)
  return {
    getCandleRange: (network, market, query) =>
      inReadTransaction(db, () => {
        const choice = choosePeriod(query, query.shortest)
        return answer(query, choice, listSources(network, market, choice.period, choice.buckets))
      }),
  }
}

/** A candle that is not whole: which source told it, and what that knows of it. */
interface OpenCandle {
  readonly source: CandleSource
  readonly knowledge: Knowledge
}

function answer(
  query: CandleRangeQuery,
  choice: Choice,
  sources: readonly CandleSource[],
): StoredCandleRange {
  const { period, buckets } = choice
  /** Of stretches that do not overlap; rows ascending. */
  const pieces: AnyRow[][] = []
  const used = new Set<CandleSource>()
  let open: OpenCandle | null = null

  function read(source: CandleSource, stretch: Stretch): AnyRow[] {
    const rows = source.read(stretch, query.toMs)
    if (rows.length > 0) used.add(source)
    return rows
  }

  let left: readonly Stretch[] = buckets.fromMs <= buckets.toMs ? [buckets] : []
  for (const source of sources) {
    if (left.length === 0) break
    const divided = divide(left, heldBuckets(source.covered(), buckets, period, source.periodMs), period)
    for (const stretch of divided.taken) pieces.push(read(source, stretch))
    if (divided.taken.length > 0) used.add(source)
    left = divided.left
  }
  const unfinished = new Set<number>()
  for (const stretch of left) for (const rows of readShifted(stretch)) pieces.push(rows)
  for (const bucketMs of bucketsOfTheEnd()) pieces.push(readPart(bucketMs))
  pieces.push(readLead())

  const rows = pieces
    .filter((piece) => piece.length > 0)
    .sort((a, b) => (a[0]?.[0] ?? 0) - (b[0]?.[0] ?? 0))
    .flat()
    .slice(-query.most)
  const newest = rows.at(-1)
  const isForming = newest !== undefined && endOf(period, newest[0]) > query.settledMs
  return {
    period,
    candles: toColumns(rows),
    incomplete: rows.map(([timeMs]) => timeMs).filter((timeMs) => unfinished.has(timeMs)),
    gaps: left.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(endOf(period, toMs) - 1, query.toMs) })),
    newestMs: findNewest(),
    reachesStart: isStart(rows[0]?.[0] ?? null),
    ...readAges(),
  }

  function findNewest(): number | null {
    const [afterMs, firstMs] = [endOf(period, buckets.toMs), Math.min(buckets.fromMs, query.fromMs)]
    const newest = Math.max(...sources.map((source) => source.findBefore(afterMs) ?? -Infinity))
    return newest >= firstMs ? startOf(period, newest) : null
  }

  /**
   * The starts before the first whole bucket: only the service's own candles can lie there, where it counts otherwise.
   */
  function readLead(): AnyRow[] {
    const own = sources.find((source) => source.isOwn)
    const toMs = Math.min(query.toMs, buckets.fromMs - 1)
    if (own === undefined || toMs < query.fromMs) return []
    const told = own.readBetween(query.fromMs, toMs).filter(([timeMs]) => {
      if (own.holds(timeMs)) return true
      unfinished.add(timeMs)
      return timeMs >= (own.tailBuckets?.fromMs ?? Infinity)
    })
    if (told.length > 0) used.add(own)
    return told
  }

  /**
   * The service's own candles that are known for good in buckets that are not: where it counts its periods otherwise,
   * the first and the last candle of what is covered reach out of a bucket that is covered wholly.
   */
  function readShifted(stretch: Stretch): AnyRow[][] {
    const own = sources.find((source) => source.isOwn)
    return (own?.covered() ?? []).flatMap((range) => {
      const fromMs = Math.max(range.fromMs, stretch.fromMs)
      const toMs = Math.min(range.toMs, endOf(period, stretch.toMs) - 1, query.toMs)
      const rows = own !== undefined && fromMs <= toMs ? own.readBetween(fromMs, toMs) : []
      if (own !== undefined && rows.length > 0) used.add(own)
      return rows.length === 0 ? [] : [rows]
    })
  }

  /**
   * Buckets that nobody holds wholly and that may be known in part, ascending: those that have not ended, those whose
   * candles were told while they could change, and the newest in which anything is.
   */
  function bucketsOfTheEnd(): number[] {
    const newestMs = Math.max(...sources.map((each) => each.findBefore(Number.MAX_SAFE_INTEGER) ?? -Infinity))
    if (newestMs === -Infinity) return []
    const lastMs = startOf(period, newestMs)
    const openFromMs = startOf(period, query.settledMs)
    const ends: Stretch[] = [
      { fromMs: openFromMs, toMs: lastMs },
      { fromMs: lastMs, toMs: lastMs },
      ...sources.flatMap(({ tailBuckets }) => tailBuckets ?? []),
    ]
    const starts = new Set<number>()
    for (const end of ends) {
      for (const { fromMs, toMs } of left) {
        const untilMs = Math.min(toMs, end.toMs)
        for (let atMs = Math.max(fromMs, end.fromMs); atMs <= untilMs; atMs = endOf(period, atMs))
          starts.add(atMs)
      }
    }
    return [...starts].sort((a, b) => a - b)
  }

  /**
   * What is known of a bucket that nobody holds wholly: by the source that knows it for longest from its start, without
   * a hole. Nothing where there is no such source: a candle that lacks its beginning or a part in the middle has another
   * open, high, low or volume than the bucket ever had.
   */
  function readPart(bucketMs: number): AnyRow[] {
    const ranked = sources
      .flatMap((source): OpenCandle[] => {
        const knowledge = source.knows(bucketMs)
        return knowledge === null ? [] : [{ source, knowledge }]
      })
      .sort((a, b) => b.knowledge.untilMs - a.knowledge.untilMs)
    for (const each of ranked) {
      const lastMs = each.source.findBefore(endOf(period, bucketMs))
      // Candles behind what is known: a hole lies before them.
      if (lastMs === null || lastMs < bucketMs || lastMs >= each.knowledge.untilMs) continue
      const rows = read(each.source, { fromMs: bucketMs, toMs: bucketMs })
      if (rows.length === 0) continue
      for (const [timeMs] of rows) unfinished.add(timeMs)
      if (endOf(period, bucketMs) > query.settledMs) open = each
      return rows
    }
    return []
  }

  /** Whether a source knows that the service has nothing before the first candle, and no source has any. */
  function isStart(firstMs: number | null): boolean {
    const edgeMs = firstMs === null ? query.toMs : startOf(period, firstMs)
    const isKnown = sources.some((source) => {
      const start = source.findStart()
      return start !== null && edgeMs <= start.toMs
    })
    const endOf = ({ isOwn }: CandleSource) => (firstMs === null ? query.toMs + 1 : isOwn ? firstMs : edgeMs)
    return isKnown && sources.every((source) => source.findBefore(endOf(source)) === null)
  }

  function readAges(): Pick<StoredCandleRange, 'asOfMs' | 'endAsOfMs'> {
    const ownAsOfMs = sources.find((source) => source.isFetched)?.asOfMs ?? null
    const told = isForming && open ? open.knowledge.toldAtMs : null
    return {
      asOfMs: told ?? (used.size === 0 ? ownAsOfMs : Math.max(...[...used].map((source) => source.asOfMs))),
      endAsOfMs: open?.knowledge.toldAtMs ?? ownAsOfMs,
    }
  }
}
