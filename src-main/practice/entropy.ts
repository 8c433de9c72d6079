// Owns: the service's unpredictable numbers: tokens, login codes, nonces, references. Must not: make market data.
import { randomBytes } from 'node:crypto'

/** Where unpredictable bytes come from; tests may give their own. */
export interface Entropy {
  bytes(count: number): Uint8Array
}

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) }

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function pick(entropy: Entropy, alphabet: string, count: number): string {
  // Bytes beyond the last whole multiple of the alphabet are drawn again, so that all characters are alike.
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < count) {
    for (const byte of entropy.bytes(count)) {
      if (byte < limit && text.length < count) text += alphabet[byte % alphabet.length] ?? ''
    }
  }
  return text
}

/** Letters and digits, for login codes. */
export function randomText(entropy: Entropy, count: number): string {
  return pick(entropy, alphanumeric, count)
}

/** Decimal digits of which the first is not 0. */
export function randomDigits(entropy: Entropy, count: number): string {
  return pick(entropy, '123456789', 1) + pick(entropy, '0123456789', count - 1)
}

/** Lowercase hex of `count` bytes. */
export function randomHex(entropy: Entropy, count: number): string {
  return Buffer.from(entropy.bytes(count)).toString('hex')
}
