// Builds the profit and loss history: stored figures at the prices of their time, thinned out to what a chart can show.
// Invents no figures, and uses no price of another time.
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'
import type { PnlHistoryPoint, PriceLink } from '../../../src-preload/contract/portfolio.ts'
import { add, compare, type Exact, parseExact, zero } from '../../../src-preload/domain/exact.ts'
import { candlePeriods } from '../../../src-preload/domain/markets.ts'
import type { PnlValues, StoredPnl, TimeRange } from '../../store/api/result-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import { balanceOf, historyEntry } from './pnl-results.ts'
import { type MomentPriceSource, type PricedMoment, readMomentPrices } from './price-history.ts'
import { lastPriceOf } from './price-path.ts'

/** A few milliseconds on the main thread. */
const SNAPSHOTS_PER_BATCH = 1_000

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** A moment and the total cost at that time. */
export interface HistoryMoment {
  readonly id: number
  readonly atMs: number
  readonly value: Exact
}

interface Bucket {
  lowest: HistoryMoment
  highest: HistoryMoment
}

/** Thins out moments to a maximum number. */
export interface Downsampler {
  /** In order of arrival, which is not chronological if the clock was set back. */
  add(moment: HistoryMoment): void
  /** Ids of the retained moments. */
  ids(): number[]
}

/**
 * Keeps everything if there are at most `most`; otherwise the first, the last, and the lowest and highest of each of as many
 * equal time spans as fit. Of equal values the first.
 *
 * @param span - of all moments that will be added, inclusive
 * @param most - at least 2
 */
export function createDownsampler(
  span: { readonly firstMs: number; readonly lastMs: number },
  most: number,
): Downsampler {
  const bucketCount = Math.floor((most - 2) / 2)
  const widthMs = span.lastMs - span.firstMs + 1
  /** One more than `most` shows that there are too many. */
  const all = new Set<number>()
  const buckets = new Map<number, Bucket>()
  let first: HistoryMoment | null = null
  let last: HistoryMoment | null = null

  return {
    add(moment) {
      if (first === null || moment.atMs < first.atMs) first = moment
      if (last === null || moment.atMs >= last.atMs) last = moment
      if (all.size <= most) all.add(moment.id)
      if (bucketCount === 0) return
      const at = Math.floor(((moment.atMs - span.firstMs) / widthMs) * bucketCount)
      const bucket = buckets.get(at)
      if (bucket === undefined) {
        buckets.set(at, { lowest: moment, highest: moment })
        return
      }
      if (compare(moment.value, bucket.lowest.value) < 0) bucket.lowest = moment
      if (compare(moment.value, bucket.highest.value) > 0) bucket.highest = moment
    },
    ids() {
      if (all.size <= most) return [...all]
      const kept = [first, last, ...[...buckets.values()].flatMap(({ lowest, highest }) => [lowest, highest])]
      return [...new Set(kept.flatMap((moment) => moment?.id ?? []))]
    },
  }
}

/** Inclusive at both ends, and ordered, although a clock that was set back may end a snapshot before its start. */
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

const totalOf = ({ values }: PnlValues): Exact =>
  values.reduce((sum, value) => add(sum, parseExact(value)), zero)

/** The part of a snapshot's time within a span. */
function spanOf({ firstAsOfMs, asOfMs }: Pick<StoredPnl, 'firstAsOfMs' | 'asOfMs'>, within: Span): Span {
  const clamp = (atMs: number): number => Math.max(within.fromMs, Math.min(atMs, within.toMs))
  return { fromMs: clamp(Math.min(firstAsOfMs, asOfMs)), toMs: clamp(Math.max(firstAsOfMs, asOfMs)) }
}

const lastOf = ({ fromMs, toMs }: TimeRange): Span => ({ fromMs, toMs: toMs - 1 })

/**
 * The shortest candle period, otherwise number of weeks, of which at most `most` start within a length of time; null for
 * none.
 */
export function chooseStep(lengthMs: number, most: number): number | null {
  if (most < 1) return null
  const leastMs = lengthMs / most
  const period = candlePeriods.find((minutes) => minutes * MINUTE_MS >= leastMs)
  return period === undefined ? Math.ceil(leastMs / WEEK_MS) * WEEK_MS : period * MINUTE_MS
}

/** Multiples of a step, strictly between two times. */
function stepsBetween({ fromMs, toMs }: Span, stepMs: number): number[] {
  const times: number[] = []
  for (let atMs = (Math.floor(fromMs / stepMs) + 1) * stepMs; atMs < toMs; atMs += stepMs) times.push(atMs)
  return times
}

export interface HistorySource extends MomentPriceSource {
  /**
   * Value moved out of a currency, in lower case, until a moment (inclusive) minus its share of the cost (figures.md, "Moved
   * out"); null if not known for certain.
   */
  readonly movedOutAt: (currency: string, atMs: number) => Exact | null
}

/** A moment of a snapshot. `isStep`: between two readings, and shown only with a price. */
interface SnapshotMoment extends PricedMoment {
  readonly snapshot: StoredPnl
  readonly isStep: boolean
}

const nameOf = ({ currency, pnlCurrency }: Pick<PnlEntry, 'currency' | 'pnlCurrency'>): string =>
  `${currency.toLowerCase()} ${pnlCurrency.toLowerCase()}`

/**
 * The time of the present, as in the headline: when the figures or the newest of their last prices were read. Null for a
 * snapshot that is no longer current, or a range that ends earlier.
 */
function presentOf(
  { lastPrices }: HistorySource,
  { isNewest, asOfMs, entries }: StoredPnl,
  toMs: number,
): number | null {
  if (!isNewest || asOfMs >= toMs) return null
  const priced = entries.map(({ currency, pnlCurrency }) =>
    lastPriceOf(lastPrices, currency, pnlCurrency, asOfMs),
  )
  const times = priced.flatMap((price) => (price?.links ?? []).map((link) => link.asOfMs))
  const newestMs = Math.max(asOfMs, ...times)
  // A price may have arrived after the range was requested.
  return newestMs >= toMs + MINUTE_MS ? null : Math.min(newestMs, toMs - 1)
}

/** The last moment of a snapshot within a range: the present, if it is current. */
function endOf(source: HistorySource, snapshot: StoredPnl, range: TimeRange): SnapshotMoment {
  const presentMs = presentOf(source, snapshot, range.toMs)
  const { toMs } = spanOf(snapshot, lastOf(range))
  return { snapshot, atMs: presentMs ?? toMs, isCurrent: presentMs !== null, isStep: false }
}

/** What was moved out by the time of a snapshot; null if that changes within its time, because its figures do not. */
function movedOutOf({ movedOutAt }: HistorySource, snapshot: StoredPnl, currency: string): Exact | null {
  const until = movedOutAt(currency.toLowerCase(), snapshot.asOfMs)
  if (until === null || snapshot.isNewest) return until
  const since = movedOutAt(currency.toLowerCase(), snapshot.firstAsOfMs)
  return since !== null && compare(since, until) === 0 ? until : null
}

/** Values each moment at its own prices. Omits steps at which no held currency has a market price. */
async function valueMoments(
  source: HistorySource,
  moments: readonly SnapshotMoment[],
): Promise<PnlHistoryPoint[]> {
  const wanted = new Map<string, PricedMoment[]>()
  for (const { snapshot, atMs, isCurrent } of moments) {
    for (const entry of snapshot.entries) {
      const before = wanted.get(nameOf(entry))
      if (before === undefined) wanted.set(nameOf(entry), [{ atMs, isCurrent }])
      else before.push({ atMs, isCurrent })
    }
  }
  const prices = new Map<string, Awaited<ReturnType<typeof readMomentPrices>>>()
  for (const [name, times] of wanted) {
    const [from = '', to = ''] = name.split(' ')
    prices.set(name, await readMomentPrices(source, from, to, times))
  }
  return moments.flatMap(({ snapshot, atMs, isCurrent, isStep }) => {
    const linksOf = (entry: PnlEntry): readonly PriceLink[] | null =>
      prices.get(nameOf(entry))?.({ atMs, isCurrent }) ?? null
    const hasPrice = snapshot.entries.some(
      (entry) => balanceOf(entry).units !== 0n && (linksOf(entry) ?? []).length > 0,
    )
    if (isStep && !hasPrice) return []
    const { firstAsOfMs, asOfMs, entries } = snapshot
    return {
      ...{ atMs, isCurrent, firstAsOfMs, asOfMs },
      entries: entries.map((entry) =>
        historyEntry(entry, linksOf(entry), movedOutOf(source, snapshot, entry.currency)),
      ),
    }
  })
}

/** Ids of the first and the last moment of a snapshot, for thinning. */
const beginId = (snapshotId: number): number => snapshotId * 2
const endId = (snapshotId: number): number => snapshotId * 2 + 1
const snapshotIdOf = (momentId: number): number => Math.floor(momentId / 2)

/**
 * Reads at most `most` moments of a range, oldest first. Cost basis and realized P&L are constant over the time of a
 * snapshot, while its market value follows the prices. There are two kinds of moments:
 * - the first and the last one of each snapshot, thinned out to half of `most` by cost (createDownsampler), so that no cost
 *   extreme is lost; the last one of the newest snapshot is the present, at the last prices, as in the headline;
 * - with the rest of `most`, even time steps within snapshots, at prices of their own time (chooseStep, a candle period). A
 *   market value extreme between two of them is missed.
 */
export async function readHistory(
  source: HistorySource & { readonly store: Pick<Store, 'getPnlSpan' | 'listPnlValues' | 'getPnlSnapshots'> },
  accountId: string,
  range: TimeRange,
  most: number,
): Promise<PnlHistoryPoint[]> {
  const { store, signal } = source
  const found = await store.getPnlSpan(accountId, range)
  if (found === null) return []
  const within = spanOf({ firstAsOfMs: found.firstMs, asOfMs: found.lastMs }, lastOf(range))
  const room = Math.min(2 * found.snapshots, Math.max(2, Math.floor(most / 2)))
  const stepMs = chooseStep(within.toMs - within.fromMs, most - room)
  const downsampler = createDownsampler({ firstMs: within.fromMs, lastMs: within.toMs }, room)
  /** By time, the snapshot that was current then. */
  const steps = new Map<number, number>()
  let after: PnlValues | null = null
  for (;;) {
    const piece: PnlValues[] = await store.listPnlValues(accountId, range, after, SNAPSHOTS_PER_BATCH)
    signal.throwIfAborted()
    for (const row of piece) {
      // Snapshots reported since the span was read count at its end.
      const span = spanOf(row, within)
      const value = totalOf(row)
      if (span.fromMs < span.toMs) downsampler.add({ id: beginId(row.id), atMs: span.fromMs, value })
      downsampler.add({ id: endId(row.id), atMs: span.toMs, value })
      if (stepMs !== null) for (const atMs of stepsBetween(span, stepMs)) steps.set(atMs, row.id)
    }
    if (piece.length < SNAPSHOTS_PER_BATCH) break
    after = piece.at(-1) ?? null
  }
  const kept = downsampler.ids()
  const ids = new Set([...kept.map(snapshotIdOf), ...steps.values()])
  const snapshots = await store.getPnlSnapshots(accountId, [...ids])
  signal.throwIfAborted()
  const byId = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]))
  const readings = kept.flatMap((id): SnapshotMoment[] => {
    const snapshot = byId.get(snapshotIdOf(id))
    if (snapshot === undefined) return []
    if (id === endId(snapshot.id)) return [endOf(source, snapshot, range)]
    return [{ snapshot, atMs: spanOf(snapshot, lastOf(range)).fromMs, isCurrent: false, isStep: false }]
  })
  const between = [...steps].flatMap(([atMs, id]): SnapshotMoment[] => {
    const snapshot = byId.get(id)
    return snapshot === undefined ? [] : [{ snapshot, atMs, isCurrent: false, isStep: true }]
  })
  return (await valueMoments(source, [...readings, ...between])).sort((a, b) => a.atMs - b.atMs)
}

/**
 * Values whole snapshots, for files: the first and the last moment of each within a range, and each start of a day (UTC)
 * between them at which there was a price.
 */
export async function valueSnapshots(
  source: HistorySource,
  snapshots: readonly StoredPnl[],
  range: TimeRange,
): Promise<PnlHistoryPoint[]> {
  const moments = snapshots.flatMap((snapshot): SnapshotMoment[] => {
    const span = spanOf(snapshot, lastOf(range))
    const at = (atMs: number, isStep: boolean): SnapshotMoment => ({
      snapshot,
      atMs,
      isCurrent: false,
      isStep,
    })
    return [
      ...(span.fromMs < span.toMs ? [at(span.fromMs, false)] : []),
      ...stepsBetween(span, DAY_MS).map((atMs) => at(atMs, true)),
      endOf(source, snapshot, range),
    ]
  })
  return valueMoments(source, moments)
}
