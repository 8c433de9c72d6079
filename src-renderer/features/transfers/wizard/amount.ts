// Validates amounts and references without floats. Ambiguous input is rejected with a reason. Pure.
import {
  compareDecimals,
  exactText,
  parseExact,
  subtract,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type {
  LimitsState,
  TransferSetup,
  longestNote as noteLimit,
  maxReferenceLength as referenceLimit,
} from '../../../../src-preload/contract/transfers.ts'
import { type DecimalFault, readDecimal } from '../../../text/format/typed-number.ts'

/** Maximum length of a typed amount, in characters. */
export const longestAmount = 40
const maxDecimals = 6

/** The contract's limits, imported as types: importing the values would bundle the schema library. */
export const maxReferenceLength: typeof referenceLimit = 64
export const longestNote: typeof noteLimit = 500

export type AmountFault =
  | { readonly reason: DecimalFault }
  | { readonly reason: 'overTransferLimit'; readonly limit: string }
  | { readonly reason: 'overDayLimit'; readonly limit: string; readonly left: string }
  /** More than is free, or than the whole balance. */
  | { readonly reason: 'overFree' | 'overBalance'; readonly balance: string }

export type AmountReading =
  { readonly ok: true; readonly amount: string } | { readonly ok: false; readonly fault: AmountFault }

/** USDC above zero with at most six decimals, as canonical decimal text. Surrounding spaces are ignored. */
export function readAmount(typed: string): AmountReading {
  const reading = readDecimal(typed, maxDecimals)
  return reading.ok ? { ok: true, amount: reading.text } : { ok: false, fault: { reason: reading.reason } }
}

/** Remaining amount within the last 24 hours, at least zero; null without such a limit. */
export function leftToday({ now, sentLastDay }: LimitsState): string | null {
  if (now.perDay === null) return null
  const left = subtract(parseExact(now.perDay), parseExact(sentLastDay))
  return left.units < 0n ? '0' : exactText(left)
}

/** Why the user's own limits forbid an amount; null when they allow it. Main decides again when sending. */
export function findLimitFault(amount: string, limits: LimitsState): AmountFault | null {
  const { perTransfer, perDay } = limits.now
  if (perTransfer !== null && compareDecimals(amount, perTransfer) > 0) {
    return { reason: 'overTransferLimit', limit: perTransfer }
  }
  const left = leftToday(limits)
  if (perDay !== null && left !== null && compareDecimals(amount, left) > 0) {
    return { reason: 'overDayLimit', limit: perDay, left }
  }
  return null
}

/** USDC that can be sent, or at most that much; null if unknown. */
export type Sendable = TransferSetup['balance']

/** The fault of an amount above a known free balance; null otherwise. Main decides again, by a new reading. */
export function findFundsFault(amount: string, balance: Sendable): AmountFault | null {
  if (balance?.kind !== 'free' || compareDecimals(amount, balance.amount) <= 0) return null
  return { reason: 'overFree', balance: balance.amount }
}

/** True when an amount exceeds what can be sent at most. */
export function isMoreThan(amount: string, balance: Sendable): boolean {
  return balance !== null && compareDecimals(amount, balance.amount) > 0
}

/** All of a known free balance, as an amount: rounded down at six decimals. Null if it is unknown or nothing. */
export function largestAmount(balance: Sendable): string | null {
  if (balance?.kind !== 'free') return null
  const { units, scale } = parseExact(balance.amount)
  const excess = 10n ** BigInt(Math.max(0, scale - maxDecimals))
  const floored = units <= 0n ? 0n : units / excess
  return floored === 0n ? null : exactText({ units: floored, scale: Math.min(scale, maxDecimals) })
}

/** Why a reference cannot be used; null when it can. Empty is allowed: Starkdesk generates one. */
export function findReferenceFault(typed: string): 'notOwn' | 'reserved' | null {
  const text = typed.trim()
  if (text === '') return null
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return 'notOwn'
  return reservedReferences.has(text) ? 'reserved' : null
}

/** Path segments of the service: looking one up would call another endpoint. */
const reservedReferences = new Set(['initiate', 'process', 'check_user_exists'])
