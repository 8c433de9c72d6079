// Builds the profit and loss history of a file: stored figures at the prices of their time. Invents no figures, and uses no
// price of another time.
import type { PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import type { PriceLink } from '../../../src-preload/contract/portfolio/figures.ts'
import type { PnlHistoryPoint } from '../../../src-preload/contract/portfolio/history.ts'
import { compare, type Exact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { StoredPnl, TimeRange } from '../../store/api/result-rows.ts'
import { balanceOf, historyEntry } from './pnl-results.ts'
import { type MomentPriceSource, type PricedMoment, readMomentPrices } from './prices/price-history.ts'
import { lastPriceOf } from './prices/price-path.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Inclusive at both ends, and ordered, although a clock that was set back may end a snapshot before its start. */
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The part of a snapshot's time within a span. */
function spanOf({ firstAsOfMs, asOfMs }: Pick<StoredPnl, 'firstAsOfMs' | 'asOfMs'>, within: Span): Span {
  const clamp = (atMs: number): number => Math.max(within.fromMs, Math.min(atMs, within.toMs))
  return { fromMs: clamp(Math.min(firstAsOfMs, asOfMs)), toMs: clamp(Math.max(firstAsOfMs, asOfMs)) }
}

const lastOf = ({ fromMs, toMs }: TimeRange): Span => ({ fromMs, toMs: toMs - 1 })

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
