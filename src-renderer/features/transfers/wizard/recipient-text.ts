// Text for a recipient: address errors and earlier transfers.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { RecipientCheck } from '../../../../src-preload/contract/transfers.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { formatDay, isSameYear } from '../../../text/format/time.ts'
import { countOf } from '../../../text/format/words.ts'

/** Why an address could not be checked, as one text for the field. */
export function describeRecipientFault(error: ErrorReport): string {
  const { happened, next } = describeError(error)
  return error.code === 'validation' ? happened : `${happened} ${next}`
}

/** Completed transfers from this account, as far as this computer knows. */
export function describeSentBefore({ count, lastAtMs }: RecipientCheck['sentBefore'], nowMs: number): string {
  if (count === 0 || lastAtMs === null) return 'Never sent to this address.'
  const times = count === 1 ? 'once' : countOf(count, ['time', 'times'])
  return `Sent before: ${times}, last ${formatDay(lastAtMs, !isSameYear(lastAtMs, nowMs))}.`
}
