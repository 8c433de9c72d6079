// Owns: the words for a recipient: what is wrong with an address, what was sent there before. Must not: judge an address.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { RecipientCheck } from '../../../../src-preload/contract/transfers.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { formatDay, isSameYear } from '../../../text/format/time.ts'
import { countOf } from '../../../text/format/words.ts'

/** Why an address could not be looked at, in one text for the field. */
export function describeRecipientFault(error: ErrorReport): string {
  const { happened, next } = describeError(error)
  return error.code === 'validation' ? happened : `${happened} ${next}`
}

/** What arrived there from this account, as far as this computer knows. */
export function describeSentBefore({ count, lastAtMs }: RecipientCheck['sentBefore'], nowMs: number): string {
  if (count === 0 || lastAtMs === null) return 'Nothing was sent there from here.'
  const times = count === 1 ? 'once' : countOf(count, ['time', 'times'])
  return `Sent there before: ${times}, last ${formatDay(lastAtMs, !isSameYear(lastAtMs, nowMs))}.`
}
