// Reads the last price of each market from the newest stored candle. Makes no calls.
import type { Store } from '../../../store/api/store-api.ts'
import { type MarketPrice, priceText } from './price-path.ts'

/** Last price of each market of a network: the close of its newest stored candle, of any period. Keyed by market. */
export async function readLastPrices(
  store: Pick<Store, 'listLastCloses'>,
  network: string,
): Promise<ReadonlyMap<string, MarketPrice>> {
  const closes = await store.listLastCloses(network)
  return new Map(
    closes.flatMap(({ market, price, asOfMs }): [string, MarketPrice][] => {
      const text = priceText(price)
      return text === null ? [] : [[market, { market, price: text, asOfMs }]]
    }),
  )
}
