// Owns: the user's own limits of what may be sent: which hold now, and that what is higher waits a day. Pure.
// Must not: know where they are kept, or let a limit be raised at once.
import {
  type Exact,
  compare,
  compareDecimals,
  exactText,
  parseExact,
  subtract,
} from '../../src-preload/domain/exact.ts'
import { limitWaitMs, type TransferLimits } from '../../src-preload/contract/transfers.ts'
import { AppError } from '../../src-preload/domain/errors.ts'

/** Limits as they are kept: those in force, and those asked for that wait. */
export interface KeptLimits {
  readonly now: TransferLimits
  readonly next: { readonly limits: TransferLimits; readonly fromMs: number } | null
}

export const noLimits: KeptLimits = { now: { perTransfer: null, perDay: null }, next: null }

/** The limits that hold at a time. A clock that was set forward can bring them on; the waiting is against haste and thieves. */
export function limitsAt(kept: KeptLimits, nowMs: number): KeptLimits {
  return kept.next !== null && nowMs >= kept.next.fromMs ? { now: kept.next.limits, next: null } : kept
}

function lower(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return compareDecimals(one, other) < 0 ? one : other
}

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : compareDecimals(one, other) === 0

/** Each limit that becomes lower holds at once, what becomes higher (none at all is highest) holds after the wait. */
export function askForLimits(kept: KeptLimits, asked: TransferLimits, nowMs: number): KeptLimits {
  const { now } = limitsAt(kept, nowMs)
  const atOnce: TransferLimits = {
    perTransfer: lower(now.perTransfer, asked.perTransfer),
    perDay: lower(now.perDay, asked.perDay),
  }
  const isDone = isSame(atOnce.perTransfer, asked.perTransfer) && isSame(atOnce.perDay, asked.perDay)
  return { now: atOnce, next: isDone ? null : { limits: asked, fromMs: nowMs + limitWaitMs } }
}

/**
 * Refuses an amount that the limits do not allow.
 * @param sentLastDay - what was sent, or may have been, within the last 24 hours
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
