// Owns: which source answers for which part of a range of candles. Must not: write, or know the SQL of its sources.
import type Sqlite from 'better-sqlite3'
import { floorTo, toColumns } from '../candle-aggregate.ts'
import type { AnyRow } from '../candle-aggregate.ts'
import type { CandleRangeMethods, CandleRangeQuery, StoredCandleRange } from '../candle-range.ts'
import { inReadTransaction } from '../pragmas.ts'
import { choosePeriod, divide, heldBuckets } from '../range-plan.ts'
import type { Choice, Stretch } from '../range-plan.ts'
import { prepareCandleSources } from './candle-sources.ts'
import type { CandleSource, Knowledge } from './candle-sources.ts'

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

/** The newest candle while it may still change: which source told it, and what that knows of it. */
interface OpenCandle {
  readonly source: CandleSource
  readonly knowledge: Knowledge | null
}

function answer(
  query: CandleRangeQuery,
  choice: Choice,
  sources: readonly CandleSource[],
): StoredCandleRange {
  const { period, periodMs, buckets } = choice
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
    const divided = divide(left, heldBuckets(source.covered(), buckets, periodMs, source.periodMs), periodMs)
    for (const stretch of divided.taken) pieces.push(read(source, stretch))
    if (divided.taken.length > 0) used.add(source)
    left = divided.left
  }
  const openFromMs = floorTo(query.settledMs, periodMs)
  const halves = divide(left, [{ fromMs: openFromMs, toMs: Math.max(openFromMs, buckets.toMs) }], periodMs)
  for (const stretch of halves.left) pieces.push(readAny(stretch))
  for (const stretch of halves.taken) pieces.push(readOpen(stretch))
  pieces.push(readLead())

  const rows = pieces
    .filter((piece) => piece.length > 0)
    .sort((a, b) => (a[0]?.[0] ?? 0) - (b[0]?.[0] ?? 0))
    .flat()
    .slice(-query.most)
  const newestMs = rows.at(-1)?.[0] ?? null
  const isForming = newestMs !== null && newestMs + periodMs > query.settledMs
  return {
    period,
    candles: toColumns(rows),
    gaps: left.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs + periodMs - 1, query.toMs) })),
    formingMs: isForming ? newestMs : null,
    reachesStart: isStart(rows[0]?.[0] ?? null),
    ...readAges(),
  }

  /**
   * The starts before the first whole bucket: only the service's own candles can lie there, where it counts otherwise.
   */
  function readLead(): AnyRow[] {
    const own = sources.find((source) => source.isOwn)
    const toMs = Math.min(query.toMs, buckets.fromMs - 1)
    return own && toMs >= query.fromMs ? own.readBetween(query.fromMs, toMs) : []
  }

  /** What there is of a stretch that nobody holds: of each bucket what the first source has that has anything. */
  function readAny(stretch: Stretch): AnyRow[] {
    const found: AnyRow[] = []
    let missing: readonly Stretch[] = [stretch]
    for (const source of sources) {
      if (missing.length === 0) break
      const newestMs = source.findBefore(stretch.toMs + periodMs)
      if (newestMs === null || newestMs < stretch.fromMs) continue
      const rows = missing.flatMap((each) => read(source, each))
      for (const row of rows) found.push(row)
      const filled = rows
        .map(([timeMs]) => floorTo(timeMs, periodMs))
        .map((fromMs) => ({ fromMs, toMs: fromMs }))
      missing = divide(missing, filled, periodMs).left
    }
    return found.sort((a, b) => a[0] - b[0])
  }

  /**
   * Buckets that had not ended. Each is answered by the source that knows it whole for the longest: told last, or
   * covered for longest. One that lacks a part of the bucket comes last, the service's own candle first of those.
   */
  function readOpen(stretch: Stretch): AnyRow[] {
    const found: AnyRow[] = []
    const newestMs = Math.max(...sources.map((each) => each.findBefore(stretch.toMs + periodMs) ?? -Infinity))
    const lastMs = Math.min(stretch.toMs, floorTo(newestMs, periodMs))
    for (let bucketMs = stretch.fromMs; bucketMs <= lastMs; bucketMs += periodMs) {
      const ranked = sources
        .map((source) => ({ source, knowledge: source.knows(bucketMs) }))
        .sort((a, b) => Number(untilOf(b) > untilOf(a)) - Number(untilOf(b) < untilOf(a)))
      for (const each of ranked) {
        const rows = read(each.source, { fromMs: bucketMs, toMs: bucketMs })
        if (rows.length === 0) continue
        for (const row of rows) found.push(row)
        open = each
        break
      }
    }
    return found
  }

  /** Whether a source knows that the service has nothing before the first candle, and no source has any. */
  function isStart(firstMs: number | null): boolean {
    const edgeMs = firstMs === null ? query.toMs : floorTo(firstMs, periodMs)
    const isKnown = sources.some((source) => {
      const start = source.findStart()
      return start !== null && edgeMs <= start.toMs
    })
    const endOf = ({ isOwn }: CandleSource) => (firstMs === null ? query.toMs + 1 : isOwn ? firstMs : edgeMs)
    return isKnown && sources.every((source) => source.findBefore(endOf(source)) === null)
  }

  function readAges(): Pick<StoredCandleRange, 'asOfMs' | 'endAsOfMs'> {
    const ownAsOfMs = sources.find((source) => source.isOwn)?.asOfMs ?? null
    const told = isForming && open ? (open.knowledge?.toldAtMs ?? open.source.asOfMs) : null
    return {
      asOfMs: told ?? (used.size === 0 ? ownAsOfMs : Math.max(...[...used].map((source) => source.asOfMs))),
      endAsOfMs: open?.knowledge?.toldAtMs ?? ownAsOfMs,
    }
  }
}

const untilOf = ({ knowledge }: OpenCandle): number => knowledge?.untilMs ?? -Infinity
