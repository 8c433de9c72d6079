// Owns: what one cell of a table says, ready to be drawn as text. Pure. Must not: know the rows.
import { splitDecimal } from '../../text/format/decimal.ts'
import { hiddenMark } from '../../shell/page/private-amount.ts'

/** Tones and marks are classes of RowsGrid.svelte. */
export type Tone = '' | 'quiet' | 'up' | 'down' | 'strong'
export type Mark = '' | 'rise' | 'fall' | 'pending' | 'wait' | 'done' | 'cancel'

export interface Cell {
  readonly text: string
  /** What follows in faint ink: zeros that say nothing, digits that no eye can use. */
  readonly rest: string
  /** What the longest figure of the column has more, as room, so that points line up. */
  readonly room: string
  readonly title: string
  readonly tone: Tone
  readonly mark: Mark
  /** What is read out instead, where the text is a mere sign; else null. */
  readonly label: string | null
  /** A share in percent, drawn as a line; null for none. */
  readonly share: string | null
}

const blank: Cell = { text: '', rest: '', room: '', title: '', tone: '', mark: '', label: null, share: null }

/** A cell of words. */
export function words(text: string, more: Partial<Cell> = {}): Cell {
  return { ...blank, text, ...more }
}

/** Nothing to tell. */
export const nothing: Cell = words('–', { tone: 'quiet', label: 'None' })

const hidden: Cell = words(hiddenMark, { tone: 'quiet', label: 'hidden' })

/**
 * A figure of decimal text. Anything else is shown as it is.
 *
 * @param digits - fraction digits of the column
 * @param ink - fraction digits in full ink
 */
export function figure(value: string, digits: number, ink = 60): Cell {
  const parts = splitDecimal(value)
  if (parts === null) return words(value)
  const { sign, integer, point, fraction, zeros } = parts
  const missing = Math.max(0, digits - fraction.length - zeros.length)
  const room = missing === 0 ? '' : (point === '' ? '.' : '') + '0'.repeat(missing)
  const isWhole = fraction === ''
  return {
    ...blank,
    text: isWhole ? sign + integer : sign + integer + point + fraction.slice(0, ink),
    rest: isWhole ? point + zeros : fraction.slice(ink) + zeros,
    room,
  }
}

/** An amount of the user's own, which nothing tells while amounts are hidden. */
export function amount(value: string, digits: number, isPrivate: boolean, ink?: number): Cell {
  return isPrivate ? hidden : figure(value, digits, ink)
}
