// What is known about a recipient, and what deserves a warning. Pure.
import type { Recipient, RecipientWarning } from '../../../src-preload/contract/transfers.ts'
import type { StoredFound, StoredTransfer } from '../../store/api/transfer-rows.ts'
import { findLikeness } from './look-alikes.ts'

/** All sources of known addresses. Addresses are checksummed. */
export interface KnownAddresses {
  readonly book: readonly Recipient[]
  /** Of the account in use, on its network. */
  readonly sent: readonly StoredTransfer[]
  readonly found: readonly StoredFound[]
  /** The accounts on this computer with their names. */
  readonly own: readonly { readonly address: string; readonly label: string }[]
}

export interface SentBefore {
  readonly count: number
  readonly lastAtMs: number | null
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The address book's name for an address; null if it has none. */
export function labelOf(address: string, book: readonly Recipient[]): string | null {
  return book.find((entry) => isSame(entry.address, address))?.label ?? null
}

/** Completed transfers to an address, as far as known. */
export function countSentTo(address: string, sent: readonly StoredTransfer[]): SentBefore {
  const done = sent.filter(
    ({ state, recipientAddress }) => state === 'succeeded' && isSame(recipientAddress, address),
  )
  return {
    count: done.length,
    lastAtMs: done.length === 0 ? null : Math.max(...done.map((t) => t.createdAtMs)),
  }
}

interface Candidate {
  readonly address: string
  readonly label: string | null
}

/** Addresses that another one could be mistaken for: those paid before, or the user's own. */
function candidatesOf({ book, sent, own }: KnownAddresses): Candidate[] {
  const named: Candidate[] = [...book, ...own]
  const paid = sent
    .filter(({ state }) => state === 'succeeded')
    .map(({ recipientAddress }) => recipientAddress)
  const unnamed = paid
    .filter((address) => !named.some((entry) => isSame(entry.address, address)))
    .map((address) => ({ address, label: null }))
  const all = [...named, ...unnamed]
  return all.filter(({ address }, at) => all.findIndex((other) => isSame(other.address, address)) === at)
}

/** When an address last sent something; null for never. */
function lastReceivedFrom(address: string, found: readonly StoredFound[]): number | null {
  const times = found
    .filter(({ told }) => isSame(told.fromAddress, address) && !isSame(told.destinationAddress, address))
    .map(({ told }) => told.createdAtMs)
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * All warnings about an address.
 * @param inClipboard - the address in the clipboard now, if this one was pasted; otherwise null
 */
export function findWarnings(
  address: string,
  known: KnownAddresses,
  inClipboard: string | null,
): RecipientWarning[] {
  const warnings: RecipientWarning[] = []
  const isPaid = countSentTo(address, known.sent).count > 0
  if (!isPaid) warnings.push({ kind: 'firstTime' })
  // An address paid before is known: two of the user's own recipients may look alike.
  if (!isPaid && labelOf(address, known.book) === null) {
    for (const candidate of candidatesOf(known)) {
      const why = findLikeness(address, candidate.address)
      if (why === null) continue
      warnings.push({ kind: 'lookAlike', address: candidate.address, label: candidate.label, why })
    }
    const atMs = lastReceivedFrom(address, known.found)
    if (atMs !== null) warnings.push({ kind: 'onlyReceivedFrom', atMs })
  }
  if (inClipboard !== null && !isSame(inClipboard, address)) {
    warnings.push({ kind: 'clipboardChanged', address: inClipboard })
  }
  return warnings
}

/** Recent recipients, newest first, without duplicates. */
export function recentRecipients(sent: readonly StoredTransfer[], book: readonly Recipient[], most: number) {
  const done = sent
    .filter(({ state }) => state === 'succeeded')
    .toSorted((one, other) => other.createdAtMs - one.createdAtMs)
  return done
    .filter(
      ({ recipientAddress }, at) =>
        done.findIndex((other) => isSame(other.recipientAddress, recipientAddress)) === at,
    )
    .slice(0, most)
    .map(({ recipientAddress, createdAtMs }) => ({
      address: recipientAddress,
      label: labelOf(recipientAddress, book),
      lastAtMs: createdAtMs,
    }))
}
