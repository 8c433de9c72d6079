// The user's transfer limits: those in force, and the one-day wait before a higher limit applies. Pure.
import {
  type Exact,
  compare,
  compareDecimals,
  exactText,
  parseExact,
  subtract,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { limitWaitMs, type TransferLimits } from '../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { StoredLimits } from '../../store/api/transfer-rows.ts'

export const noLimits: StoredLimits = { now: { perTransfer: null, perDay: null }, next: null }

/** The limits in force at a time. Setting the clock forward ends the wait; the wait protects against haste and thieves. */
export function limitsAt(kept: StoredLimits, nowMs: number): StoredLimits {
  return kept.next !== null && nowMs >= kept.next.fromMs ? { now: kept.next.limits, next: null } : kept
}

function lower(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return compareDecimals(one, other) < 0 ? one : other
}

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : compareDecimals(one, other) === 0

/** Lower limits apply immediately, higher ones (no limit is the highest) after the wait. */
export function requestLimits(kept: StoredLimits, asked: TransferLimits, nowMs: number): StoredLimits {
  const { now } = limitsAt(kept, nowMs)
  const atOnce: TransferLimits = {
    perTransfer: lower(now.perTransfer, asked.perTransfer),
    perDay: lower(now.perDay, asked.perDay),
  }
  const isDone = isSame(atOnce.perTransfer, asked.perTransfer) && isSame(atOnce.perDay, asked.perDay)
  return { now: atOnce, next: isDone ? null : { limits: asked, fromMs: nowMs + limitWaitMs } }
}

/**
 * Refuses an amount above the limits.
 * @param sentLastDay - amount sent, or possibly sent, within the last 24 hours
 * Errors: validation { field: 'amount', reason: 'overTransferLimit' | 'overDayLimit', limit, left }.
 */
export function checkLimits(
  { perTransfer, perDay }: TransferLimits,
  amount: string,
  sentLastDay: Exact,
): void {
  if (perTransfer !== null && compareDecimals(amount, perTransfer) > 0) {
    throw new AppError('validation', { field: 'amount', reason: 'overTransferLimit', limit: perTransfer })
  }
  if (perDay === null) return
  const left = subtract(parseExact(perDay), sentLastDay)
  if (compare(parseExact(amount), left) > 0) {
    throw new AppError('validation', {
      field: 'amount',
      reason: 'overDayLimit',
      limit: perDay,
      left: left.units < 0n ? '0' : exactText(left),
    })
  }
}
