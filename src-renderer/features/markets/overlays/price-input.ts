// Parses a typed price for a line, note or alert, never rounding it, and describes errors. Pure.
import { assertNever } from '../../../../src-preload/domain/errors.ts'
import { type DecimalFault, type DecimalReading, readDecimal } from '../../../text/format/typed-number.ts'

/** Maximum decimals of any market. */
const maxDecimals = 18
/** Maximum length of a typed price, in characters. */
export const longestPrice = 40

/** A price above zero as decimal text, identical in every locale. */
export function readPrice(typed: string): DecimalReading {
  return readDecimal(typed, maxDecimals)
}

/** One or two sentences: what is wrong with a price, and the expected format. */
export function describePriceFault(reason: DecimalFault): string {
  switch (reason) {
    case 'empty':
      return 'Enter a price.'
    case 'sign':
      return 'Enter it without a sign.'
    case 'space':
      return 'Enter it without spaces.'
    case 'comma':
      return 'Use a point for decimals and no thousands separator, as in 1250.50.'
    case 'exponent':
      return 'Enter it in full, without an exponent.'
    case 'notNumber':
      return 'Enter a price, such as 2400 or 2400.5.'
    case 'noInteger':
      return 'Enter a zero before the point, as in 0.5.'
    case 'noDecimals':
      return 'Enter the decimals, or leave the point out.'
    case 'leadingZero':
      return 'Remove the leading zero, and check that no digit is missing.'
    case 'zero':
      return 'Enter a price above zero.'
    case 'tooManyDecimals':
      return `Use at most ${maxDecimals} decimals.`
    default:
      return assertNever(reason, 'price fault')
  }
}
