// Owns: what an amount and a reference may be, and what about an amount deserves a word. Pure, without floats.
// Must not: guess what was meant; what is not plain is refused with its reason.
import { compareDecimals, exactText, parseExact, subtract } from '../../../../src-preload/domain/exact.ts'
import type {
  LimitsState,
  longestNote as noteLimit,
  longestReference as referenceLimit,
} from '../../../../src-preload/contract/transfers.ts'
import { type DecimalFault, readDecimal } from '../../../text/format/read-decimal.ts'

/** The longest amount that is read, in characters. */
export const longestAmount = 40
const mostDecimals = 6

/** The contract's own, as types: its values would bring the schema library into the page. */
export const longestReference: typeof referenceLimit = 64
export const longestNote: typeof noteLimit = 500

export type AmountFault =
  | { readonly reason: DecimalFault }
  | { readonly reason: 'overTransferLimit'; readonly limit: string }
  | { readonly reason: 'overDayLimit'; readonly limit: string; readonly left: string }

export type AmountReading =
  { readonly ok: true; readonly amount: string } | { readonly ok: false; readonly fault: AmountFault }

/** USDC above zero with at most six decimals, as canonical decimal text. A space around it is no part of it. */
export function readAmount(typed: string): AmountReading {
  const reading = readDecimal(typed, mostDecimals)
  return reading.ok ? { ok: true, amount: reading.text } : { ok: false, fault: { reason: reading.reason } }
}

/** What may still be sent within the last 24 hours; null without such a limit. Never below zero. */
export function leftToday({ now, sentLastDay }: LimitsState): string | null {
  if (now.perDay === null) return null
  const left = subtract(parseExact(now.perDay), parseExact(sentLastDay))
  return left.units < 0n ? '0' : exactText(left)
}

/** Why the user's own limits do not allow an amount; null where they do. Main decides again when the money leaves. */
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

/** True where an amount is more than a balance that is known. */
export function isMoreThan(amount: string, balance: string): boolean {
  return compareDecimals(amount, balance) > 0
}

/** Why a reference cannot be sent; null where it can. None at all is allowed: Starkdesk makes one. */
export function findReferenceFault(typed: string): 'notOwn' | 'reserved' | null {
  const text = typed.trim()
  if (text === '') return null
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return 'notOwn'
  return reservedReferences.has(text) ? 'reserved' : null
}

/** Words of the service's own addresses: looking one of them up would mean something else. */
const reservedReferences = new Set(['initiate', 'process', 'check_user_exists'])
