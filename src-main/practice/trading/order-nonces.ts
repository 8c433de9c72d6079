// What a user signs for an order: a hash that commits to all of it, and a nonce that is never given twice.
import type { OrderSide, OrderType } from '../../../src-preload/domain/markets/markets.ts'
import type { Clock } from '../../async/clock.ts'
import { verifyMsgHash, type StarkSignature } from '../../signing/stark.ts'
import type { Entropy } from '../entropy.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import { Refusal } from '../refusal.ts'
import { hashToSign, isSameHash } from '../hash-to-sign.ts'
import type { PracticeUser } from '../users.ts'
import type { AccountIndex } from './market-engine.ts'
import type { OrderNonce } from './trading-file.ts'

/** What a nonce is asked for. Prices in ticks, volumes in units. */
export interface OrderRequest {
  readonly market: PracticeMarket
  readonly type: OrderType
  readonly side: OrderSide
  /** 0 for a market order. */
  readonly price: number
  readonly stopPrice: number | null
  readonly units: number
}

export interface IssuedNonce {
  readonly nonce: number
  readonly msg_hash: string
}

export interface OrderNoncesOptions {
  readonly clock: Clock
  /** The computer's own clock, whatever the exchange's shows. */
  readonly realTime: Clock
  readonly entropy: Entropy
  readonly nonceMs: number
}

/** 2026-01-01, from which nonces count. */
const firstMs = Date.UTC(2026, 0, 1)
/** They have more digits than those of transfers, so the two never meet. */
const firstSecond = 1_000_000
const perSecond = 1_000

export class OrderNonces {
  readonly #options: OrderNoncesOptions
  readonly #entries = new Map<number, OrderNonce>()
  #last: number

  /** @param entries - all that were ever given, oldest first */
  constructor(options: OrderNoncesOptions, entries: readonly OrderNonce[]) {
    this.#options = options
    for (const entry of entries) this.#entries.set(entry.nonce, entry)
    this.#last = entries.at(-1)?.nonce ?? 0
  }

  /** A nonce for an order; it is good once {@link put} has it. */
  make(user: PracticeUser, { market, type, side, price, stopPrice, units }: OrderRequest): OrderNonce {
    const nonce = this.#next()
    const parts = [user.starkKey, market.symbol, type, side, price, stopPrice, units, nonce]
    return {
      nonce,
      msg_hash: hashToSign(parts, this.#options.entropy),
      account: user.index,
      market: market.symbol,
      type,
      side,
      price,
      stop_price: stopPrice,
      units,
      expires_ms: this.#options.clock.now() + this.#options.nonceMs,
      order_id: null,
    }
  }

  put(entry: OrderNonce): void {
    this.#entries.set(entry.nonce, entry)
  }

  /** All that a user was given. */
  of(account: AccountIndex): OrderNonce[] {
    return [...this.#entries.values()].filter((entry) => entry.account === account)
  }

  /** What a user signed. Errors: Refusal 400. */
  requireSigned(user: PracticeUser, issued: IssuedNonce, signature: StarkSignature): OrderNonce {
    const entry = this.#entries.get(issued.nonce)
    // Another user's nonce is answered like an unknown one.
    if (entry?.account !== user.index) throw new Refusal(400, 'Invalid nonce')
    if (entry.order_id !== null) throw new Refusal(400, 'This nonce has already been used')
    if (this.#options.clock.now() >= entry.expires_ms) {
      throw new Refusal(400, 'This nonce has expired, please create a new one')
    }
    if (!isSameHash(issued.msg_hash, entry.msg_hash)) throw new Refusal(400, 'Invalid msg_hash')
    if (!verifyMsgHash(entry.msg_hash, signature, user.starkKey)) throw new Refusal(400, 'Invalid signature')
    return entry
  }

  /**
   * Nonces only rise, by the computer's time: an exchange that was set back to its beginning, or that lost its file, does not
   * give one again.
   */
  #next(): number {
    const second = Math.floor((this.#options.realTime.now() - firstMs) / 1_000)
    this.#last = Math.max(this.#last + 1, (second + firstSecond) * perSecond)
    return this.#last
  }
}
