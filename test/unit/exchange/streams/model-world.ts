// A client's core and books before a model exchange, over a line that can be late, twice, out of sequence, silent or cut. Time
// is moved by hand.
import { MarketBooks } from '../../../../src-main/exchange/streams/book/market-books.ts'
import type { BookContent } from '../../../../src-main/exchange/streams/book/book-sides.ts'
import { isBookChange } from '../../../../src-main/exchange/streams/book/book-messages.ts'
import { StreamCore } from '../../../../src-main/exchange/streams/stream-core.ts'
import { streamNames } from '../../../../src-main/exchange/streams/stream-names.ts'
import { ModelBook, pick, type Random } from './model-exchange.ts'

export const faults = [
  'late',
  'twice',
  'swapped',
  'lost',
  'garbage',
  'silence',
  'cut',
  'refused',
  'restFails',
  'restart',
] as const
export type Fault = (typeof faults)[number]

interface Delivery {
  readonly atMs: number
  readonly text: string
  readonly connection: number
}

interface Reading {
  readonly atMs: number
  readonly end: () => void
}

export class ModelWorld {
  readonly book: ModelBook
  readonly books: MarketBooks
  readonly core: StreamCore
  readonly met = new Set<Fault>()
  nowMs = 1_000
  snapshots = 0
  hasRestarted = false
  /** How likely each fault is at each chance, from 0 to 1. */
  trouble = 0
  /** Sequence of the exchange when REST last told its book. */
  restSequence = 0
  readonly #random: Random
  readonly #hasSnapshots: boolean
  readonly #name: string
  #connection = 0
  #isConnecting = false
  #isSubscribed = false
  #silentUntilMs = 0
  #lastAtMs = 0
  #quietSnapshotMs = 0
  #deliveries: Delivery[] = []
  #readings: Reading[] = []

  constructor(market: string, hasSnapshots: boolean, random: Random) {
    this.#random = random
    this.#hasSnapshots = hasSnapshots
    this.#name = streamNames.book(market)
    this.book = new ModelBook(market, random)
    this.books = new MarketBooks({
      random,
      monotonicMs: () => this.nowMs,
      renew: (name, nowMs) => this.core.renew(name, nowMs),
      readBook: () => this.#readBook(),
    })
    this.core = new StreamCore({
      random,
      connect: () => (this.#isConnecting = true),
      send: (text) => this.#receive(text),
      ping: () => this.#deliver('#pong'),
      cut: () => this.#disconnect(),
      onMessage: (message, nowMs) => {
        if (isBookChange(message)) this.books.take(message, nowMs)
      },
      onSubscribed: (names, nowMs) => this.books.subscribed(names, nowMs),
      onConfirmed: (names, nowMs) => this.books.confirmed(names, nowMs),
      onLost: (nowMs) => this.books.lost(nowMs),
    })
    this.books.keep([this.#name])
    this.core.want([this.#name], this.nowMs)
  }

  #happens(fault: Fault, chance = 0.02): boolean {
    const happens = this.#random() < chance * this.trouble
    if (happens) this.met.add(fault)
    return happens
  }

  #disconnect(): void {
    this.#connection += 1
    this.#isConnecting = false
    this.#isSubscribed = false
    this.#deliveries = []
  }

  #readBook(): Promise<BookContent> {
    const askedMs = this.nowMs
    const isRead = { book: this.book.rest(8), sequence: this.book.sequence }
    const delayMs = 20 + pick(this.#random, 900)
    // The answer is of a moment between question and answer.
    const isOfQuestion = this.#random() < 0.5
    return new Promise((resolve, reject) => {
      const fails = this.#happens('restFails', 0.3)
      this.#readings.push({
        atMs: askedMs + delayMs,
        end: () => {
          if (fails) {
            reject(new Error('no answer'))
            return
          }
          const { book, sequence } = isOfQuestion
            ? isRead
            : { book: this.book.rest(8), sequence: this.book.sequence }
          this.restSequence = sequence
          resolve(book)
        },
      })
    })
  }

  /** A frame of the client. */
  #receive(text: string): void {
    if (text === 'pong') return
    const { event } = JSON.parse(text) as { readonly event: string }
    this.#isSubscribed = event === 'subscribe'
    const answer = JSON.stringify({
      success: { message: `${event}d`, streams: this.#isSubscribed ? [this.#name] : [] },
    })
    const isSnapshotFirst = this.#random() < 0.7
    if (!isSnapshotFirst) this.#deliver(answer)
    if (this.#isSubscribed && this.#hasSnapshots) {
      this.snapshots += 1
      this.#quietSnapshotMs = this.nowMs
      this.#deliver(this.book.snapshot())
    }
    if (isSnapshotFirst) this.#deliver(answer)
  }

  #deliver(text: string): void {
    if (this.#happens('lost')) return
    if (this.#happens('garbage'))
      this.#put('{"ethusdc.ob-inc":{"asks":["1"],"sequence":"x"}}', this.#lastAtMs)
    const soonMs = Math.max(this.#lastAtMs, this.nowMs + pick(this.#random, 60))
    if (this.#happens('late')) {
      this.#put(text, soonMs + pick(this.#random, 1_500))
      return
    }
    if (this.#happens('twice')) this.#put(text, soonMs + pick(this.#random, 300))
    this.#lastAtMs = soonMs
    this.#put(text, soonMs)
    if (!this.#happens('swapped')) return
    const last = this.#deliveries.splice(-2)
    this.#deliveries.push(...last.reverse().map((one) => ({ ...one, atMs: soonMs })))
  }

  #put(text: string, atMs: number): void {
    this.#deliveries.push({ atMs, text, connection: this.#connection })
  }

  /** Time passes: the exchange changes, messages arrive, REST answers, the client's timer runs. */
  async step(durationMs: number, hasChange: boolean): Promise<void> {
    this.nowMs += durationMs
    if (hasChange) {
      const text = this.book.change()
      if (this.#isSubscribed) this.#deliver(text)
    }
    // Right after a snapshot the old and the new sequence cannot be told apart.
    if (this.nowMs - this.#quietSnapshotMs > 5_000 && this.#happens('restart', 0.004)) {
      this.hasRestarted = true
      this.book.restart()
    }
    this.#changeLine()
    this.#arrive()
    await this.#answer()
    this.core.tick(this.nowMs)
    this.books.tick(this.nowMs)
  }

  #changeLine(): void {
    if (this.#isConnecting) {
      this.#isConnecting = false
      if (this.#happens('refused', 0.5)) this.core.closed('refused', this.nowMs)
      else this.core.opened(this.nowMs)
    }
    if (this.#happens('silence', 0.004)) this.#silentUntilMs = this.nowMs + pick(this.#random, 30_000)
    if (this.core.state.status === 'open' && this.#happens('cut', 0.004)) {
      this.#disconnect()
      this.core.closed('closed', this.nowMs)
    }
  }

  #arrive(): void {
    if (this.nowMs < this.#silentUntilMs) return
    const due = this.#deliveries.filter(({ atMs }) => atMs <= this.nowMs)
    if (due.length === 0) return
    this.#deliveries = this.#deliveries.filter(({ atMs }) => atMs > this.nowMs)
    due.sort((one, other) => one.atMs - other.atMs)
    for (const { text, connection } of due) {
      if (connection !== this.#connection) continue
      if (text === '#pong') this.core.alive(this.nowMs)
      else this.core.text(text, this.nowMs)
    }
  }

  async #answer(): Promise<void> {
    const due = this.#readings.filter(({ atMs }) => atMs <= this.nowMs)
    if (due.length === 0) return
    this.#readings = this.#readings.filter(({ atMs }) => atMs > this.nowMs)
    for (const { end } of due) end()
    // What waits for the answer goes on in these turns.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
}
