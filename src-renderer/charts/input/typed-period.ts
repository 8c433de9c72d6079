// Typing a period: "5", "60", "1h", "4h", "1d", "1w", "1M", then Enter. Pure.
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import type { KeyPress } from './keys.ts'

/** Result of a key for the text typed so far. */
export type Typing =
  /** The key does not belong to a typed period. */
  | { readonly kind: 'none' }
  | { readonly kind: 'typing'; readonly text: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'chosen'; readonly period: ChartInterval }
  /** Enter after an unknown period; the text stays for correction. */
  | { readonly kind: 'unknown'; readonly text: string }

const maxLetters = 5
const minutesOf: Readonly<Record<string, number>> = { '': 1, m: 1, h: 60, d: 1440, w: 10_080 }

/**
 * Parses minutes without a unit, or with m, h, d or w, and 1M, a month: of this letter alone the case counts. There are no other
 * intervals of months, so 15M is what somebody means who types capitals. Returns null for a period that the interface does not offer.
 */
export function parsePeriod(text: string): ChartInterval | null {
  if (text === '1M') return 'month'
  const match = /^(\d{1,5})([mhdw]?)$/.exec(text.toLowerCase())
  if (match === null) return null
  const minutes = Number(match[1]) * (minutesOf[match[2] ?? ''] ?? NaN)
  return candlePeriods.find((period) => period === minutes) ?? null
}

/** M is a month and m a minute; other units have one form. */
const letterOf = (key: string): string => (key === 'M' ? key : key.toLowerCase())

/**
 * Applies a key to the typed text, which starts with a digit.
 *
 * @param isRefused - Enter was pressed for the text, which is unknown: the next digit begins another one
 */
export function typePeriod(text: string, press: KeyPress, isRefused = false): Typing {
  if (press.ctrlKey || press.metaKey || press.altKey) return { kind: 'none' }
  if (/^\d$/.test(press.key)) {
    return { kind: 'typing', text: isRefused ? press.key : (text + press.key).slice(0, maxLetters) }
  }
  if (text === '') return { kind: 'none' }
  if (/^[mhdw]$/i.test(press.key)) {
    return { kind: 'typing', text: (text + letterOf(press.key)).slice(0, maxLetters) }
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
