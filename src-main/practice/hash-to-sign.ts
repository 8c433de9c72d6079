// The hashes that users sign: opaque numbers that commit to what they stand for.
import { createHash } from 'node:crypto'
import { randomHex, type Entropy } from './entropy.ts'

/** Commits to `parts` and a salt; 1 <= hash < 2^251 (facts, A8). */
export function hashToSign(parts: readonly (string | number | null)[], entropy: Entropy): string {
  const text = [...parts, randomHex(entropy, 16)].join('\n')
  const digest = createHash('sha256').update(text).digest('hex')
  return `0x${((BigInt(`0x${digest}`) % (2n ** 251n - 1n)) + 1n).toString(16)}`
}

/** Compares hashes as numbers: leading zeros and case are ignored. */
export function isSameHash(given: string, issued: string): boolean {
  return /^0x[0-9a-fA-F]{1,64}$/.test(given) && BigInt(given) === BigInt(issued)
}
