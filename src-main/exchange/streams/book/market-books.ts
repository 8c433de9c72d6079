// The order books of all subscribed markets: gives each its messages, and fulfils what it needs by stream and REST.
import type { BookIncrement, BookSnapshot } from './book-messages.ts'
import type { BookContent } from './book-sides.ts'
import { type BookStatus, type BookView, OrderBook } from './order-book.ts'
import { readStreamName, streamNames } from '../stream-names.ts'

/** Reads the book of one market by REST. Rejects with AppErrors. */
export type ReadRestBook = (market: string, signal: AbortSignal) => Promise<BookContent>

export interface MarketBooksPorts {
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Subscribes to a stream anew. */
  readonly renew: (name: string, nowMs: number) => void
  readonly readBook: ReadRestBook
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMs: () => number
}

interface KeptBook {
  readonly book: OrderBook
  /** Aborted when the market is no longer subscribed to. */
  readonly stop: AbortController
}

/** The market of an order book's stream; null for other streams. */
function marketOf(name: string): string | null {
  const topic = readStreamName(name)
  return topic?.kind === 'increments' ? topic.market : null
}

export class MarketBooks {
  readonly #ports: MarketBooksPorts
  readonly #kept = new Map<string, KeptBook>()
  /** Gaps of books that are no longer kept. */
  #earlierGaps = 0

  constructor(ports: MarketBooksPorts) {
    this.#ports = ports
  }

  /** Gaps of all books, of those that are gone, too. */
  get gaps(): number {
    let sum = this.#earlierGaps
    for (const { book } of this.#kept.values()) sum += book.gaps
    return sum
  }

  /** Keeps a book for each of these streams that is one of a book, and drops the others. */
  keep(names: Iterable<string>): void {
    const markets = new Set([...names].map(marketOf).filter((market) => market !== null))
    for (const [market, { book, stop }] of this.#kept) {
      if (markets.has(market)) continue
      stop.abort()
      this.#earlierGaps += book.gaps
      this.#kept.delete(market)
    }
    for (const market of markets) {
      if (this.#kept.has(market)) continue
      this.#kept.set(market, { book: new OrderBook(this.#ports.random), stop: new AbortController() })
    }
  }

  /** False where the market has no book. */
  take(message: BookIncrement | BookSnapshot, nowMs: number): boolean {
    const kept = this.#kept.get(message.market)
    if (kept === undefined) return false
    if (message.kind === 'snapshot') kept.book.takeSnapshot(message, nowMs)
    else kept.book.takeIncrement(message, nowMs)
    return true
  }

  subscribed(names: readonly string[], nowMs: number): void {
    for (const name of names) this.#kept.get(marketOf(name) ?? '')?.book.subscribed(nowMs)
  }

  confirmed(names: readonly string[], nowMs: number): void {
    for (const name of names) this.#kept.get(marketOf(name) ?? '')?.book.confirmed(nowMs)
  }

  /** The connection is gone. */
  lost(nowMs: number): void {
    for (const { book } of this.#kept.values()) book.disconnected(nowMs)
  }

  /** Call about twice a second. */
  tick(nowMs: number): void {
    for (const [market, kept] of this.#kept) {
      kept.book.tick(nowMs)
      const need = kept.book.takeNeed(nowMs)
      if (need === null) continue
      if (need.kind === 'stream') this.#ports.renew(streamNames.book(market), nowMs)
      else void this.#read(market, kept, need.reading)
    }
  }

  async #read(market: string, { book, stop }: KeptBook, reading: number): Promise<void> {
    try {
      const base = await this.#ports.readBook(market, stop.signal)
      if (!stop.signal.aborted) book.takeBase(reading, base, this.#ports.monotonicMs())
    } catch {
      // The client's own records have the failure; the book stays without a base and asks again.
      book.baseFailed(reading, this.#ports.monotonicMs())
    }
  }

  statusOf(name: string): BookStatus | null {
    return this.#kept.get(marketOf(name) ?? '')?.book.status ?? null
  }

  /** Null where the market's book is not subscribed to. */
  view(market: string, depth: number): BookView | null {
    return this.#kept.get(market)?.book.view(depth) ?? null
  }

  /** Drops all books and readings. */
  close(): void {
    this.keep([])
  }
}
