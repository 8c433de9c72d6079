// One connection: what it is subscribed to, and texts to it, spoiled as the options say.
import type { WebSocket } from 'ws'
import type { StreamFaults } from './stream-faults.ts'

/** Upstream cuts a client that has so many messages waiting (facts, B13). */
const mostWaiting = 256
/** Upstream closes at a larger message. */
export const largestMessageBytes = 512

export class StreamClient {
  /** The user of a private connection; null on the public one. */
  readonly account: number | null
  readonly streams = new Set<string>()
  readonly #socket: WebSocket
  readonly #faults: StreamFaults
  #waiting = 0

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
    if (this.#waiting >= mostWaiting) {
      this.#socket.terminate()
      return
    }
    this.#waiting += 1
    this.#socket.send(text, () => {
      this.#waiting -= 1
    })
  }

  close(): void {
    this.#socket.terminate()
  }
}
