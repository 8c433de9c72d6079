// Reads what one currency was worth in another at earlier times, from the candles here. Takes no later price, and none older than a day.
import type { PriceLink } from '../../../src-preload/contract/portfolio.ts'
import type { Store } from '../../store/store-api.ts'
import { listPaths, type PathStep, priceText } from './price-path.ts'

/** An older price says nothing of a moment. */
export const MAX_PRICE_AGE_MS = 86_400_000
/** A few milliseconds of the store's thread. */
const TIMES_PER_CALL = 100

export interface PriceSource {
  readonly store: Pick<Store, 'listCandleMarkets' | 'listClosesAt'>
  readonly network: string
  /** Ends the reading with its reason. */
  readonly signal: AbortSignal
}

/** Closes of one market at some times; null where none is fresh enough. */
async function readCloses(
  { store, network, signal }: PriceSource,
  { market, isInverse }: PathStep,
  timesMs: readonly number[],
): Promise<(PriceLink | null)[]> {
  const found: (PriceLink | null)[] = []
  for (let at = 0; at < timesMs.length; at += TIMES_PER_CALL) {
    const piece = timesMs.slice(at, at + TIMES_PER_CALL)
    const closes = await store.listClosesAt(network, [market], piece)
    signal.throwIfAborted()
    for (const [index, atMs] of piece.entries()) {
      const close = closes[index] ?? null
      const price = close === null ? null : priceText(close.price)
      const isFresh = close !== null && atMs - close.asOfMs <= MAX_PRICE_AGE_MS
      found.push(price !== null && isFresh ? { market, price, asOfMs: close.asOfMs, isInverse } : null)
    }
  }
  return found
}

/**
 * The links of the price of `from` in `to` at each of some times, by the first way (listPaths) whose markets all have a close that
 * was made at most a day before; a time for which there is none is not in the answer.
 */
export async function readPricesAt(
  source: PriceSource,
  from: string,
  to: string,
  timesMs: readonly number[],
): Promise<ReadonlyMap<number, readonly PriceLink[]>> {
  const found = new Map<number, readonly PriceLink[]>()
  let left = [...new Set(timesMs)]
  if (left.length === 0) return found
  const paths = listPaths(await source.store.listCandleMarkets(source.network), from, to)
  for (const path of paths) {
    if (left.length === 0) break
    const times = left
    const closes = await Promise.all(path.map((step) => readCloses(source, step, times)))
    left = times.filter((atMs, index) => {
      const links = closes.map((one) => one[index] ?? null)
      if (links.some((link) => link === null)) return true
      found.set(
        atMs,
        links.flatMap((link) => link ?? []),
      )
      return false
    })
  }
  return found
}
