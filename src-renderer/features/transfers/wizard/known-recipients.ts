// Owns: which known recipients are offered for what stands in the field. Pure. Must not: complete an address by itself.
import type { TransferSetup } from '../../../../src-preload/contract/transfers.ts'

export interface KnownRecipient {
  readonly address: string
  readonly label: string | null
  readonly source: 'book' | 'recent'
  /** When something was sent there last; null where nothing was. */
  readonly lastAtMs: number | null
}

const mostOffered = 50

/** Recent ones first, then the rest of the address book by name; those that the typed text is part of. */
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
    .slice(0, mostOffered)
}
