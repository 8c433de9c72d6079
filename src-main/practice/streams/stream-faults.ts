// What goes wrong on a stream, by option and seed: messages late, twice, out of sequence or not at all.
import { randomFrom } from '../random-sequence.ts'

/** Shares of the messages, 0 to 1. */
export interface StreamFaultRates {
  /** Comes later, up to `lateMs`, and so out of its order. */
  readonly late: number
  readonly lateMs: number
  readonly twice: number
  /** Never comes: the next one has a gap before it. */
  readonly lost: number
  /** Nothing more comes for `silenceMs`, though the connection stands. */
  readonly silence: number
  readonly silenceMs: number
  /** Share of handshakes that are refused. */
  readonly refused: number
}

export const noStreamFaults: StreamFaultRates = {
  late: 0,
  lateMs: 2_000,
  twice: 0,
  lost: 0,
  silence: 0,
  silenceMs: 20_000,
  refused: 0,
}

export class StreamFaults {
  readonly #rates: StreamFaultRates
  readonly #random: () => number
  #silentUntilMs = 0

  constructor(rates: StreamFaultRates, seed: number) {
    this.#rates = rates
    this.#random = randomFrom(seed)
  }

  refusesHandshake(): boolean {
    return this.#happens(this.#rates.refused)
  }

  /** Passes a text on: at once, later, twice, or never. */
  pass(text: string, write: (text: string) => void): void {
    const { late, lateMs, twice, lost, silence, silenceMs } = this.#rates
    const nowMs = performance.now()
    if (nowMs >= this.#silentUntilMs && this.#happens(silence)) this.#silentUntilMs = nowMs + silenceMs
    if (nowMs < this.#silentUntilMs || this.#happens(lost)) return
    if (this.#happens(late)) setTimeout(write, this.#random() * lateMs, text).unref()
    else write(text)
    if (this.#happens(twice)) write(text)
  }

  #happens(share: number): boolean {
    return share > 0 && this.#random() < share
  }
}
