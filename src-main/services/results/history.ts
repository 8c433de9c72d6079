// Owns: earlier profit and loss, thinned out to what a chart can show. Must not: make up a moment, or leave out a summit.
import type { PnlHistoryPoint } from '../../../src-preload/contract/portfolio.ts'
import { add, compare, type Exact, parseExact, zero } from '../../../src-preload/shared/exact.ts'
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'
import type { PnlValues, StoredPnl, TimeRange } from '../../store/result-rows.ts'
import type { Store } from '../../store/store-api.ts'
import { historyEntry } from './pnl-results.ts'
import { type PriceSource, readPricesAt } from './price-history.ts'

/** A few milliseconds of the main thread. */
const SNAPSHOTS_A_PIECE = 1_000

/** A moment and what everything had cost then. */
export interface HistoryMoment {
  readonly id: number
  readonly atMs: number
  readonly value: Exact
}

interface Bucket {
  lowest: HistoryMoment
  highest: HistoryMoment
}

export interface Thinner {
  /** In the order in which they came, which is not that of time where the clock was set back. */
  add(moment: HistoryMoment): void
  /** Ids of those that stay. */
  ids(): number[]
}

/**
 * Keeps all where they are no more than `most`; else the first, the last, and the lowest and highest of each of as many equal
 * spans of time as there is room for. Of equal values the first.
 *
 * @param span - of all moments that will be added, both included
 * @param most - at least 2
 */
export function createThinner(
  span: { readonly firstMs: number; readonly lastMs: number },
  most: number,
): Thinner {
  const bucketCount = Math.floor((most - 2) / 2)
  const widthMs = span.lastMs - span.firstMs + 1
  /** One more than `most` tells that there are too many. */
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

const totalOf = ({ values }: PnlValues): Exact =>
  values.reduce((sum, value) => add(sum, parseExact(value)), zero)

/** Points of a range, oldest first, with market values where candles of then are here. */
export async function readHistory(
  source: PriceSource & { readonly store: Pick<Store, 'getPnlSpan' | 'listPnlValues' | 'getPnlSnapshots'> },
  accountId: string,
  range: TimeRange,
  most: number,
): Promise<PnlHistoryPoint[]> {
  const { store, signal } = source
  const span = await store.getPnlSpan(accountId, range)
  if (span === null) return []
  const thinner = createThinner(span, most)
  let after: PnlValues | null = null
  for (;;) {
    const piece: PnlValues[] = await store.listPnlValues(accountId, range, after, SNAPSHOTS_A_PIECE)
    signal.throwIfAborted()
    for (const row of piece) {
      // What was told on since the span was read is at its end.
      const atMs = Math.max(span.firstMs, Math.min(row.asOfMs, span.lastMs))
      thinner.add({ id: row.id, atMs, value: totalOf(row) })
    }
    if (piece.length < SNAPSHOTS_A_PIECE) break
    after = piece.at(-1) ?? null
  }
  const snapshots = await store.getPnlSnapshots(accountId, thinner.ids())
  signal.throwIfAborted()
  return (await addMarketValues(source, snapshots)).sort((a, b) => a.asOfMs - b.asOfMs)
}

/** Each snapshot's figures, with the market value at the prices of the moment at which it was read last. */
export async function addMarketValues(
  source: PriceSource,
  snapshots: readonly StoredPnl[],
): Promise<PnlHistoryPoint[]> {
  const times = new Map<string, { readonly from: string; readonly to: string; readonly atMs: number[] }>()
  const nameOf = ({ currency, pnlCurrency }: PnlEntry): string =>
    `${currency.toLowerCase()} ${pnlCurrency.toLowerCase()}`
  for (const { asOfMs, entries } of snapshots) {
    for (const entry of entries) {
      const [from = '', to = ''] = nameOf(entry).split(' ')
      const wanted = times.get(nameOf(entry)) ?? { from, to, atMs: [] }
      times.set(nameOf(entry), wanted)
      wanted.atMs.push(asOfMs)
    }
  }
  const prices = new Map<string, Awaited<ReturnType<typeof readPricesAt>>>()
  for (const [name, { from, to, atMs }] of times) {
    prices.set(name, await readPricesAt(source, from, to, atMs))
  }
  return snapshots.map(({ firstAsOfMs, asOfMs, entries }) => ({
    firstAsOfMs,
    asOfMs,
    entries: entries.map((entry) => historyEntry(entry, prices.get(nameOf(entry))?.get(asOfMs) ?? null)),
  }))
}
