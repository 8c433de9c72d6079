// Owns: the key by which an entry of the history is selected. Must not: be shown or stored.
import type { HistoryEntry } from '../../../../src-preload/contract/transfers.ts'

/** A transfer of the journal by its id (a UUID); one that was only looked up by `found:` and its reference. */
export function keyOf(entry: HistoryEntry): string {
  return entry.kind === 'journal' ? entry.transfer.id : `found:${entry.transfer.told.reference}`
}
