// One connection: what it is subscribed to, and texts to it, spoiled as the options say.
import type { WebSocket } from 'ws'
import type { StreamFaults } from './stream-faults.ts'

/** A client that does not read is cut: upstream at 256 messages (facts, B13), here by size, as a burst is no fault of its. */
const mostUnsentBytes = 1_000_000
/** Upstream closes at a larger message. */
export const largestMessageBytes = 512

export class StreamClient {
  /** The user of a private connection; null on the public one. */
  readonly account: number | null
  readonly streams = new Set<string>()
  readonly #socket: WebSocket
  readonly #faults: StreamFaults

  constructor(socket: WebSocket, account: number | null, faults: StreamFaults) {
    this.#socket = socket
    this.account = account
    this.#faults = faults
  }

  /** An answer to the client itself, which no option spoils. */
  answer(message: unknown): void {
    this.#write(JSON.stringify(message))
  }

  answerText(text: string): void {
    this.#write(text)
  }

  /** A message of a stream. */
  send(message: unknown): void {
    const text = JSON.stringify(message)
    this.#faults.pass(text, (passed) => this.#write(passed))
  }

  #write(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > mostUnsentBytes) this.#socket.terminate()
    else this.#socket.send(text)
  }

  close(): void {
    this.#socket.terminate()
  }
}
