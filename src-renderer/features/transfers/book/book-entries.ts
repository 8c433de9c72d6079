// Search and uniqueness of address book entries. Pure.
import type { Recipient } from '../../../../src-preload/contract/transfers.ts'

/** Entries whose label, address or note contains the text, sorted by label. */
export function findEntries(book: readonly Recipient[], text: string): Recipient[] {
  const sought = text.trim().toLowerCase()
  return book
    .filter(({ label, address, note }) =>
      [label, address, note].some((part) => part.toLowerCase().includes(sought)),
    )
    .toSorted((one, other) => one.label.localeCompare(other.label, undefined, { numeric: true }))
}

/** The entry with this address, ignoring case and surrounding spaces; null without one. */
export function findAddress(book: readonly Recipient[], address: string): Recipient | null {
  const sought = address.trim().toLowerCase()
  return book.find((entry) => entry.address.toLowerCase() === sought) ?? null
}

/**
 * Another entry with the same name: payments are made by name, so duplicates would be confused.
 * @param besides - address that has the name now; null for a new entry
 */
export function findNamesake(
  book: readonly Recipient[],
  label: string,
  besides: string | null,
): Recipient | null {
  const sought = label.trim().toLowerCase()
  return book.find((entry) => entry.address !== besides && entry.label.toLowerCase() === sought) ?? null
}
