// Owns: what the Markets view is about: the list, which market each chart shows, the trades of the active one.
// Must not: hold candles (each chart has its own) or markup.
import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { ChartLayout } from '../../../src-preload/contract/charts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import type { MarketSummary } from '../../../src-preload/contract/markets.ts'
import type { MarketTrade } from '../../../src-preload/contract/entities.ts'
import { call, on, toReport } from '../../shell/page/api.ts'
import { maxFractionDigits } from '../../text/format/decimal.ts'
import { nameMarket } from '../../text/format/words.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../shell/page/loadable.ts'
import { createRefresher } from '../../shell/page/refresher.ts'
import { layout } from './chart/layout.svelte.ts'
import { withLivePrice, withTapeDecimals, type LivePrice } from './list/live-price.ts'

/** The tape shows no more than this; looked through for larger ones are as many as main gives. */
const tradeLimit = 100
const mostTrades = 500

export interface Trades {
  readonly market: string
  readonly trades: readonly MarketTrade[]
  readonly asOfMs: number | null
  /** Why main's last reading of them failed; null when it did not. */
  readonly lastError: ErrorReport | null
}

/** True when a market's name has the text in it: "eth", "eth/usdc", "ETHUSDC". */
function matchesSearch(market: string, search: string): boolean {
  const wanted = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\s/-]/g, '')
  return wanted === '' || market.includes(wanted)
}

class Markets {
  list = $state.raw<Loadable<readonly MarketSummary[]>>(loading)
  trades = $state.raw<Loadable<Trades>>(loading)
  search = $state('')
  /** The market of charts that have none of their own: what was chosen last, at first the first of the list. */
  #chosen = $state<string | null>(null)
  /** The newest price of the charts on screen, by market. */
  readonly #live = new SvelteMap<string, LivePrice>()
  readonly #lines = $derived(
    this.list.status === 'ready'
      ? this.list.value.map((one) =>
          withTapeDecimals(withLivePrice(one, this.#live.get(one.market)), this.#tapeDecimals(one.market)),
        )
      : [],
  )
  #accountId: string | null = null
  /** Changes of the list that are shown and that main has not taken yet. */
  #unsettled = new Set<Promise<unknown>>()
  /** Grows with each change that is shown: a reading that began before it is of an older list. */
  #listVersion = 0

  readonly #refreshList = createRefresher(() => this.#loadList(), 250)
  readonly #refreshTrades = createRefresher(() => this.#loadTrades(), 250)

  /** The market of the active chart: that of the list's mark, the head line and the tape. */
  get market(): string | null {
    return this.marketOf(layout.active)
  }

  /** Which market a chart shows; null while that is not known. One that the network's list does not have gives way. */
  marketOf(index: number): string | null {
    const chart = layout.charts[index]
    if (chart === undefined || this.list.status === 'loading') return null
    if (chart.market === null) return this.#chosen
    const isGone = this.list.status === 'ready' && this.summaryOf(chart.market) === null
    return isGone ? this.#chosen : chart.market
  }

  /** A market's line of the list; null where the list does not have it. */
  summaryOf(market: string | null): MarketSummary | null {
    return this.#lines.find((one) => one.market === market) ?? null
  }

  get summary(): MarketSummary | null {
    return this.summaryOf(this.market)
  }

  get shown(): readonly MarketSummary[] {
    return this.#lines.filter((one) => matchesSearch(one.market, this.search))
  }

  get title(): string {
    return this.market === null ? '' : nameMarket(this.market).pair
  }

  /** Follows main for the account until the returned function is called. Another account's data is dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    // What could not be kept when the view was left is tried again.
    void layout.load().then(() => layout.keep())
    const stops = [
      on('markets:listChanged', () => this.#refreshList.request()),
      on('markets:tradesChanged', ({ market }) => {
        if (market === this.market) this.#refreshTrades.request()
      }),
      this.#followChoices(),
    ]
    this.#refreshList.request()
    return () => {
      stops.forEach((stop) => stop())
      this.#refreshList.stop()
      this.#refreshTrades.stop()
      this.#watch({ charts: [], tape: null })
      void layout.keep()
    }
  }

  /** A chart of the market has a price, told at a time. */
  notePrice(market: string, live: LivePrice): void {
    const before = untrack(() => this.#live.get(market))
    if (before === undefined || live.asOfMs > before.asOfMs) this.#live.set(market, live)
  }

  /** Shows this many charts. Those that had no market of their own keep what they come to show. */
  showCharts(count: ChartLayout['shown']): void {
    layout.show(count)
    // Where none was ever chosen, all of them show the first of the list, the next time too.
    if (layout.value?.charts.every(({ market }) => market === null) !== false) return
    const shown = layout.charts.map((_, index) => this.marketOf(index))
    layout.setCharts((chart, index) => ({ ...chart, market: chart.market ?? shown[index] ?? null }))
  }

  /** Shows a market in the active chart. The others keep theirs. */
  choose(market: string): void {
    if (market === this.market) return
    const before = layout.charts.map((_, index) => this.marketOf(index))
    this.#chosen = market
    layout.setCharts((chart, index) => {
      if (index === layout.active) return { ...chart, market }
      return chart.market === null ? { ...chart, market: before[index] ?? null } : chart
    })
    // The app may be closed right after.
    void layout.keep()
  }

  /**
   * Shows a change of the list before main has told it, so that a key that is held goes on from where things are.
   * A reading from before it would set the list back, and with the line that moves the focus would be lost: none is
   * taken until the change has settled, and then it is read anew.
   * @param settled - is over when main has taken the change or refused it
   */
  showChange(
    change: (lines: readonly MarketSummary[]) => MarketSummary[],
    settled: Promise<unknown> = Promise.resolve(),
  ): void {
    if (this.list.status === 'ready') this.#setLines(change(this.list.value))
    this.#listVersion += 1
    const unsettled = this.#unsettled.add(settled)
    const end = (): void => {
      unsettled.delete(settled)
      this.#refreshList.request()
    }
    settled.then(end, end)
  }

  /** Asks for list and trades again, after a failure. */
  retry(): void {
    this.#refreshList.request()
    this.#refreshTrades.request()
  }

  #setLines(lines: readonly MarketSummary[]): void {
    this.list = ready(lines)
    const isKnown = lines.some((one) => one.market === this.#chosen)
    if (!isKnown) this.#chosen = lines[0]?.market ?? null
  }

  /** The most decimals of a price on the tape, where it is the market's. */
  #tapeDecimals(market: string): number {
    if (this.trades.status !== 'ready' || this.trades.value.market !== market) return 0
    return maxFractionDigits(this.trades.value.trades.map(({ price }) => price))
  }

  #forget(): void {
    this.list = loading
    // Changes of another account's list keep nobody from reading this one's.
    this.#unsettled = new Set()
    this.#listVersion += 1
    this.trades = loading
    this.#chosen = null
    this.#live.clear()
  }

  /** Keeps main's watch and the tape with what is on screen. */
  #followChoices(): () => void {
    return $effect.root(() => {
      const watched = $derived(JSON.stringify(this.#onScreen()))
      $effect(() => {
        void watched
        untrack(() => this.#watch(this.#onScreen()))
      })
      $effect(() => {
        const { market } = this
        if (market === null) return
        untrack(() => {
          const isOther = this.trades.status === 'ready' && this.trades.value.market !== market
          if (isOther || this.trades.status === 'error') this.trades = loading
          this.#refreshTrades.request()
        })
      })
    })
  }

  #onScreen(): ChannelInput<'markets:watch'> {
    const charts = layout.charts.flatMap(({ period }, index) => {
      const market = this.marketOf(index)
      return market === null ? [] : [{ market, period }]
    })
    return { charts, tape: this.market }
  }

  #watch(watched: ChannelInput<'markets:watch'>): void {
    // Watching only keeps data fresh; when it fails, the ages on screen say so.
    call('markets:watch', watched).catch(() => undefined)
  }

  async #loadList(): Promise<void> {
    if (this.#unsettled.size > 0) return
    const accountId = this.#accountId
    const version = this.#listVersion
    try {
      const { markets } = await call('markets:list', {})
      if (accountId !== this.#accountId || version !== this.#listVersion) return
      this.#setLines(markets)
    } catch (error) {
      if (accountId === this.#accountId) this.list = failed(this.list, toReport(error))
    }
  }

  async #loadTrades(): Promise<void> {
    const { market } = this
    if (market === null) return
    try {
      const limit = (layout.value?.leastTradeAmount ?? null) === null ? tradeLimit : mostTrades
      const answer = await call('markets:listTrades', { market, limit })
      if (market === this.market) this.trades = ready({ market, ...answer })
    } catch (error) {
      if (market === this.market) this.trades = failed(this.trades, toReport(error))
    }
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const markets = new Markets()
