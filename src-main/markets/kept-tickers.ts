// Keeps the last tickers of an exchange in the data file, so that its markets are known without a connection.
import { z } from 'zod'
import { ticker } from '../../src-preload/contract/trading/trading-entities.ts'
import type { Store } from '../store/api/store-api.ts'
import { parseJson } from '../store/parse-json.ts'
import type { TimedTicker } from './ticker-figures.ts'

/** What is kept is at most this much older than what was on screen. */
const KEEP_EVERY_MS = 300_000

const keptTickers = z.strictObject({
  readAtMs: z.int().min(0),
  tickers: z.array(z.strictObject({ ticker, asOfMs: z.int().min(0) })).max(10_000),
})
export type KeptTickers = z.infer<typeof keptTickers>

/** @param network - key of the exchange (AccountSession.network) */
export function createTickerKeeper(store: Pick<Store, 'getSetting' | 'setSetting'>, network: string) {
  const key = `tickers.${network}`
  let keptAtMs = -Infinity
  return {
    /** Null where none are kept, or what is kept cannot be read. */
    async load(): Promise<KeptTickers | null> {
      const kept = keptTickers.safeParse(parseJson(await store.getSetting(key)))
      return kept.success ? kept.data : null
    },
    /** Keeps them, unless it did so within the last five minutes. */
    async keep(tickers: readonly TimedTicker[], readAtMs: number): Promise<void> {
      if (readAtMs - keptAtMs < KEEP_EVERY_MS) return
      keptAtMs = readAtMs
      await store.setSetting(key, JSON.stringify({ readAtMs, tickers: [...tickers] } satisfies KeptTickers))
    },
  }
}

export type TickerKeeper = ReturnType<typeof createTickerKeeper>
