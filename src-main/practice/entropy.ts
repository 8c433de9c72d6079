// Unpredictable values for the practice exchange: tokens, login codes, nonces, references.
import { randomBytes } from 'node:crypto'

/** Source of unpredictable bytes; tests inject their own. */
export interface Entropy {
  bytes(count: number): Uint8Array
}

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) }

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function pick(entropy: Entropy, alphabet: string, count: number): string {
  // Bytes beyond the last whole multiple of the alphabet are redrawn, so all characters are equally likely.
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

/** Decimal digits; the first is not 0. */
export function randomDigits(entropy: Entropy, count: number): string {
  return pick(entropy, '123456789', 1) + pick(entropy, '0123456789', count - 1)
}

/** Lowercase hex of `count` bytes. */
export function randomHex(entropy: Entropy, count: number): string {
  return Buffer.from(entropy.bytes(count)).toString('hex')
}

/** A random UUID (version 4). */
export function randomUuid(entropy: Entropy): string {
  const hex = randomHex(entropy, 16)
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
