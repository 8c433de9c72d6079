// Owns: how pages of the history join into one list without losing what happened in the same millisecond. Pure.
// Must not: fetch.
import type { HistoryEntry } from '../../../../src-preload/contract/transfers.ts'
import { keyOf } from './entry-key.ts'

export interface ListRows {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  readonly hasMore: boolean
  /** Where the next page begins; null for the newest. */
  readonly beforeMs: number | null
}

export const noRows: ListRows = { entries: [], hasMore: true, beforeMs: null }

/** The time by which main orders an entry. */
export function timeOf(entry: HistoryEntry): number {
  return entry.kind === 'journal' ? entry.transfer.createdAtMs : entry.transfer.told.createdAtMs
}

/**
 * The rows with another page after them. A page begins within the millisecond in which the one before ended, since more may
 * have happened in it; what is there already is not taken twice.
 */
export function withPage(
  rows: ListRows,
  page: { readonly entries: readonly HistoryEntry[]; readonly hasMore: boolean },
): ListRows {
  const known = new Set(rows.entries.map(keyOf))
  const added = page.entries.filter((entry) => !known.has(keyOf(entry)))
  const last = page.entries.at(-1)
  if (last === undefined) return { ...rows, hasMore: false }
  // A whole page of one millisecond would come back for ever.
  const nextMs = added.length === 0 ? timeOf(last) : timeOf(last) + 1
  return { entries: [...rows.entries, ...added], hasMore: page.hasMore, beforeMs: nextMs }
}
