// Parses a typed number range, never rounding, and reports errors. Pure.
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { type DecimalFault, readDecimal } from '../../../text/format/typed-number.ts'

/** Maximum decimals of decimal text. */
const maxDecimals = 60

export interface TypedRange {
  readonly least: string
  readonly most: string
}

export type RangeReading =
  | { readonly ok: true; readonly least: string | null; readonly most: string | null }
  | { readonly ok: false; readonly least: string | null; readonly most: string | null }

const faults: Record<Exclude<DecimalFault, 'empty' | 'zero'>, string> = {
  sign: 'Enter it without a sign.',
  space: 'Enter it without spaces.',
  comma: 'Use a point for decimals and no thousands separator.',
  exponent: 'Enter it without an exponent.',
  notNumber: 'Enter a number, such as 1250.5.',
  leadingZero: 'Remove the leading zeros.',
  noInteger: 'Enter a digit before the point, such as 0.5.',
  noDecimals: 'Enter digits after the point, or no point.',
  tooManyDecimals: 'Use at most 60 decimals.',
}

function readEnd(typed: string): { readonly value: string | null; readonly error: string | null } {
  const reading = readDecimal(typed, maxDecimals)
  if (reading.ok) {
    const isTooLong = (reading.text.split('.')[0] ?? '').length > 60
    return isTooLong
      ? { value: null, error: 'Use at most 60 digits before the point.' }
      : { value: reading.text, error: null }
  }
  switch (reading.reason) {
    case 'empty':
      return { value: null, error: null }
    case 'zero':
      return { value: '0', error: null }
    default:
      return { value: null, error: faults[reading.reason] }
  }
}

/** Both ends as decimal text, null for none; or an error for each end, null when valid. */
export function readRange({ least, most }: TypedRange): RangeReading {
  const from = readEnd(least)
  const to = readEnd(most)
  if (from.error !== null || to.error !== null) return { ok: false, least: from.error, most: to.error }
  if (from.value !== null && to.value !== null && compareDecimals(from.value, to.value) > 0)
    return { ok: false, least: null, most: 'Max is below min, so nothing can match.' }
  return { ok: true, least: from.value, most: to.value }
}
