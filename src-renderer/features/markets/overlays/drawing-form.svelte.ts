// Form of a line or note, new or existing.
import type { Drawing } from '../../../../src-preload/contract/charts.ts'
import { currentZone } from '../../../text/format/current-zone.svelte.ts'
import { readWallTime, writeWallTime } from './note-time.ts'
import { describePriceFault, readPrice } from './price-input.ts'

/** The contract's limits, in characters. */
export const longestLineText = 120
export const longestNoteText = 500

export type DrawingField = 'price' | 'text' | 'when'

export class DrawingForm {
  price = $state('')
  text = $state('')
  /** Time of a note, as in a datetime-local input. */
  when = $state('')
  faults = $state.raw<Readonly<Partial<Record<DrawingField, string>>>>({})
  isBusy = $state(false)
  /** The existing drawing, or the default of a new one. */
  readonly before: Drawing
  readonly #whenBefore: string

  constructor(before: Drawing) {
    this.before = before
    this.price = before.price
    this.text = before.text
    this.#whenBefore = before.kind === 'note' ? writeWallTime(before.atMs, currentZone()) : ''
    this.when = this.#whenBefore
  }

  clearFault(field: DrawingField): void {
    if (this.faults[field] === undefined) return
    this.faults = Object.fromEntries(Object.entries(this.faults).filter(([name]) => name !== field))
  }

  /** The typed drawing; null when something is invalid: see `faults`. */
  read(): Drawing | null {
    const { before } = this
    const faults: Partial<Record<DrawingField, string>> = {}
    const price = readPrice(this.price)
    if (!price.ok) faults.price = describePriceFault(price.reason)
    const text = this.text.trim()
    const atMs = before.kind === 'note' ? this.#readTime(before.atMs) : 0
    if (before.kind === 'note' && text === '') faults.text = 'Enter a note.'
    if (atMs === null) faults.when = 'Enter a date and time after 1970.'
    this.faults = faults
    if (!price.ok || atMs === null || Object.keys(faults).length > 0) return null
    if (before.kind === 'line') return { ...before, price: price.text, text }
    return { ...before, price: price.text, text, atMs }
  }

  /** An unchanged time keeps its seconds. */
  #readTime(beforeMs: number): number | null {
    return this.when === this.#whenBefore ? beforeMs : readWallTime(this.when, currentZone())
  }
}
