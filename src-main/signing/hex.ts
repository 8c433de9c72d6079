// Parses and formats the service's hex numbers: `0x`, digits, no fixed width. Accepts no second spelling, and never puts a
// value into an error: some of these numbers are keys.
import { AppError } from '../../src-preload/domain/errors.ts'

const hexWithPrefix = /^0x[0-9a-fA-F]{1,64}$/
const hexDigits = /^(?:0x)?[0-9a-fA-F]{1,64}$/

/** True for text that {@link parseHex} accepts. */
export function isHex(text: string): boolean {
  return hexWithPrefix.test(text)
}

/**
 * Reads an unsigned number written as `0x` and 1 to 64 hex digits of either case; leading zeros are allowed.
 * The prefix is required: the service also has decimal texts for hashes, and `123` must not pass for hex.
 * Errors: validation { field, reason: 'notHex' }.
 */
export function parseHex(text: string, field: string): bigint {
  if (!isHex(text)) throw new AppError('validation', { field, reason: 'notHex' })
  return BigInt(text)
}

/** Like {@link parseHex}, but for keys, which are also written without the prefix. */
export function parseKeyHex(text: string, field: string): bigint {
  if (!hexDigits.test(text)) throw new AppError('validation', { field, reason: 'notHex' })
  return BigInt(text.startsWith('0x') ? text : `0x${text}`)
}

/** `0x` and lowercase hex without padding, as the service writes hashes, keys, r and s (facts, A8). */
export function formatHex(value: bigint): string {
  return `0x${value.toString(16)}`
}
