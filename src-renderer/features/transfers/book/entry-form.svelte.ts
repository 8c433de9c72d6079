// Form of an address book entry, new or existing. An address cannot be changed; main validates it.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Recipient } from '../../../../src-preload/contract/transfers.ts'
import { readLabel } from '../../../../src-preload/domain/wallet-input.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { describeField } from '../../../text/errors/describe-field.ts'
import { shortenAddress } from '../../../text/format/address.ts'
import { findAddress, findNamesake } from './book-entries.ts'

const labelWords = {
  empty: 'Enter a name.',
  tooLong: 'Use at most 60 characters.',
} as const

export type EntryField = 'address' | 'label' | 'note'

export class EntryForm {
  address = $state('')
  label = $state('')
  note = $state('')
  isBusy = $state(false)
  faults = $state.raw<Readonly<Partial<Record<EntryField, string>>>>({})
  error = $state.raw<ErrorReport | null>(null)
  /** The existing entry; null for a new one. */
  readonly before: Recipient | null

  constructor(before: Recipient | null) {
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
    this.isBusy = true
    try {
      const { address, note } = this
      return await call('transfers:putRecipient', {
        address: address.trim(),
        label: label.value,
        note: note.trim(),
      })
    } catch (cause) {
      this.#take(toReport(cause))
      return null
    } finally {
      this.isBusy = false
    }
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

  #take(report: ErrorReport): void {
    if (report.code === 'validation' && report.data['field'] === 'recipient') {
      this.faults = { address: describeField('recipient', String(report.data['reason'] ?? '')) }
    } else {
      this.error = report
    }
  }
}
