// Owns: which entries of the address book are shown, and what a new one must not share with another. Pure. Must not: fetch.
import type { Recipient } from '../../../../src-preload/contract/transfers.ts'

/** By label, as people order words; those whose label, address or note has the text. */
export function findEntries(book: readonly Recipient[], text: string): Recipient[] {
  const sought = text.trim().toLowerCase()
  return book
    .filter(({ label, address, note }) =>
      [label, address, note].some((part) => part.toLowerCase().includes(sought)),
    )
    .toSorted((one, other) => one.label.localeCompare(other.label, undefined, { numeric: true }))
}

export function findAddress(book: readonly Recipient[], address: string): Recipient | null {
  const sought = address.trim().toLowerCase()
  return book.find((entry) => entry.address.toLowerCase() === sought) ?? null
}

/**
 * Another entry of the same name: money goes by names, so two of them would be mistaken for each other.
 * @param besides - the address that bears the name now; null for a new entry
 */
export function findNamesake(
  book: readonly Recipient[],
  label: string,
  besides: string | null,
): Recipient | null {
  const sought = label.trim().toLowerCase()
  return book.find((entry) => entry.address !== besides && entry.label.toLowerCase() === sought) ?? null
}
