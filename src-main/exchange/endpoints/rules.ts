// Rules of request parameters that several endpoints share, checked before anything is sent. Parameters are never repaired.
import { candlePeriods, type CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { decimalText, marketSymbol } from '../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { maxServiceKeyLength } from '../../../src-preload/domain/accounts/wallet-input.ts'

function fault(field: string, reason: string): AppError {
  return new AppError('validation', { field, reason })
}

/** Largest `limit` per endpoint. Undocumented in the interface; these are the limits of the engine behind it (facts, A3). */
export const maxLimits = {
  trades: 1_000,
  candles: 10_000,
  orders: 1_000,
  ownTrades: 1_000,
  /** Orders of one side of the book. */
  bookSide: 200,
  transfers: 500,
  /** Orders of one bulk cancel: its default is the most that is known to work (facts, A3). */
  cancels: 100,
} as const

/** Lowercase symbol without a separator. */
export function checkMarket(market: string): string {
  if (!marketSymbol.safeParse(market).success) throw fault('market', 'notMarketSymbol')
  return market
}

/** A currency code, the first or second half of a market symbol. */
export function checkUnit(unit: string | undefined, field: string): string | undefined {
  if (unit !== undefined && !/^[a-z0-9]{1,16}$/.test(unit)) throw fault(field, 'notCurrencyCode')
  return unit
}

/** Errors: validation { field: 'period', reason: 'notAllowed' }. */
export function checkPeriod(period: CandlePeriod): CandlePeriod {
  if (!candlePeriods.includes(period)) throw fault('period', 'notAllowed')
  return period
}

/** A whole number from `least` to `most`, or undefined for the service's default. */
export function checkCount(
  value: number | undefined,
  field: string,
  most: number,
  least = 1,
): number | undefined {
  if (value === undefined) return undefined
  if (!Number.isSafeInteger(value) || value < least || value > most) throw fault(field, 'outOfRange')
  return value
}

/** One of the allowed words, or undefined. */
export function checkWord<T extends string>(
  value: T | undefined,
  allowed: readonly T[],
  field: string,
): T | undefined {
  if (value !== undefined && !allowed.includes(value)) throw fault(field, 'notAllowed')
  return value
}

/**
 * Converts milliseconds to the service's whole seconds. The start of a range is rounded down and the end up, so that a range
 * never loses its first or last second.
 */
export function toSeconds(
  timeMs: number | undefined,
  field: string,
  bound: 'start' | 'end',
): number | undefined {
  if (timeMs === undefined) return undefined
  if (!Number.isFinite(timeMs) || timeMs < 0 || timeMs > Number.MAX_SAFE_INTEGER)
    throw fault(field, 'outOfRange')
  return bound === 'start' ? Math.floor(timeMs / 1000) : Math.ceil(timeMs / 1000)
}

/** Refuses a range that ends before it starts. */
export function checkRange(startMs: number | undefined, endMs: number | undefined): void {
  if (startMs !== undefined && endMs !== undefined && startMs > endMs) throw fault('endMs', 'beforeStart')
}

/** An id, a count or a nonce: whole, safe, not negative. */
export function checkId(value: number, field: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw fault(field, 'outOfRange')
  return value
}

/** `0x` and 1 to 64 hex digits. */
export function checkHexNumber(text: string, field: string): string {
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) throw fault(field, 'notHex')
  return text
}

/** An organization or API key: printable, without spaces. Its form is not documented (interface, "Internal transfers"). */
export function checkServiceKey(key: string, field: 'organizationKey' | 'apiKey'): string {
  if (key === '') throw fault(field, 'empty')
  if (key.length > maxServiceKeyLength || !/^[\x21-\x7e]+$/.test(key)) throw fault(field, 'notKey')
  return key
}

/** Issued by the service's operator on request; secrets. */
export interface ServiceKeys {
  readonly organizationKey: string
  readonly apiKey: string
}

/** Both keys under the service's names. */
export function writeServiceKeys({ organizationKey, apiKey }: ServiceKeys) {
  return {
    organization_key: checkServiceKey(organizationKey, 'organizationKey'),
    api_key: checkServiceKey(apiKey, 'apiKey'),
  }
}

/** Canonical decimal text above zero that is also a JSON number, which has no leading zeros. */
export function checkPositiveDecimal(text: string, field: string): string {
  if (!decimalText.safeParse(text).success || /^(?:-|0\d)/.test(text)) throw fault(field, 'notAmount')
  if (!/[1-9]/.test(text)) throw fault(field, 'zero')
  return text
}

/** More decimals than USDC has (six) would be rounded somewhere. */
const transferDecimals = 6

/** Canonical decimal text of an amount above zero with at most six decimals. */
export function checkTransferAmount(amount: string): string {
  const [, fraction = ''] = checkPositiveDecimal(amount, 'amount').split('.')
  if (fraction.length > transferDecimals) throw fault('amount', 'tooManyDecimals')
  return amount
}

/** Names in the interface's own paths: looking one of them up would call something else. */
const reservedReferences = new Set(['.', '..', 'initiate', 'process', 'check_user_exists'])
const maxReferenceLength = 255

/** A client_reference_id that fits into a path: no slash, no control characters, no reserved name. */
export function checkReference(reference: string): string {
  if (reference === '') throw fault('reference', 'empty')
  if (reference.length > maxReferenceLength) throw fault('reference', 'tooLong')
  if (!reference.isWellFormed() || /[/\\\p{Cc}]/u.test(reference)) throw fault('reference', 'notAllowed')
  if (reservedReferences.has(reference)) throw fault('reference', 'reserved')
  return reference
}
