// All markets of the exchange, from the last tickers. Never waits for the exchange.
import type { ChannelOutput } from '../../src-preload/contract/contract.ts'
import { splitMarket } from '../../src-preload/domain/markets/markets.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { toTickedMarket } from './ticker-figures.ts'

export function createMarketCatalog(current: Pick<CurrentAccount, 'require' | 'work'>) {
  return {
    listAll(): ChannelOutput<'markets:listAll'> {
      current.require()
      const feed = current.work()?.tickers
      if (feed === undefined) return { markets: [], asOfMs: null, lastError: null }
      const nameOf = (market: string): string | null => feed.nameOf(splitMarket(market)?.base ?? market)
      return {
        markets: feed.list().map((ticker) => toTickedMarket(ticker, nameOf(ticker.market))),
        asOfMs: feed.readAtMs(),
        lastError: feed.error(),
      }
    },
  }
}
