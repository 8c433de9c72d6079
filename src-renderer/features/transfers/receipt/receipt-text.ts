// A receipt as plain text for copying, never shortened.
import type { FoundTransfer, SentTransfer } from '../../../../src-preload/contract/transfers.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { formatUtcIso } from '../../../text/format/time.ts'
import { networkNames } from '../../../text/networks.ts'
import { maskAmount, maskServiceText } from '../../../shell/page/private-amount.ts'
import {
  comparedFieldNames,
  describeState,
  directionNames,
  failedSteps,
  nameReportedStatus,
} from '../../../text/transfers/transfer-text.ts'
import { reportedValueOf } from './reported-values.ts'

type Line = readonly [name: string, value: string]

const join = (lines: readonly Line[]): string => lines.map(([name, value]) => `${name}: ${value}`).join('\n')

/** Copied text hides what the page hides; files saved by main are complete. */
const amountAsText = ({ amount, currency }: { readonly amount: string; readonly currency: string }): string =>
  `${maskAmount(amount)} ${currency.toUpperCase()}`

/** A journal transfer at `nowMs`. Times are ISO 8601 in UTC. */
export function receiptAsText(transfer: SentTransfer, nowMs: number): string {
  const { told, failure } = transfer
  const words = describeState(transfer, nowMs)
  const lines: Line[] = [
    ['State', `${words.title}. ${words.done}`],
    ['Amount', amountAsText(transfer)],
    ['To', [transfer.recipientLabel, transfer.recipientAddress].filter(Boolean).join(', ')],
    ['From', transfer.senderAddress],
    ['Reference', transfer.reference],
    ['Network', `${networkNames[transfer.network.kind]}, at ${transfer.host}`],
    ['Saved', formatUtcIso(transfer.createdAtMs)],
    ['Last change', formatUtcIso(transfer.updatedAtMs)],
  ]
  if (transfer.msgHash !== null) lines.push(['Message hash', transfer.msgHash])
  if (transfer.nonce !== null) lines.push(['Nonce', String(transfer.nonce)])
  if (transfer.note !== '') lines.push(['Private note', transfer.note])
  if (failure !== null) {
    const message = failure.error.data['message']
    lines.push([failedSteps[failure.step], maskServiceText(describeError(failure.error).happened)])
    if (typeof message === 'string' && message !== '')
      lines.push(['Message from the exchange', maskServiceText(message)])
  }
  if (told !== null) {
    lines.push(['Exchange status', `${nameReportedStatus(told)}, as of ${formatUtcIso(told.asOfMs)}`])
    for (const field of transfer.differences) {
      const value = reportedValueOf(field, told)
      lines.push([`${comparedFieldNames[field]} (exchange)`, field === 'amount' ? maskAmount(value) : value])
    }
  }
  return join(lines)
}

/** A transfer that is not in the journal. */
export function foundAsText({ direction, told }: FoundTransfer): string {
  return join([
    ['State', `${directionNames[direction]}, ${nameReportedStatus(told)} (exchange)`],
    ['Amount', amountAsText(told)],
    ['To', told.destinationAddress],
    ['From', told.fromAddress],
    ['Reference', told.reference],
    ['Created', formatUtcIso(told.createdAtMs)],
    ['Updated', formatUtcIso(told.updatedAtMs)],
    ['Checked', formatUtcIso(told.asOfMs)],
  ])
}
