// State of the Portfolio view: the exchange's figures, main's results and the state of the books.
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { BookState } from '../../../src-preload/contract/portfolio/figures.ts'
import type { PnlResult, PnlSnapshot } from '../../../src-preload/contract/portfolio/results.ts'
import { call } from '../../shell/page/api.ts'
import { coalesce } from '../../shell/page/coalesce.ts'
import { Fetched } from '../../shell/page/fetched.svelte.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { refreshOn } from '../../shell/page/refresh-on.ts'

/** Books are computed from years of fills and change slowly. */
const BOOKS_GAP_MS = 10_000

class Portfolio {
  readonly #snapshot = new Fetched<PnlSnapshot>()
  readonly #results = new Fetched<ChannelOutput<'portfolio:getResults'>>()
  readonly #books = new Fetched<ChannelOutput<'portfolio:getBooks'>>()
  /** Currencies with expanded rows. */
  open = $state.raw<ReadonlySet<string>>(new Set())
  #accountId: string | null = null
  readonly #refresh = coalesce(() => this.#load(), 250)
  readonly #refreshBooks = coalesce(
    () => this.#books.load(() => call('portfolio:getBooks', {})),
    BOOKS_GAP_MS,
  )

  get snapshot(): Loadable<PnlSnapshot> {
    return this.#snapshot.state
  }
  get results(): Loadable<ChannelOutput<'portfolio:getResults'>> {
    return this.#results.state
  }
  get books(): Loadable<ChannelOutput<'portfolio:getBooks'>> {
    return this.#books.state
  }

  /** Result of a currency; null until known. */
  resultOf(currency: string): PnlResult | null {
    return this.#results.value?.results.find((result) => result.currency === currency) ?? null
  }

  /** True when results and the exchange's figures are from the same snapshot: only then do they add up. */
  get isOfOneMoment(): boolean {
    const asOfMs = this.#snapshot.value?.asOfMs
    return asOfMs !== undefined && asOfMs === this.#results.value?.asOfMs
  }

  bookOf(currency: string): BookState | null {
    return this.#books.value?.books.find((book) => book.currency === currency) ?? null
  }

  /** Subscribes to main for the account until the returned function is called. Another account's figures are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      for (const part of [this.#snapshot, this.#results, this.#books]) part.drop()
      this.open = new Set()
    }
    this.#accountId = accountId
    const stops = [
      refreshOn(this.#refresh, 'portfolio:changed'),
      // Books have the change of 24 hours, which moves with the prices: they are read again when the figures are the same, too.
      refreshOn(this.#refreshBooks, 'portfolio:changed', 'orders:changed'),
    ]
    return () => {
      stops.forEach((stop) => stop())
    }
  }

  retry(): void {
    this.#refresh.request()
    this.#refreshBooks.request()
  }

  toggle(currency: string): void {
    const others = [...this.open].filter((one) => one !== currency)
    this.open = new Set(this.open.has(currency) ? others : [...others, currency])
  }

  async #load(): Promise<void> {
    // Shown independently: the exchange's figures do not wait for the results.
    await Promise.all([
      this.#snapshot.load(() => call('portfolio:getPnl', {})),
      this.#results.load(() => call('portfolio:getResults', {})),
    ])
  }
}

/** One for the app, so that returning to the view restores it. */
export const portfolio = new Portfolio()
