// Parses a typed price for a line, note or alert, never rounding it, and describes errors. Pure.
import { assertNever } from '../../../../src-preload/domain/errors.ts'
import { type DecimalFault, type DecimalReading, readDecimal } from '../../../text/format/read-decimal.ts'

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
      return 'The price is missing.'
    case 'sign':
      return 'Write the price without a sign.'
    case 'space':
      return 'Write the price without spaces.'
    case 'comma':
      return 'A comma can mean thousands or decimals, so it is not guessed. Write decimals after a point, as in 1250.50, and thousands without a mark.'
    case 'exponent':
      return 'Write the price in full, without an exponent.'
    case 'notNumber':
      return 'The price must be a number such as 2400 or 2400.5.'
    case 'noInteger':
      return 'Write a zero before the point, as in 0.5.'
    case 'noDecimals':
      return 'Nothing follows the point. Write the decimals, or leave the point out.'
    case 'leadingZero':
      return 'The price begins with a zero that it does not need. Check that no digit is missing.'
    case 'zero':
      return 'The price must be more than zero.'
    case 'tooManyDecimals':
      return `A price has ${maxDecimals} decimals at most. This one has more, and it is not rounded.`
    default:
      return assertNever(reason, 'price fault')
  }
}
