// State of the Markets view: list, market of each chart, and trades of the active one.
import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { ChartLayout } from '../../../src-preload/contract/markets/charts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput, EventPayload } from '../../../src-preload/contract/contract.ts'
import type { MarketSummary } from '../../../src-preload/contract/markets/markets.ts'
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import { periodOf } from '../../../src-preload/domain/markets/intervals.ts'
import { call, on, toReport } from '../../shell/page/api.ts'
import { maxFractionDigits } from '../../text/format/decimal.ts'
import { nameMarket } from '../../text/format/words.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../shell/page/loadable.ts'
import { coalesce } from '../../shell/page/coalesce.ts'
import { shownCompared } from './chart/compare/compare-choices.ts'
import { layout } from './chart/layout.svelte.ts'
import { mergeTrades } from './tape/merge-trades.ts'
import { withLivePrice, withTapeDecimals, type LivePrice } from './list/live-price.ts'

/** Maximum rows of the tape; a size filter searches as many trades as main returns. */
const tradeLimit = 100
const maxTrades = 500

export interface Trades {
  readonly market: string
  readonly trades: readonly MarketTrade[]
  readonly asOfMs: number | null
  /** Why main's last load failed; null when it succeeded. */
  readonly lastError: ErrorReport | null
}

/** True when a market's name contains the text: "eth", "eth/usdc", "ETHUSDC". */
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
  search = $state('')
  /** Market of charts without their own: the last chosen one, initially the first of the list. */
  #chosen = $state<string | null>(null)
  /** Newest price of the charts on screen, by market. */
  readonly #live = new SvelteMap<string, LivePrice>()
  readonly #lines = $derived(
    this.list.status === 'ready'
      ? this.list.value.map((one) =>
          withTapeDecimals(withLivePrice(one, this.#live.get(one.market)), this.#tapeDecimals(one.market)),
        )
      : [],
  )
  /** The last streamed trades, which an answer of main's may not have yet. */
  #streamed: readonly MarketTrade[] = []
  #accountId: string | null = null
  /** Shown list changes that main has not confirmed yet. */
  #unsettled = new Set<Promise<unknown>>()
  /** Increments with each shown change: a load started before it has an outdated list. */
  #listVersion = 0

  readonly #refreshList = coalesce(() => this.#loadList(), 250)
  readonly #refreshTrades = coalesce(() => this.#loadTrades(), 250)

  /** Market of the active chart, for the list's marker, the header and the tape. */
  get market(): string | null {
    return this.marketOf(layout.active)
  }

  /** Market of a chart; null when unknown. A market missing from the network's list is replaced. */
  marketOf(index: number): string | null {
    const chart = layout.charts[index]
    if (chart === undefined || this.list.status === 'loading') return null
    if (chart.market === null) return this.#chosen
    const isGone = this.list.status === 'ready' && this.summaryOf(chart.market) === null
    return isGone ? this.#chosen : chart.market
  }

  /** Markets that a chart is compared with on screen, in the order of its choices. */
  comparedOf(index: number): readonly string[] {
    const chart = layout.charts[index]
    const isListed = (market: string): boolean => this.summaryOf(market) !== null
    return chart === undefined ? [] : shownCompared(chart, this.marketOf(index), isListed)
  }

  /** Summary of a market; null when it is not in the list. */
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

  /** Subscribes to main for the account until the returned function is called. Another account's data is dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    // Retries a failed store from the last visit.
    void layout.load().then(() => layout.keep())
    const stops = [
      on('markets:listChanged', () => this.#refreshList.request()),
      on('markets:tickersChanged', () => this.#refreshList.request()),
      on('markets:tradesChanged', ({ market }) => {
        if (market === this.market) this.#refreshTrades.request()
      }),
      on('markets:streamed', (streamed) => this.#takeStreamed(streamed)),
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

  /** Records a chart's price and its time. */
  notePrice(market: string, live: LivePrice): void {
    const before = untrack(() => this.#live.get(market))
    if (before === undefined || live.asOfMs > before.asOfMs) this.#live.set(market, live)
  }

  /** Main has them in its store a moment later. */
  #takeStreamed({ trades, prices }: EventPayload<'markets:streamed'>): void {
    for (const { market, price, atMs } of prices) this.notePrice(market, { price, asOfMs: atMs })
    const own = trades.filter(({ market }) => market === this.market)
    if (own.length === 0) return
    this.#streamed = [...this.#streamed.filter(({ market }) => market === this.market), ...own].slice(
      -tradeLimit,
    )
    if (this.trades.status === 'ready' && this.trades.value.market === this.market) {
      this.trades = ready(this.#withStreamed(this.trades.value))
    }
  }

  #withStreamed(tape: Trades): Trades {
    const streamed = this.#streamed.filter(({ market }) => market === tape.market)
    return { ...tape, trades: mergeTrades(tape.trades, streamed, this.#maxTrades()) }
  }

  /** A size filter searches more trades. */
  #maxTrades(): number {
    return (layout.value?.leastTradeAmount ?? null) === null ? tradeLimit : maxTrades
  }

  /** Shows this many charts. Charts without their own market keep the one they show. */
  showCharts(count: ChartLayout['shown']): void {
    layout.show(count)
    // When none was ever chosen, all charts keep showing the first of the list.
    if (layout.value?.charts.every(({ market }) => market === null) !== false) return
    const shown = layout.charts.map((_, index) => this.marketOf(index))
    layout.setCharts((chart, index) => ({ ...chart, market: chart.market ?? shown[index] ?? null }))
  }

  /** Shows a market in the active chart. Others keep theirs. */
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
   * Shows a list change before main confirms it, so that a held key continues from the shown state. Loads that started
   * before would revert the list and lose the focus, so none is applied until the change has settled; then the list is
   * reloaded.
   * @param settled - settles when main has accepted or refused the change
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

  /** Reloads list and trades after a failure. */
  retry(): void {
    this.#refreshList.request()
    this.#refreshTrades.request()
  }

  #setLines(lines: readonly MarketSummary[]): void {
    this.list = ready(lines)
    const isKnown = lines.some((one) => one.market === this.#chosen)
    if (!isKnown) this.#chosen = lines[0]?.market ?? null
  }

  /** Maximum price decimals on the tape, when it shows this market. */
  #tapeDecimals(market: string): number {
    if (this.trades.status !== 'ready' || this.trades.value.market !== market) return 0
    return maxFractionDigits(this.trades.value.trades.map(({ price }) => price))
  }

  #forget(): void {
    this.list = loading
    // Another account's pending changes do not block loading this one's list.
    this.#unsettled = new Set()
    this.#listVersion += 1
    this.trades = loading
    this.#streamed = []
    this.#chosen = null
    this.#live.clear()
  }

  /** Keeps main's watch and the tape in sync with the screen. */
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
      const shown = market === null ? [] : [market, ...this.comparedOf(index)]
      return shown.map((one) => ({ market: one, period: periodOf(period) }))
    })
    return { charts, tape: this.market }
  }

  #watch(watched: ChannelInput<'markets:watch'>): void {
    // Watching only refreshes data; if it fails, the ages on screen show it.
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
      const answer = await call('markets:listTrades', { market, limit: this.#maxTrades() })
      if (market === this.market) this.trades = ready(this.#withStreamed({ market, ...answer }))
    } catch (error) {
      if (market === this.market) this.trades = failed(this.trades, toReport(error))
    }
  }
}

/** One for the app, so that returning to the view restores it. */
export const markets = new Markets()
