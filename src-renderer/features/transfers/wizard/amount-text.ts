// Text for invalid amounts and references.
import { assertNever } from '../../../../src-preload/domain/errors.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import type { AmountFault } from './amount.ts'

/** One or two sentences: what is wrong with an amount, and the expected format. */
export function describeAmountFault(fault: AmountFault): string {
  switch (fault.reason) {
    case 'empty':
      return 'Enter an amount.'
    case 'sign':
      return 'Enter it without a sign.'
    case 'space':
      return 'Enter it without spaces.'
    case 'comma':
      return 'Use a point for decimals and no thousands separator, as in 1250.50.'
    case 'exponent':
      return 'Enter it in full, without an exponent.'
    case 'notNumber':
      return 'Enter a number such as 25 or 25.5.'
    case 'noInteger':
      return 'Enter a zero before the point, as in 0.5.'
    case 'noDecimals':
      return 'Enter the decimals, or leave the point out.'
    case 'leadingZero':
      return 'Remove the leading zero, and check that no digit is missing.'
    case 'zero':
      return 'Enter an amount above zero.'
    case 'tooManyDecimals':
      return 'Use at most 6 decimals.'
    case 'overTransferLimit':
      return `This is more than your limit of ${formatDecimal(fault.limit)} USDC per transfer.`
    case 'overDayLimit':
      return `This is more than the ${formatDecimal(fault.left)} USDC left of your ${formatDecimal(fault.limit)} USDC limit per 24 hours.`
    case 'overFree':
      return `This is more than the ${formatDecimal(fault.balance)} USDC available.`
    case 'overBalance':
      return `This is more than the balance of ${formatDecimal(fault.balance)} USDC.`
    default:
      return assertNever(fault, 'amount fault')
  }
}

export type ReferenceFault = 'notOwn' | 'reserved' | 'taken'

export const referenceFaultWords: Readonly<Record<ReferenceFault, string>> = {
  notOwn: 'Use only the letters A to Z, digits, hyphens and underscores.',
  reserved: 'This reference is reserved by the exchange. Choose another one.',
  taken: 'This account has already used this reference. Choose another, or leave it empty.',
}
