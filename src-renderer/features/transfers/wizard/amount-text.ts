// Text for invalid amounts and references.
import { assertNever } from '../../../../src-preload/domain/errors.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import type { AmountFault } from './amount.ts'

/** One or two sentences: what is wrong with an amount, and the expected format. */
export function describeAmountFault(fault: AmountFault): string {
  switch (fault.reason) {
    case 'empty':
      return 'The amount is missing.'
    case 'sign':
      return 'Write the amount without a sign.'
    case 'space':
      return 'Write the amount without spaces.'
    case 'comma':
      return 'A comma can mean thousands or decimals, so it is not guessed. Write decimals after a point, as in 1250.50, and thousands without a mark.'
    case 'exponent':
      return 'Write the amount in full, without an exponent.'
    case 'notNumber':
      return 'The amount must be a number such as 25 or 25.5.'
    case 'noInteger':
      return 'Write a zero before the point, as in 0.5.'
    case 'noDecimals':
      return 'Nothing follows the point. Write the decimals, or leave the point out.'
    case 'leadingZero':
      return 'The amount begins with a zero that it does not need. Check that no digit is missing.'
    case 'zero':
      return 'The amount must be more than zero.'
    case 'tooManyDecimals':
      return 'USDC has six decimals at most. This amount has more, and it is not rounded.'
    case 'overTransferLimit':
      return `This is more than your limit of ${formatDecimal(fault.limit)} USDC for one transfer.`
    case 'overDayLimit':
      return `This is more than is left of your limit of ${formatDecimal(fault.limit)} USDC in 24 hours: ${formatDecimal(fault.left)} USDC.`
    case 'overFree':
      return `This is more than the ${formatDecimal(fault.balance)} USDC that are free.`
    case 'overBalance':
      return `This is more than the balance of ${formatDecimal(fault.balance)} USDC.`
    default:
      return assertNever(fault, 'amount fault')
  }
}

export type ReferenceFault = 'notOwn' | 'reserved' | 'taken'

export const referenceFaultWords: Readonly<Record<ReferenceFault, string>> = {
  notOwn: 'A reference that is sent from here has the letters A to Z, digits, hyphens and underscores only.',
  reserved: 'This reference is a word of the service’s own addresses. Choose another one.',
  taken:
    'This account has used this reference before. Choose another one, or leave it empty and Starkdesk makes one.',
}
