// Prices of currencies at many moments of the past, from the candles here, each read once.
import type { PriceLink } from '../../../src-preload/contract/portfolio/figures.ts'
import { MAX_PRICE_AGE_MS, type PriceSource, readPricesAt } from '../results/prices/price-history.ts'
import { UNIT } from '../results/ledger/movements.ts'

/** A better candle than the one that was used may arrive at any time; it is looked for at this interval. */
const LOOK_AGAIN_MS = 60_000
/** Prices of about fifty curves. */
const MAX_KEPT = 100_000

interface KeptPrice {
  /** Null without any candle from then or before. */
  readonly links: readonly PriceLink[] | null
  /** Infinity if every link is the close of that very moment: none can be better. */
  readonly untilMs: number
}

/** The price of a currency in the currency of profit and loss at a moment. */
export interface PastPrice {
  readonly links: readonly PriceLink[]
  /** A candle of it had ended more than a day before: the last price was carried on. */
  readonly isCarried: boolean
}

export interface EquityPrices {
  /**
   * Prices at some moments, by the rule of the past (at most a day old); where there is none the last ones before, however
   * old. Errors: those of the store, and the signal's reason.
   */
  read(
    source: PriceSource,
    currency: string,
    timesMs: readonly number[],
    nowMs: number,
  ): Promise<(atMs: number) => PastPrice | null>
}

export function createEquityPrices(): EquityPrices {
  let network: string | null = null
  const kept = new Map<string, Map<number, KeptPrice>>()

  return {
    async read(source, currency, timesMs, nowMs) {
      if (network !== source.network) kept.clear()
      network = source.network
      const known = kept.get(currency) ?? new Map<number, KeptPrice>()
      kept.set(currency, known)
      if (known.size > MAX_KEPT) known.clear()
      const wanted = timesMs.filter((atMs) => (known.get(atMs)?.untilMs ?? 0) <= nowMs)
      const fresh = await readPricesAt(source, currency, UNIT, wanted)
      const left = wanted.filter((atMs) => !fresh.has(atMs))
      const older = await readPricesAt(source, currency, UNIT, left, Infinity)
      for (const atMs of wanted) {
        const links = fresh.get(atMs) ?? older.get(atMs) ?? null
        const isFinal = links?.every(({ asOfMs }) => asOfMs === atMs) ?? false
        known.set(atMs, { links, untilMs: isFinal ? Infinity : nowMs + LOOK_AGAIN_MS })
      }
      return (atMs) => {
        const links = known.get(atMs)?.links ?? null
        return (
          links && {
            links,
            isCarried: links.some(({ asOfMs }) => atMs - asOfMs > MAX_PRICE_AGE_MS),
          }
        )
      }
    },
  }
}
