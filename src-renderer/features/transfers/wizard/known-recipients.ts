// Known recipients that match the typed text. Never completes an address by itself. Pure.
import type { TransferSetup } from '../../../../src-preload/contract/transfers.ts'

export interface KnownRecipient {
  readonly address: string
  readonly label: string | null
  readonly source: 'book' | 'recent'
  /** Last transfer to it; null without one. */
  readonly lastAtMs: number | null
}

const maxOffered = 50

/** Recent ones first, then the address book by name; those that contain the typed text. */
export function listKnown({ recent, recipients }: TransferSetup, typed: string): KnownRecipient[] {
  const sought = typed.trim().toLowerCase()
  const used = new Set(recent.map(({ address }) => address.toLowerCase()))
  const all: KnownRecipient[] = [
    ...recent.map((one) => ({ ...one, source: 'recent' as const })),
    ...recipients
      .filter(({ address }) => !used.has(address.toLowerCase()))
      .toSorted((one, other) => one.label.localeCompare(other.label))
      .map(({ address, label }) => ({ address, label, source: 'book' as const, lastAtMs: null })),
  ]
  return all
    .filter(({ address, label }) => `${label ?? ''}\n${address}`.toLowerCase().includes(sought))
    .slice(0, maxOffered)
}
