// The order book of one market from the stream: a snapshot or a REST answer, and increments in sequence. Pure: time is handed
// in, and what the book needs is read from `need`.
import type { BookIncrement, BookSnapshot } from './book-messages.ts'
import { type BookContent, BookSides } from './book-sides.ts'
import { HeldIncrements, RecentIncrements } from './held-increments.ts'
import { createRecoveryPauses, type RecoveryPauses } from '../recovery-pauses.ts'

/**
 * `waiting`: there is no book. `exact`: it equals the exchange's at its sequence. `approximate`: it was built from REST, and
 * may be wrong where stream and REST disagree, until the next reading.
 */
export type BookStatus = 'waiting' | 'exact' | 'approximate'

/** Why a book was thrown away. `first`: there was none yet. */
export type BookLoss =
  'first' | 'gap' | 'crossed' | 'repeated' | 'unread' | 'overflow' | 'thin' | 'disconnected'

/** What the book needs from outside: a new subscription, or a reading by REST whose answer goes to takeBase with its number. */
export type BookNeed = { readonly kind: 'stream' } | { readonly kind: 'base'; readonly reading: number }

export interface BookView extends BookContent {
  readonly status: BookStatus
  /** Of the last message in it; null without one. */
  readonly sequence: number | null
  /** Bids reach asks, as they do for a moment when several levels change. */
  readonly isCrossed: boolean
}

/** A snapshot that has not come this long after the subscription will not come. */
const SNAPSHOT_LIMIT_MS = 3_000
/** The same after the service's answer to it: upstream sends the snapshot before. */
const AFTER_ANSWER_MS = 500
/** An approximate book is read again this often. */
const BASE_EVERY_MS = 15_000
/** Shortest pause after a reading that failed. */
const FAILED_PAUSE_MS = 1_000
/** A book may be crossed this long: one level comes per message. */
const CROSSED_LIMIT_MS = 1_000
/** Increments from before a snapshot may still come for so long after it. */
const OVERLAP_MS = 2_000
export class OrderBook {
  readonly #sides = new BookSides()
  readonly #pauses: RecoveryPauses
  #status: BookStatus = 'waiting'
  #sequence: number | null = null
  #lastLoss: BookLoss = 'first'
  #gaps = 0
  /** Increments since the base that is awaited was asked for. */
  readonly #held = new HeldIncrements()
  #isHolding = true
  readonly #recent = new RecentIncrements()
  /** Sequence and end of the time in which increments that the snapshot has may come. */
  #overlap = { sequence: -1, untilMs: 0 }
  #crossedSinceMs: number | null = null
  /** Until then a snapshot is awaited; null where none is. */
  #snapshotDueMs: number | null = null
  /** No snapshot comes: the base is read by REST. */
  #isFromRest = false
  /** A snapshot came once, so that another can be had. */
  #hasSeenSnapshot = false
  #need: 'nothing' | 'stream' | 'base' = 'nothing'
  #needAtMs = 0
  #readings = 0
  /** Number of the reading whose answer is awaited; null where none is. */
  #awaitedReading: number | null = null

  /** @param random - uniform in [0, 1) */
  constructor(random: () => number) {
    this.#pauses = createRecoveryPauses(random)
  }

  get status(): BookStatus {
    return this.#status
  }

  /** How often messages were missing, repeated or wrong, so that the book had to start anew. */
  get gaps(): number {
    return this.#gaps
  }

  get lastLoss(): BookLoss {
    return this.#lastLoss
  }

  /** What is needed now, handed out once; null for nothing. */
  takeNeed(nowMs: number): BookNeed | null {
    if (this.#need === 'nothing' || nowMs < this.#needAtMs) return null
    const need = this.#need
    this.#need = 'nothing'
    if (need === 'stream') return { kind: 'stream' }
    this.#readings += 1
    this.#awaitedReading = this.#readings
    // The answer has what came before. Without a book all is held, for a snapshot that is late.
    if (this.#status !== 'waiting') this.#held.clear()
    this.#isHolding = true
    return { kind: 'base', reading: this.#readings }
  }

  #ask(need: 'stream' | 'base', atMs: number): void {
    this.#need = need
    this.#needAtMs = atMs
  }

  /** The subscription was sent: a snapshot and increments are to come. */
  subscribed(nowMs: number): void {
    this.#snapshotDueMs = nowMs + SNAPSHOT_LIMIT_MS
    if (this.#need === 'stream') this.#need = 'nothing'
  }

  /** The service has confirmed the subscription. */
  confirmed(nowMs: number): void {
    if (this.#snapshotDueMs !== null) {
      this.#snapshotDueMs = Math.min(this.#snapshotDueMs, nowMs + AFTER_ANSWER_MS)
    }
  }

  /** The connection is gone, and with it whatever was sent meanwhile. */
  disconnected(nowMs: number): void {
    this.#throwAway('disconnected', nowMs)
    this.#need = 'nothing'
    this.#snapshotDueMs = null
    this.#isFromRest = false
  }

  #throwAway(why: BookLoss, nowMs: number): void {
    this.#lastLoss = why
    this.#status = 'waiting'
    this.#sequence = null
    this.#sides.clear()
    this.#held.clear()
    this.#isHolding = true
    this.#recent.clear()
    this.#crossedSinceMs = null
    this.#awaitedReading = null
    if (why !== 'disconnected') this.#pauses.note(nowMs)
  }

  /** Throws the book away and starts anew, after a pause that grows where that happens often. */
  #recover(why: BookLoss, nowMs: number): void {
    if (why !== 'thin') this.#gaps += 1
    this.#throwAway(why, nowMs)
    this.#ask(this.#isFromRest && !this.#hasSeenSnapshot ? 'base' : 'stream', this.#pauses.nextAtMs(nowMs))
  }

  takeSnapshot(message: BookSnapshot, nowMs: number): void {
    // A level that is missing would stay missing; REST may have it.
    if (message.unread > 0) return
    // Late, or the exchange began its sequence anew: starting anew tells which.
    if (this.#sequence !== null && message.sequence < this.#sequence) {
      this.#recover('gap', nowMs)
      return
    }
    if (this.#status === 'exact' && message.sequence === this.#sequence) return
    const held = this.#held.take().filter(({ sequence }) => sequence > message.sequence)
    this.#sides.replace({ asks: message.asks, bids: message.bids, unknownFrom: { asks: null, bids: null } })
    this.#become('exact', message.sequence)
    this.#overlap = { sequence: message.sequence, untilMs: nowMs + OVERLAP_MS }
    this.#isFromRest = false
    this.#hasSeenSnapshot = true
    this.#snapshotDueMs = null
    this.#need = 'nothing'
    this.#awaitedReading = null
    this.#replay(held, nowMs)
  }

  #become(status: 'exact' | 'approximate', sequence: number | null): void {
    this.#status = status
    this.#sequence = sequence
    this.#held.clear()
    this.#isHolding = false
    this.#recent.clear()
    this.#crossedSinceMs = null
  }

  #replay(held: readonly BookIncrement[], nowMs: number): void {
    for (const message of held) {
      // A gap among them throws the book away, and holds the rest.
      this.takeIncrement(message, nowMs)
    }
    this.#noteCrossing(nowMs)
  }

  takeIncrement(message: BookIncrement, nowMs: number): void {
    if (this.#status === 'waiting') {
      this.#hold(message, nowMs)
      return
    }
    const { sequence } = message
    if (this.#sequence !== null && sequence !== this.#sequence + 1) {
      this.#takeOutOfSequence(message, nowMs)
      return
    }
    if (message.unread > 0) {
      this.#recover('unread', nowMs)
      return
    }
    this.#sequence = sequence
    this.#recent.note(message)
    for (const change of message.changes) this.#sides.set(change)
    if (this.#isHolding) this.#hold(message, nowMs)
    this.#noteCrossing(nowMs)
    if (this.#status === 'exact' && this.#sides.isThin()) this.#recover('thin', nowMs)
  }

  #takeOutOfSequence(message: BookIncrement, nowMs: number): void {
    if (message.sequence > (this.#sequence ?? 0)) {
      this.#recover('gap', nowMs)
      this.#hold(message, nowMs)
      return
    }
    if (this.#recent.has(message)) return
    if (message.sequence <= this.#overlap.sequence && nowMs <= this.#overlap.untilMs) return
    // Late beyond telling, or the exchange has begun its sequence anew, and would soon reach where this book is.
    this.#recover('repeated', nowMs)
    this.#hold(message, nowMs)
  }

  /** Keeps increments that are in sequence until there is a base for them. */
  #hold(message: BookIncrement, nowMs: number): void {
    const place = this.#held.placeOf(message)
    if (place === 'known') return
    // An answer that is under way may be older than what is missing, so it must not be used.
    if (place !== 'next') this.#recover(place, nowMs)
    if (place !== 'unread') this.#held.push(message)
  }

  #noteCrossing(nowMs: number): void {
    if (!this.#sides.isCrossed()) this.#crossedSinceMs = null
    else this.#crossedSinceMs ??= nowMs
  }

  /** The answer to a reading by REST, dropped where a snapshot came meanwhile or increments were lost. */
  takeBase(reading: number, base: BookContent, nowMs: number): void {
    if (reading !== this.#awaitedReading) return
    this.#awaitedReading = null
    const held = this.#held.take()
    const [first] = held
    this.#sides.replace(base)
    this.#become('approximate', first === undefined ? this.#sequence : first.sequence - 1)
    this.#ask(this.#hasSeenSnapshot ? 'stream' : 'base', nowMs + BASE_EVERY_MS)
    this.#replay(held, nowMs)
  }

  /** A reading by REST failed; there is another one later. */
  baseFailed(reading: number, nowMs: number): void {
    if (reading !== this.#awaitedReading) return
    this.#awaitedReading = null
    if (this.#status !== 'waiting') {
      this.#isHolding = false
      this.#held.clear()
    }
    this.#pauses.note(nowMs)
    this.#ask('base', Math.max(this.#pauses.nextAtMs(nowMs), nowMs + FAILED_PAUSE_MS))
  }

  /** Call at least twice a second. */
  tick(nowMs: number): void {
    if (this.#crossedSinceMs !== null && nowMs - this.#crossedSinceMs > CROSSED_LIMIT_MS) {
      this.#recover('crossed', nowMs)
    } else if (this.#snapshotDueMs !== null && nowMs >= this.#snapshotDueMs) {
      this.#snapshotDueMs = null
      this.#isFromRest = true
      this.#ask('base', nowMs)
    }
  }

  /** @param depth - most levels of each side */
  view(depth: number): BookView {
    return {
      status: this.#status,
      sequence: this.#sequence,
      ...this.#sides.read(depth),
      isCrossed: this.#crossedSinceMs !== null,
    }
  }
}
