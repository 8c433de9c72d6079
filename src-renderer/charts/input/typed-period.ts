// Owns: choosing a period by typing it: "5", "60", "1h", "4h", "1d", "1w", then Enter. Pure.
// Must not: act on it, or show it.
import { candlePeriods, type CandlePeriod } from '../../../src-preload/domain/markets.ts'
import type { KeyPress } from './keys.ts'

/** What a key made of the text typed so far. */
export type Typing =
  /** Not a key of this. */
  | { readonly kind: 'none' }
  | { readonly kind: 'typing'; readonly text: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'chosen'; readonly period: CandlePeriod }
  /** Enter after what is no period of the interface; the text stays to be corrected. */
  | { readonly kind: 'unknown'; readonly text: string }

const mostLetters = 5
const minutesOf: Readonly<Record<string, number>> = { '': 1, m: 1, h: 60, d: 1440, w: 10_080 }

/** Minutes without a unit, or with m, h, d or w. Null for what is no period of the interface. */
export function parsePeriod(text: string): CandlePeriod | null {
  const match = /^(\d{1,5})([mhdw]?)$/.exec(text.toLowerCase())
  if (match === null) return null
  const minutes = Number(match[1]) * (minutesOf[match[2] ?? ''] ?? NaN)
  return candlePeriods.find((period) => period === minutes) ?? null
}

/** What a key does to a text; it begins with a digit. */
export function typePeriod(text: string, press: KeyPress): Typing {
  if (press.ctrlKey || press.metaKey || press.altKey) return { kind: 'none' }
  if (/^\d$/.test(press.key)) return { kind: 'typing', text: (text + press.key).slice(0, mostLetters) }
  if (text === '') return { kind: 'none' }
  if (/^[mhdw]$/i.test(press.key)) {
    return { kind: 'typing', text: (text + press.key.toLowerCase()).slice(0, mostLetters) }
  }
  switch (press.key) {
    case 'Backspace':
      return text.length === 1 ? { kind: 'cancelled' } : { kind: 'typing', text: text.slice(0, -1) }
    case 'Escape':
      return { kind: 'cancelled' }
    case 'Enter': {
      const period = parsePeriod(text)
      return period === null ? { kind: 'unknown', text } : { kind: 'chosen', period }
    }
    default:
      return { kind: 'none' }
  }
}
