// Counts what one connection received. Pure; bounded.
import { type StreamMessage, unreadRows } from './stream-messages.ts'

/** The rate is the average of so many whole seconds. */
const RATE_SECONDS = 5

export interface StreamFigures {
  readonly messages: number
  /** Average of the last seconds. */
  readonly messagesPerSecond: number
  /** On the clock that is handed in; null for never. */
  readonly lastMessageAtMs: number | null
  /** Rows, levels and frames that could not be read. */
  readonly unread: number
}

export class StreamMeter {
  #messages = 0
  #unread = 0
  #lastMessageAtMs: number | null = null
  /** Messages of each of the last seconds, by the second's number modulo the length. */
  readonly #counts = new Array<number>(RATE_SECONDS + 1).fill(0)
  #second = 0

  /** Empties the seconds that have passed since the last message. */
  #goTo(nowMs: number): void {
    const second = Math.floor(nowMs / 1_000)
    const first = Math.max(this.#second + 1, second - RATE_SECONDS)
    for (let passed = first; passed <= second; passed += 1) this.#counts[passed % this.#counts.length] = 0
    this.#second = Math.max(second, this.#second)
  }

  note(message: StreamMessage, nowMs: number): void {
    this.#goTo(nowMs)
    const place = this.#second % this.#counts.length
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
    this.#messages += 1
    this.#unread += unreadRows(message)
    this.#lastMessageAtMs = nowMs
  }

  read(nowMs: number): StreamFigures {
    this.#goTo(nowMs)
    const current = this.#counts[this.#second % this.#counts.length] ?? 0
    const whole = this.#counts.reduce((sum, count) => sum + count, 0) - current
    return {
      messages: this.#messages,
      messagesPerSecond: whole / RATE_SECONDS,
      lastMessageAtMs: this.#lastMessageAtMs,
      unread: this.#unread,
    }
  }
}
