// Form of a drawing, new or existing: its first price, its time, text and risk.
import type { Drawing, DrawingKind, DrawingPoint } from '../../../../src-preload/contract/markets/drawings.ts'
import {
  add,
  compareDecimals,
  exactText,
  parseExact,
  subtract,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { currentZone } from '../../../text/format/current-zone.svelte.ts'
import { readWallTime, writeWallTime } from './note-time.ts'
import { describePriceFault, readPrice } from './price-input.ts'

/** The contract's limits, in characters. */
export const longestLineText = 120
export const longestNoteText = 500

export type DrawingField = 'price' | 'text' | 'when' | 'risk'

export class DrawingForm {
  price = $state('')
  text = $state('')
  /** Time of the first point, as 2026-11-22T07:35 in the charts' zone; empty for what is at all times. */
  when = $state('')
  /** Of a position, in the quote currency. */
  risk = $state('')
  faults = $state.raw<Readonly<Partial<Record<DrawingField, string>>>>({})
  isBusy = $state(false)
  /** The existing drawing, or the default of a new one. */
  readonly before: Drawing
  readonly #whenBefore: string

  constructor(before: Drawing) {
    this.before = before
    const [first] = before.points
    this.price = first?.price ?? ''
    this.text = before.text
    this.risk = 'risk' in before ? before.risk : ''
    this.#whenBefore =
      first === undefined || before.kind === 'horizontal' ? '' : writeWallTime(first.atMs, currentZone())
    this.when = this.#whenBefore
  }

  clearFault(field: DrawingField): void {
    if (this.faults[field] === undefined) return
    this.faults = Object.fromEntries(Object.entries(this.faults).filter(([name]) => name !== field))
  }

  /** The typed drawing; null when something is invalid: see `faults`. A new first place moves all points with it. */
  read(): Drawing | null {
    const { before } = this
    const [first] = before.points
    if (first === undefined) return null
    const faults: Partial<Record<DrawingField, string>> = {}
    const price = readPrice(this.price)
    if (!price.ok) faults.price = describePriceFault(price.reason)
    const risk = 'risk' in before ? readPrice(this.risk) : null
    if (risk?.ok === false) faults.risk = describePriceFault(risk.reason)
    const text = this.text.trim()
    const atMs = this.#readTime(first.atMs)
    if (needsText(before.kind) && text === '')
      faults.text = before.kind === 'note' ? 'Enter a note.' : 'Enter a text.'
    if (atMs === null) faults.when = 'Enter a date and time after 1970.'
    this.faults = faults
    if (!price.ok || atMs === null || Object.keys(faults).length > 0) return null
    const points = movedTo(before.points, { atMs, price: price.text })
    if (points === null) {
      this.faults = { price: 'Enter a price that keeps all points above zero.' }
      return null
    }
    const next = { ...before, points, text }
    return 'risk' in next && risk?.ok === true ? { ...next, risk: risk.text } : next
  }

  /** An unchanged time keeps its seconds. */
  #readTime(beforeMs: number): number | null {
    return this.when === this.#whenBefore ? beforeMs : readWallTime(this.when, currentZone())
  }
}

/** Kinds that are nothing but their text. */
export const needsText = (kind: DrawingKind): boolean => kind === 'note' || kind === 'text'

/** Points after the first one moved; null where one would be at or below zero. Exact in price. */
function movedTo(points: readonly DrawingPoint[], to: DrawingPoint): DrawingPoint[] | null {
  const [first] = points
  if (first === undefined) return null
  const by = subtract(parseExact(to.price), parseExact(first.price))
  const shiftMs = to.atMs - first.atMs
  const moved = points.map((point, at) =>
    at === 0
      ? to
      : { atMs: Math.max(0, point.atMs + shiftMs), price: exactText(add(parseExact(point.price), by)) },
  )
  return moved.every(({ price }) => compareDecimals(price, '0') > 0) ? moved : null
}
