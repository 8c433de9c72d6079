// The transfer history for display, search and export: the journal's transfers and those looked up. Pure.
import type { HistoryEntry, HistoryFilter, SentTransfer } from '../../../src-preload/contract/transfers.ts'
import type { Recipient, TransferState } from '../../../src-preload/contract/transfers.ts'
import type { StoredFound, StoredTransfer } from '../../store/api/transfer-rows.ts'
import { nextLookUpMs } from '../look-ups.ts'
import { offersFor } from '../transfer-machine.ts'
import { labelOf } from '../recipients/recipients.ts'

/** A journal transfer for the IPC border, without its signature. */
export function toSentTransfer(
  stored: StoredTransfer,
  book: readonly Recipient[],
  isBusy: boolean,
  nowMs: number,
): SentTransfer {
  return {
    id: stored.id,
    accountId: stored.accountId,
    network: { kind: stored.networkKind, baseUrl: stored.baseUrl },
    host: stored.host,
    senderAddress: stored.senderAddress,
    recipientAddress: stored.recipientAddress,
    recipientLabel: labelOf(stored.recipientAddress, book),
    amount: stored.amount,
    currency: stored.currency,
    reference: stored.reference,
    note: stored.note,
    state: stored.state,
    isBusy,
    offers: [...offersFor(stored.state, isBusy)],
    msgHash: stored.msgHash,
    nonce: stored.nonce,
    createdAtMs: stored.createdAtMs,
    updatedAtMs: stored.updatedAtMs,
    failure: stored.failure,
    told: stored.told,
    differences: [...stored.differences],
    lookUps: { ...stored.lookUps, nextAtMs: nextLookUpMs(stored, nowMs) },
  }
}

/** A looked-up transfer as an entry, with its direction as seen from the account. */
export function toFoundEntry({ accountId, told }: StoredFound, accountAddress: string): HistoryEntry {
  const own = accountAddress.toLowerCase()
  const isTo = told.destinationAddress.toLowerCase() === own
  const isFrom = told.fromAddress.toLowerCase() === own
  const direction = isTo ? 'received' : isFrom ? 'sent' : 'other'
  return { kind: 'found', transfer: { accountId, direction, told } }
}

export function timeOf(entry: HistoryEntry): number {
  return entry.kind === 'journal' ? entry.transfer.createdAtMs : entry.transfer.told.createdAtMs
}

function textsOf(entry: HistoryEntry): string[] {
  if (entry.kind === 'found') {
    const { reference, amount, fromAddress, destinationAddress, status } = entry.transfer.told
    return [reference, amount, fromAddress, destinationAddress, status]
  }
  const { reference, amount, recipientAddress, recipientLabel, note } = entry.transfer
  return [reference, amount, recipientAddress, recipientLabel ?? '', note]
}

function stateOf(entry: HistoryEntry): TransferState | 'found' {
  return entry.kind === 'journal' ? entry.transfer.state : 'found'
}

/** Matching entries, newest first. */
export function filterHistory(entries: readonly HistoryEntry[], filter: HistoryFilter): HistoryEntry[] {
  const sought = filter.text.trim().toLowerCase()
  return entries
    .filter((entry) => {
      const atMs = timeOf(entry)
      return (
        (filter.states.length === 0 || filter.states.includes(stateOf(entry))) &&
        (filter.fromMs === null || atMs >= filter.fromMs) &&
        (filter.toMs === null || atMs <= filter.toMs) &&
        (sought === '' || textsOf(entry).some((text) => text.toLowerCase().includes(sought)))
      )
    })
    .toSorted((one, other) => timeOf(other) - timeOf(one))
}
