// Progress lines of sending: done and in progress, only as far as the record shows. Pure.
import type { SentTransfer, TransferState } from '../../../../src-preload/contract/transfers.ts'
import { transferStateNames } from '../../../text/transfers/transfer-text.ts'

export interface ProgressLine {
  readonly text: string
  readonly mark: 'done' | 'now' | 'later'
}

const lines: readonly { readonly before: string; readonly now: string; readonly done: string }[] = [
  { before: 'Save', now: 'Saving', done: 'Saved' },
  { before: 'Send request', now: 'Sending request', done: 'Request sent' },
  {
    before: 'Confirm in the other window',
    now: 'Confirm in the other window',
    done: 'Confirmed and signed',
  },
  { before: 'Send signature', now: 'Sent, waiting for the answer', done: 'Answered' },
]

/** Current line of each state; one past the last when all are done, null when none is. */
const lineOf: Readonly<Record<TransferState, number | null>> = {
  intended: 1,
  initiating: 1,
  initiated: 2,
  signed: 3,
  processing: 3,
  succeeded: 4,
  refused: null,
  abandoned: null,
  differs: null,
}

/** @param transfer - null until the intent is stored */
export function describeProgress(transfer: Pick<SentTransfer, 'state'> | null): ProgressLine[] {
  const at = transfer === null ? 0 : lineOf[transfer.state]
  if (at === null) return [{ text: transferStateNames[transfer?.state ?? 'intended'], mark: 'now' }]
  return lines.map(({ before, now, done }, index) => {
    if (index < at) return { text: done, mark: 'done' }
    return index === at ? { text: now, mark: 'now' } : { text: before, mark: 'later' }
  })
}
