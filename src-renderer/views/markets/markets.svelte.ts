// Owns: what the Markets view shows: the list, the chosen market and period, its trades.
// Must not: hold candles (candle-feed.svelte.ts does) or markup.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { MarketSummary } from '../../../src-preload/contract/markets.ts'
import type { MarketTrade } from '../../../src-preload/contract/entities.ts'
import type { CandlePeriod } from '../../../src-preload/shared/markets.ts'
import { call, on, toReport } from '../../lib/api.ts'
import { nameMarket } from '../../lib/format/words.ts'
import type { Loadable } from '../../lib/loadable.ts'
import { failed, loading, ready } from '../../lib/loadable.ts'
import { createRefresher } from '../../lib/refresher.ts'
import { CandleFeed } from './candle-feed.svelte.ts'

/** The tape shows no more than this. */
const tradeLimit = 100

export interface Trades {
  readonly market: string
  readonly trades: readonly MarketTrade[]
  readonly asOfMs: number | null
  /** Why main's last reading of them failed; null when it did not. */
  readonly lastError: ErrorReport | null
}

/** True when a market's name has the text in it: "eth", "eth/usdc", "ETHUSDC". */
export function matchesSearch(market: string, search: string): boolean {
  const wanted = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\s/-]/g, '')
  return wanted === '' || market.includes(wanted)
}

class Markets {
  list = $state.raw<Loadable<readonly MarketSummary[]>>(loading)
  trades = $state.raw<Loadable<Trades>>(loading)
  market = $state<string | null>(null)
  period = $state<CandlePeriod>(60)
  search = $state('')
  readonly candles = new CandleFeed()
  #accountId: string | null = null

  readonly #refreshList = createRefresher(() => this.#loadList(), 250)
  readonly #refreshTrades = createRefresher(() => this.#loadTrades(), 250)

  get summary(): MarketSummary | null {
    if (this.list.status !== 'ready') return null
    return this.list.value.find((one) => one.market === this.market) ?? null
  }

  get shown(): readonly MarketSummary[] {
    return this.list.status === 'ready'
      ? this.list.value.filter((one) => matchesSearch(one.market, this.search))
      : []
  }

  get title(): string {
    return this.market === null ? '' : nameMarket(this.market).pair
  }

  /** Follows main for the account until the returned function is called. Another account's data is dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    const stops = [
      on('markets:listChanged', () => this.#refreshList.request()),
      on('markets:tradesChanged', ({ market }) => {
        if (market === this.market) this.#refreshTrades.request()
      }),
      this.candles.start(),
    ]
    this.#refreshList.request()
    if (this.market !== null) this.#showMarket()
    return () => {
      stops.forEach((stop) => stop())
      this.#refreshList.stop()
      this.#refreshTrades.stop()
      this.#watch(null)
    }
  }

  choose(market: string): void {
    if (market === this.market) return
    this.market = market
    this.trades = loading
    this.#showMarket()
  }

  choosePeriod(period: CandlePeriod): void {
    if (period === this.period) return
    this.period = period
    this.#showMarket()
  }

  /** Asks for everything again, after a failure. */
  retry(): void {
    this.#refreshList.request()
    this.#refreshTrades.request()
    if (this.market !== null) void this.candles.show(this.market, this.period)
  }

  #forget(): void {
    this.list = loading
    this.trades = loading
    this.market = null
    this.candles.clear()
  }

  #showMarket(): void {
    if (this.market === null) return
    this.#watch(this.market)
    void this.candles.show(this.market, this.period)
    this.#refreshTrades.request()
  }

  #watch(market: string | null): void {
    // Watching only keeps data fresh; when it fails, the ages on screen say so.
    call('markets:watch', { market, period: this.period }).catch(() => undefined)
  }

  async #loadList(): Promise<void> {
    const accountId = this.#accountId
    try {
      const { markets } = await call('markets:list', {})
      if (accountId !== this.#accountId) return
      this.list = ready(markets)
      const [first] = markets
      const isKnown = markets.some((one) => one.market === this.market)
      if (!isKnown && first !== undefined) this.choose(first.market)
    } catch (error) {
      if (accountId === this.#accountId) this.list = failed(this.list, toReport(error))
    }
  }

  async #loadTrades(): Promise<void> {
    const { market } = this
    if (market === null) return
    try {
      const answer = await call('markets:listTrades', { market, limit: tradeLimit })
      if (market === this.market) this.trades = ready({ market, ...answer })
    } catch (error) {
      if (market === this.market) this.trades = failed(this.trades, toReport(error))
    }
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const markets = new Markets()
