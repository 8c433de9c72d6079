// Login texts to sign: one per address, single-use, expiring.
import type { Clock } from '../async/clock.ts'
import { randomText, type Entropy } from './entropy.ts'

interface LoginNonce {
  readonly text: string
  readonly expiresMs: number
}

/** Maximum addresses with a nonce; the oldest is evicted. Prevents a flood of addresses from filling the memory. */
const maxAddresses = 10_000

export class LoginNonces {
  readonly #clock: Clock
  readonly #entropy: Entropy
  readonly #lifetimeMs: number
  readonly #origin: () => string
  readonly #byAddress = new Map<string, LoginNonce>()

  /** `origin` is the base URL in the text, known once the server listens. */
  constructor(clock: Clock, entropy: Entropy, lifetimeMs: number, origin: () => string) {
    this.#clock = clock
    this.#entropy = entropy
    this.#lifetimeMs = lifetimeMs
    this.#origin = origin
  }

  /**
   * The text for an address. An unused, unexpired one is returned again (facts, A6). The exchange's form, with a typographic
   * apostrophe (U+2019), so it has more bytes than characters.
   */
  acquire(address: string): { text: string; isCached: boolean } {
    const key = address.toLowerCase()
    const known = this.peek(address)
    if (known !== null) return { text: known, isCached: true }
    const text =
      `You\u2019re now signing into TanX Practice, make sure the origin is ${this.#origin()} ` +
      `(Login-code:${randomText(this.#entropy, 22)})`
    this.#byAddress.delete(key)
    const oldest = this.#byAddress.keys().next()
    if (this.#byAddress.size >= maxAddresses && oldest.done !== true) this.#byAddress.delete(oldest.value)
    this.#byAddress.set(key, { text, expiresMs: this.#clock.now() + this.#lifetimeMs })
    return { text, isCached: false }
  }

  /** The valid text of an address, or null. */
  peek(address: string): string | null {
    const nonce = this.#byAddress.get(address.toLowerCase())
    return nonce === undefined || this.#clock.now() >= nonce.expiresMs ? null : nonce.text
  }

  /** Invalidates a text after use. */
  consume(address: string): void {
    this.#byAddress.delete(address.toLowerCase())
  }
}
