// What a user signs for an order: a hash that commits to all of it, and a nonce that is never given twice.
import { createHash } from 'node:crypto'
import type { Clock } from '../../async/clock.ts'
import { randomHex, type Entropy } from '../entropy.ts'

/** 2026-01-01, from which nonces count; they have more digits than those of transfers, so the two never meet. */
const firstMs = Date.UTC(2026, 0, 1)
const perSecond = 1_000

/**
 * Nonces that only rise, by the computer's time: an exchange that was set back to its beginning, or that lost its file, does
 * not give one again.
 */
export function createOrderNonces(realTime: Clock, lastGiven: number): () => number {
  let last = lastGiven
  return () => {
    last = Math.max(last + 1, (Math.floor((realTime.now() - firstMs) / 1_000) + 1_000_000) * perSecond)
    return last
  }
}

/** Commits to `parts` and a salt; 1 <= hash < 2^251 (facts, A8). */
export function hashOrder(parts: readonly (string | number | null)[], entropy: Entropy): string {
  const digest = createHash('sha256')
    .update([...parts, randomHex(entropy, 16)].join('\n'))
    .digest('hex')
  return `0x${((BigInt(`0x${digest}`) % (2n ** 251n - 1n)) + 1n).toString(16)}`
}
