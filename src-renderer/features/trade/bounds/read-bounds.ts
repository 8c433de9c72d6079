// Reads typed price bounds. Pure; nothing is rounded.
import type { PriceBounds } from '../../../../src-preload/contract/trading/trading-session.ts'
import { maxTriggerPercent } from '../../../../src-preload/domain/accounts/session-limits.ts'
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'

export interface TypedBounds {
  readonly lowest: string
  readonly highest: string
  /** Percent. */
  readonly trigger: string
}
export type BoundsFaults = Readonly<Partial<Record<keyof TypedBounds, string>>>
export type BoundsReading =
  { readonly ok: true; readonly bounds: PriceBounds } | { readonly ok: false; readonly faults: BoundsFaults }

const plainDecimal = /^\d{1,30}(?:\.\d{1,30})?$/

function readPrice(text: string): { readonly price: string | null } | { readonly fault: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { price: null }
  if (!plainDecimal.test(trimmed)) return { fault: 'Enter a number such as 1250.50, without separators.' }
  return compareDecimals(trimmed, '0') > 0 ? { price: trimmed } : { fault: 'Enter a price above zero.' }
}

function readPercent(text: string): { readonly percent: string | null } | { readonly fault: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { percent: null }
  const isAllowed =
    plainDecimal.test(trimmed) &&
    compareDecimals(trimmed, '0') > 0 &&
    compareDecimals(trimmed, maxTriggerPercent) <= 0
  return isAllowed ? { percent: trimmed } : { fault: 'Enter a percentage above 0, up to 100.' }
}

/** The bounds in the fields, or a sentence at each field that has a fault; an empty field is no bound, or the standard one of a trigger. */
export function readBounds(typed: TypedBounds): BoundsReading {
  const [lowest, highest] = [readPrice(typed.lowest), readPrice(typed.highest)]
  const trigger = readPercent(typed.trigger)
  if ('fault' in lowest || 'fault' in highest || 'fault' in trigger) {
    const faults = {
      ...('fault' in trigger ? { trigger: trigger.fault } : {}),
      ...('fault' in lowest ? { lowest: lowest.fault } : {}),
      ...('fault' in highest ? { highest: highest.fault } : {}),
    }
    return { ok: false, faults }
  }
  const bounds = { lowest: lowest.price, highest: highest.price, triggerPercent: trigger.percent }
  const isCrossed =
    bounds.lowest !== null && bounds.highest !== null && compareDecimals(bounds.lowest, bounds.highest) > 0
  return isCrossed
    ? { ok: false, faults: { lowest: 'The lowest price is above the highest.' } }
    : { ok: true, bounds }
}
