// Reads historical prices of one currency in another from stored candles: none later than the time, and none older than a
// day. The present uses the last prices, as the headline does, whatever their age.
import type { PriceLink } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { Store } from '../../../store/api/store-api.ts'
import { lastPriceOf, listPaths, type MarketPrice, type PathStep, priceText } from './price-path.ts'

/** Maximum age of a price at a moment. */
export const MAX_PRICE_AGE_MS = 86_400_000
/** A few milliseconds on the store's thread. */
const TIMES_PER_CALL = 500

/** The store and network that prices are read from. */
export interface PriceSource {
  readonly store: Pick<Store, 'listCandleMarkets' | 'listClosesAt'>
  readonly network: string
  /** Aborts the reading with its reason. */
  readonly signal: AbortSignal
}

/** The newest close of a market at a time, with its own time; null if none is recent enough. */
type Close = Pick<PriceLink, 'price' | 'asOfMs'> | null
type ReadCloses = (market: string, timesMs: readonly number[]) => Promise<ReadonlyMap<number, Close>>

/** Reads closes that were made at most so long before each time, in batches, each once. */
function createCloseReader({ store, network, signal }: PriceSource, maxAgeMs: number): ReadCloses {
  const known = new Map<string, Map<number, Close>>()
  return async (market, timesMs) => {
    const closes = known.get(market) ?? new Map<number, Close>()
    known.set(market, closes)
    const wanted = timesMs.filter((atMs) => !closes.has(atMs))
    for (let at = 0; at < wanted.length; at += TIMES_PER_CALL) {
      const piece = wanted.slice(at, at + TIMES_PER_CALL)
      const found = await store.listClosesAt(network, [market], piece)
      signal.throwIfAborted()
      for (const [index, atMs] of piece.entries()) {
        const close = found[index] ?? null
        const price = close === null ? null : priceText(close.price)
        const isFresh = close !== null && atMs - close.asOfMs <= maxAgeMs
        closes.set(atMs, price !== null && isFresh ? { price, asOfMs: close.asOfMs } : null)
      }
    }
    return closes
  }
}

/** Checks the two ends of a path first: if one has no price, the markets in between are not read. */
const endsFirst = (path: readonly PathStep[]): readonly PathStep[] =>
  path.length < 3 ? path : [...path.slice(0, 1), ...path.slice(-1), ...path.slice(1, -1)]

/** The links of a path at those times at which all its markets have a close. */
async function readAlong(
  read: ReadCloses,
  path: readonly PathStep[],
  timesMs: readonly number[],
): Promise<ReadonlyMap<number, readonly PriceLink[]>> {
  const byMarket = new Map<string, ReadonlyMap<number, Close>>()
  let times = timesMs
  for (const { market } of endsFirst(path)) {
    if (times.length === 0) break
    const closes = await read(market, times)
    byMarket.set(market, closes)
    times = times.filter((atMs) => (closes.get(atMs) ?? null) !== null)
  }
  const linksAt = (atMs: number): PriceLink[] =>
    path.flatMap(({ market, isInverse }) => {
      const close = byMarket.get(market)?.get(atMs) ?? null
      return close === null ? [] : [{ market, ...close, isInverse }]
    })
  return new Map(times.map((atMs) => [atMs, linksAt(atMs)]))
}

/**
 * Reads the links of the price of `from` in `to` at each time, by the first path (listPaths) whose markets all have a close
 * made at most a day before, or as long before as is said. Times without one are absent from the result.
 */
export async function readPricesAt(
  source: PriceSource,
  from: string,
  to: string,
  timesMs: readonly number[],
  maxAgeMs = MAX_PRICE_AGE_MS,
): Promise<ReadonlyMap<number, readonly PriceLink[]>> {
  const found = new Map<number, readonly PriceLink[]>()
  let left = [...new Set(timesMs)]
  if (left.length === 0) return found
  const read = createCloseReader(source, maxAgeMs)
  const markets = from === to ? [] : await source.store.listCandleMarkets(source.network)
  for (const path of listPaths(markets, from, to)) {
    if (left.length === 0) break
    const links = await readAlong(read, path, left)
    for (const [atMs, each] of links) found.set(atMs, each)
    left = left.filter((atMs) => !links.has(atMs))
  }
  return found
}

/** Prices for past moments and the present. */
export interface MomentPriceSource extends PriceSource {
  /** By market, read once: all figures of the present use these. */
  readonly lastPrices: ReadonlyMap<string, MarketPrice>
}

/** A moment to price: `isCurrent` uses the last prices, as the headline does; others use those of their own time. */
export interface PricedMoment {
  readonly atMs: number
  readonly isCurrent: boolean
}

/** Reads the price of `from` in `to` at some moments. The returned function gives a moment's links; null without any. */
export async function readMomentPrices(
  source: MomentPriceSource,
  from: string,
  to: string,
  moments: readonly PricedMoment[],
): Promise<(moment: PricedMoment) => readonly PriceLink[] | null> {
  const times = moments.flatMap(({ atMs, isCurrent }) => (isCurrent ? [] : [atMs]))
  const then = await readPricesAt(source, from, to, times)
  const last = moments.some(({ isCurrent }) => isCurrent) ? lastPriceOf(source.lastPrices, from, to, 0) : null
  return ({ atMs, isCurrent }) => (isCurrent ? (last?.links ?? null) : (then.get(atMs) ?? null))
}
