// Owns: a receipt as plain text, for copying. Must not: claim more than the record, or shorten anything.
import type { FoundTransfer, SentTransfer } from '../../../../src-preload/contract/transfers.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { formatIso } from '../../../lib/format/time.ts'
import { networkWords } from '../../../lib/networks.ts'
import {
  comparedFieldNames,
  describeState,
  directionNames,
  failedSteps,
  nameToldStatus,
} from '../../../lib/transfer-words.ts'
import { toldValueOf } from './told-values.ts'

type Line = readonly [name: string, value: string]

const join = (lines: readonly Line[]): string => lines.map(([name, value]) => `${name}: ${value}`).join('\n')

/** A transfer of the journal, as it stands at `nowMs`. Times are ISO 8601 in UTC. */
export function receiptAsText(transfer: SentTransfer, nowMs: number): string {
  const { told, failure } = transfer
  const words = describeState(transfer, nowMs)
  const lines: Line[] = [
    ['State', `${words.title}. ${words.done}`],
    ['Amount', `${transfer.amount} ${transfer.currency.toUpperCase()}`],
    ['To', [transfer.recipientLabel, transfer.recipientAddress].filter(Boolean).join(', ')],
    ['From', transfer.senderAddress],
    ['Reference', transfer.reference],
    ['Network', `${networkWords[transfer.network.kind]}, at ${transfer.host}`],
    ['Written down', formatIso(transfer.createdAtMs)],
    ['Last change', formatIso(transfer.updatedAtMs)],
  ]
  if (transfer.msgHash !== null) lines.push(['Message hash', transfer.msgHash])
  if (transfer.nonce !== null) lines.push(['Nonce', String(transfer.nonce)])
  if (transfer.note !== '') lines.push(['Own note', transfer.note])
  if (failure !== null) {
    const message = failure.error.data['message']
    lines.push([failedSteps[failure.step], describeError(failure.error).happened])
    if (typeof message === 'string' && message !== '') lines.push(['The service said', message])
  }
  if (told !== null) {
    lines.push(['By the service', `${nameToldStatus(told)}, as of ${formatIso(told.asOfMs)}`])
    for (const field of transfer.differences) {
      lines.push([`${comparedFieldNames[field]} by the service`, toldValueOf(field, told)])
    }
  }
  return join(lines)
}

/** A transfer that was only looked up. */
export function foundAsText({ direction, told }: FoundTransfer): string {
  return join([
    ['State', `${directionNames[direction]}, ${nameToldStatus(told)} by the service`],
    ['Amount', `${told.amount} ${told.currency.toUpperCase()}`],
    ['To', told.destinationAddress],
    ['From', told.fromAddress],
    ['Reference', told.reference],
    ['Created', formatIso(told.createdAtMs)],
    ['Updated', formatIso(told.updatedAtMs)],
    ['Looked up', formatIso(told.asOfMs)],
  ])
}
