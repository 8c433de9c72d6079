// Form of a price alert, new or existing.
import type { AlertDirection, PriceAlert } from '../../../../src-preload/contract/app/alerts.ts'
import { describePriceFault, readPrice } from './price-input.ts'

/** The contract's limit, in characters. */
export const longestAlertNote = 120

export class AlertForm {
  price = $state('')
  direction = $state<AlertDirection>('either')
  note = $state('')
  isRepeating = $state(false)
  priceFault = $state<string | undefined>(undefined)
  isBusy = $state(false)
  /** The existing alert, or the default of a new one. */
  readonly before: PriceAlert

  constructor(before: PriceAlert) {
    this.before = before
    this.price = before.price
    this.direction = before.direction
    this.note = before.note
    this.isRepeating = before.isRepeating
  }

  /** The typed alert, armed; null for an invalid price: see `priceFault`. */
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
