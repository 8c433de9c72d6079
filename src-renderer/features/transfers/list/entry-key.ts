// Selection key of a history entry; never shown or stored.
import type { HistoryEntry } from '../../../../src-preload/contract/transfers.ts'

/** A journal transfer by its ID (a UUID); a looked-up one by `found:` and its reference. */
export function keyOf(entry: HistoryEntry): string {
  return entry.kind === 'journal' ? entry.transfer.id : `found:${entry.transfer.told.reference}`
}
