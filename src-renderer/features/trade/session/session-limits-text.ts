// Reads the typed limits of a trading session, and the words of their faults and of a session's end. Pure.
import {
  findSessionLimitFault,
  type SessionEndReason,
  type SessionLimitFault,
  type SessionLimits,
} from '../../../../src-preload/domain/accounts/session-limits.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { readDecimal } from '../../../text/format/typed-number.ts'

export const typedFields = [
  'largestOrder',
  'largestSum',
  'bandPercent',
  'minutes',
  'signatures',
  'ordersPerMinute',
  'openOrders',
] as const
export type TypedField = (typeof typedFields)[number]
export type TypedLimits = Readonly<Record<TypedField, string>>

const counts = ['minutes', 'signatures', 'ordersPerMinute', 'openOrders'] as const

export type LimitsReading =
  | { readonly ok: true; readonly limits: SessionLimits }
  | { readonly ok: false; readonly faults: Readonly<Partial<Record<keyof SessionLimits, string>>> }

export function typedOf(limits: SessionLimits): TypedLimits {
  const { largestOrder, largestSum, bandPercent, minutes, signatures, ordersPerMinute, openOrders } = limits
  return {
    ...{ largestOrder, largestSum, bandPercent },
    ...{ minutes: String(minutes), signatures: String(signatures) },
    ...{ ordersPerMinute: String(ordersPerMinute), openOrders: String(openOrders) },
  }
}

/** What main says of a limit, as one sentence. */
export function describeLimitFault({ field, reason, largest }: SessionLimitFault, quote: string): string {
  const most = largest === null ? '' : formatDecimal(largest)
  switch (reason) {
    case 'notPositive':
      return 'Enter a number above zero.'
    case 'aboveLargest':
      return field === 'markets' ? `At most ${most} markets.` : `At most ${most}.`
    case 'aboveSum':
      return `At most the session’s total, ${most} ${quote.toUpperCase()}.`
    case 'otherQuote':
      return 'All markets of a session must share one quote currency.'
    case 'repeated':
      return 'A market is listed twice.'
    case 'empty':
      return 'Choose at least one market.'
  }
}

/** The limits in the fields, or a sentence at each field that has a fault. */
export function readLimits(typed: TypedLimits, markets: readonly string[], quote: string): LimitsReading {
  const faults: Partial<Record<keyof SessionLimits, string>> = {}
  for (const field of typedFields) {
    const isCount = counts.some((one) => one === field)
    const reading = readDecimal(typed[field], isCount ? 0 : 8)
    if (!reading.ok)
      faults[field] = isCount ? 'Enter a whole number above zero.' : 'Enter a number above zero.'
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults }
  const limits: SessionLimits = {
    ...{ markets: [...markets], quote },
    ...{ largestOrder: typed.largestOrder.trim(), largestSum: typed.largestSum.trim() },
    ...{ bandPercent: typed.bandPercent.trim(), minutes: Number(typed.minutes) },
    ...{ signatures: Number(typed.signatures), ordersPerMinute: Number(typed.ordersPerMinute) },
    openOrders: Number(typed.openOrders),
  }
  const fault = findSessionLimitFault(limits)
  return fault === null
    ? { ok: true, limits }
    : { ok: false, faults: { [fault.field]: describeLimitFault(fault, quote) } }
}

/** Why a session ended: "Session ended: Starkdesk was locked". */
export function describeEnd(reason: SessionEndReason): string {
  switch (reason) {
    case 'locked':
      return 'Session ended: Starkdesk was locked'
    case 'screenLocked':
      return 'Session ended: the screen was locked'
    case 'suspended':
      return 'Session ended: the computer went to sleep'
    case 'userSwitched':
      return 'Session ended: another user signed in to this computer'
    case 'idle':
      return 'Session ended: no input for five minutes'
    case 'accountChanged':
      return 'Session ended: the account was changed'
    case 'pageReloaded':
      return 'Session ended: the window was reloaded'
    case 'pageCrashed':
      return 'Session ended: the window crashed'
    case 'pageClosed':
      return 'Session ended: the window was closed'
    case 'difference':
      return 'Session ended: the exchange did something you didn’t ask for'
    case 'unread':
      return 'Session ended: signed orders could not be verified'
    case 'byHand':
      return 'Session ended by you'
    case 'timeOver':
      return 'Session ended: its time is up'
    case 'killSwitch':
      return 'Session ended by canceling all orders'
    case 'replaced':
      return 'Session replaced by a new one'
    case 'quit':
      return 'Session ended: Starkdesk was closed'
  }
}

/** Time left, rounded up to seconds: "4:05". */
export function formatTimeLeft(leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000))
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
