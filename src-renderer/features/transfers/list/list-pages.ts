// Joins pages of the history without losing entries of the same millisecond. Pure.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { HistoryEntry } from '../../../../src-preload/contract/transfers.ts'
import { keyOf } from './entry-key.ts'

export interface ListRows {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  readonly hasMore: boolean
  /** Start of the next page; null for the newest. */
  readonly beforeMs: number | null
  /** Why the exchange's list could not be brought up to date, by the last page; null if it was. */
  readonly lastError: ErrorReport | null
}

export const noRows: ListRows = { entries: [], hasMore: true, beforeMs: null, lastError: null }

/** Main's sort time of an entry. */
export function timeOf(entry: HistoryEntry): number {
  return entry.kind === 'journal' ? entry.transfer.createdAtMs : entry.transfer.told.createdAtMs
}

/**
 * Appends a page. A page starts within the millisecond in which the previous one ended, which may have more entries; known
 * ones are skipped.
 */
export function withPage(
  rows: ListRows,
  page: {
    readonly entries: readonly HistoryEntry[]
    readonly hasMore: boolean
    readonly lastError: ErrorReport | null
  },
): ListRows {
  const { hasMore, lastError } = page
  const known = new Set(rows.entries.map(keyOf))
  const added = page.entries.filter((entry) => !known.has(keyOf(entry)))
  const last = page.entries.at(-1)
  if (last === undefined) return { ...rows, hasMore: false, lastError }
  // A full page within one millisecond would repeat forever.
  const nextMs = added.length === 0 ? timeOf(last) : timeOf(last) + 1
  return { entries: [...rows.entries, ...added], hasMore, beforeMs: nextMs, lastError }
}
