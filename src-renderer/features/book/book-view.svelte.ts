// What the book and the depth chart show of one market: levels, spread, steps and own orders. One per component.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ShownBook } from '../../../src-preload/contract/markets/book.ts'
import { nameMarket, type MarketWords } from '../../text/format/words.ts'
import { bookChoices } from './book-choices.svelte.ts'
import { bookFeed } from './book-feed.svelte.ts'
import { type BookLevel, listLevels, listSteps, spreadOf, type Spread } from './book-levels.ts'
import { ownOrders } from './own-orders.svelte.ts'
import { levelKey, type OwnLevel, ownLevelsOf } from './own-levels.ts'

export class BookView {
  readonly #market: () => string
  readonly #depth: () => number
  readonly name: MarketWords = $derived.by(() => nameMarket(this.#market()))
  readonly book: ShownBook | null = $derived.by(() => {
    const { book } = bookFeed
    return book === null || book.market !== this.#market() ? null : book
  })
  readonly asks: readonly BookLevel[] = $derived(this.book === null ? [] : listLevels(this.book, 'asks'))
  readonly bids: readonly BookLevel[] = $derived(this.book === null ? [] : listLevels(this.book, 'bids'))
  readonly spread: Spread | null = $derived(this.book === null ? null : spreadOf(this.book))
  readonly steps: readonly string[] = $derived.by(() =>
    listSteps(
      this.book?.priceDecimals ?? 2,
      this.book?.bestBid ?? this.book?.bestAsk ?? null,
      bookChoices.stepOf(this.#market()),
    ),
  )
  readonly own: ReadonlyMap<string, OwnLevel> = $derived(ownLevelsOf(ownOrders.open, this.book?.step ?? null))

  /**
   * Shows the book while the component lives: call during its initialization.
   * @param depth - levels of each side that are wanted
   */
  constructor(market: () => string, depth: () => number) {
    this.#market = market
    this.#depth = depth
    $effect(() => bookFeed.use())
    $effect(() => ownOrders.follow(market()))
    $effect(() => {
      if (bookChoices.isLoaded) {
        bookFeed.watch({ market: market(), step: bookChoices.stepOf(market()), depth: this.#depth() })
      }
    })
    void bookChoices.load()
  }

  get error(): ErrorReport | null {
    return bookFeed.error
  }

  /** What the account has open at a level; null for nothing. */
  ownAt({ side, price }: BookLevel): OwnLevel | null {
    return this.own.get(levelKey(side, price)) ?? null
  }
}
