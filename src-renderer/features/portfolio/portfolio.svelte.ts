// State of the Portfolio view: the exchange's figures, main's results and the state of the books.
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { BookState, PnlResult, PnlSnapshot } from '../../../src-preload/contract/portfolio.ts'
import { call, on, toReport } from '../../shell/page/api.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { failed, loading, renewed } from '../../shell/page/loadable.ts'
import { coalesce } from '../../shell/page/coalesce.ts'

/** Books are computed from years of fills and change slowly. */
const BOOKS_GAP_MS = 10_000

class Portfolio {
  snapshot = $state.raw<Loadable<PnlSnapshot>>(loading)
  results = $state.raw<Loadable<ChannelOutput<'portfolio:getResults'>>>(loading)
  books = $state.raw<Loadable<ChannelOutput<'portfolio:getBooks'>>>(loading)
  /** Currencies with expanded rows. */
  open = $state.raw<ReadonlySet<string>>(new Set())
  #accountId: string | null = null
  readonly #refresh = coalesce(() => this.#load(), 250)
  readonly #refreshBooks = coalesce(() => this.#loadBooks(), BOOKS_GAP_MS)

  /** Result of a currency; null until known. */
  resultOf(currency: string): PnlResult | null {
    if (this.results.status !== 'ready') return null
    return this.results.value.results.find((result) => result.currency === currency) ?? null
  }

  /** True when results and the exchange's figures are from the same snapshot: only then do they add up. */
  get isOfOneMoment(): boolean {
    const { snapshot, results } = this
    return (
      snapshot.status === 'ready' &&
      results.status === 'ready' &&
      snapshot.value.asOfMs === results.value.asOfMs
    )
  }

  bookOf(currency: string): BookState | null {
    if (this.books.status !== 'ready') return null
    return this.books.value.books.find((book) => book.currency === currency) ?? null
  }

  /** Subscribes to main for the account until the returned function is called. Another account's figures are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.snapshot = this.results = this.books = loading
      this.open = new Set()
    }
    this.#accountId = accountId
    const stops = [
      // Books have the change of 24 hours, which moves with the prices: they are read again when the figures are the same, too.
      on('portfolio:changed', () => {
        this.#refresh.request()
        this.#refreshBooks.request()
      }),
      on('orders:changed', () => this.#refreshBooks.request()),
    ]
    this.#refresh.request()
    this.#refreshBooks.request()
    return () => {
      stops.forEach((stop) => stop())
      this.#refresh.stop()
      this.#refreshBooks.stop()
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
    const accountId = this.#accountId
    // Shown independently: the exchange's figures do not wait for the results.
    const snapshot = call('portfolio:getPnl', {}).then(
      (value) => {
        if (accountId === this.#accountId) this.snapshot = renewed(this.snapshot, value)
      },
      (error: unknown) => {
        if (accountId === this.#accountId) this.snapshot = failed(this.snapshot, toReport(error))
      },
    )
    const results = call('portfolio:getResults', {}).then(
      (value) => {
        if (accountId === this.#accountId) this.results = renewed(this.results, value)
      },
      (error: unknown) => {
        if (accountId === this.#accountId) this.results = failed(this.results, toReport(error))
      },
    )
    await Promise.all([snapshot, results])
  }

  async #loadBooks(): Promise<void> {
    const accountId = this.#accountId
    try {
      const books = await call('portfolio:getBooks', {})
      if (accountId === this.#accountId) this.books = renewed(this.books, books)
    } catch (error) {
      if (accountId === this.#accountId) this.books = failed(this.books, toReport(error))
    }
  }
}

/** One for the app, so that returning to the view restores it. */
export const portfolio = new Portfolio()
