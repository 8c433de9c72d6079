// Owns: the form of a price alert, new or there before. Must not: keep it; the alerts of the chart do.
import type { AlertDirection, PriceAlert } from '../../../../src-preload/contract/alerts.ts'
import { describePriceFault, readPrice } from './price-input.ts'

/** The contract's own, in characters. */
export const longestAlertNote = 120

export class AlertForm {
  price = $state('')
  direction = $state<AlertDirection>('either')
  note = $state('')
  isRepeating = $state(false)
  priceFault = $state<string | undefined>(undefined)
  isBusy = $state(false)
  /** What is changed, or what would be made. */
  readonly before: PriceAlert

  constructor(before: PriceAlert) {
    this.before = before
    this.price = before.price
    this.direction = before.direction
    this.note = before.note
    this.isRepeating = before.isRepeating
  }

  /** The alert as it was typed, armed; null where its price cannot be used: see `priceFault`. */
  read(): PriceAlert | null {
    const price = readPrice(this.price)
    this.priceFault = price.ok ? undefined : describePriceFault(price.reason)
    if (!price.ok) return null
    const { direction, isRepeating } = this
    return {
      ...this.before,
      price: price.text,
      direction,
      note: this.note.trim(),
      isRepeating,
      isArmed: true,
    }
  }
}
