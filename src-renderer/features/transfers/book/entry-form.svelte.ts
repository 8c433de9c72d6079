// Form of an address book entry, new or existing. An address cannot be changed; main validates it.
import type { Recipient } from '../../../../src-preload/contract/transfers.ts'
import { readLabel } from '../../../../src-preload/domain/accounts/wallet-input.ts'
import { call } from '../../../shell/page/api.ts'
import { Attempt } from '../../../shell/page/attempt.svelte.ts'
import { describeField, findFieldFault } from '../../../text/errors/describe-field.ts'
import { shortenAddress } from '../../../text/format/address.ts'
import { findAddress, findNamesake } from './book-entries.ts'

const labelWords = {
  empty: 'Enter a name.',
  tooLong: 'Use at most 60 characters.',
} as const

export type EntryField = 'address' | 'label' | 'note'

export class EntryForm extends Attempt {
  address = $state('')
  label = $state('')
  note = $state('')
  faults = $state.raw<Readonly<Partial<Record<EntryField, string>>>>({})
  /** The existing entry; null for a new one. */
  readonly before: Recipient | null

  constructor(before: Recipient | null) {
    super()
    this.before = before
    if (before !== null) {
      this.address = before.address
      this.label = before.label
      this.note = before.note
    }
  }

  clearFault(field: EntryField): void {
    this.error = null
    if (this.faults[field] === undefined) return
    this.faults = Object.fromEntries(Object.entries(this.faults).filter(([name]) => name !== field))
  }

  /** Stores the entry; null on failure: see `faults` and `error`. */
  async save(book: readonly Recipient[]): Promise<Recipient | null> {
    if (this.isBusy) return null
    this.error = null
    const label = readLabel(this.label)
    this.faults = { ...this.#judgeAddress(book), ...this.#judgeLabel(book) }
    if (Object.keys(this.faults).length > 0 || !label.ok) return null
    const { address, note } = this
    const entry = { address: address.trim(), label: label.value, note: note.trim() }
    return this.ask(
      () => call('transfers:putRecipient', entry),
      (report) => {
        const fault = findFieldFault(report, 'recipient')
        if (fault !== undefined) this.faults = { address: fault }
        return fault !== undefined
      },
    )
  }

  #judgeAddress(book: readonly Recipient[]): { address?: string } {
    if (this.before !== null) return {}
    if (this.address.trim() === '') return { address: describeField('recipient', 'empty') }
    const known = findAddress(book, this.address)
    if (known === null) return {}
    return { address: `This address is already saved as “${known.label}”. Edit that entry instead.` }
  }

  #judgeLabel(book: readonly Recipient[]): { label?: string } {
    const reading = readLabel(this.label)
    if (!reading.ok) return { label: labelWords[reading.fault] }
    const namesake = findNamesake(book, reading.value, this.before?.address ?? null)
    if (namesake === null) return {}
    return {
      label: `${shortenAddress(namesake.address)} already has this name. Choose another one.`,
    }
  }
}
