// Content of one table cell as text. Pure.
import { splitDecimal } from '../../text/format/decimal.ts'
import { hiddenMark } from '../../shell/page/private-amount.ts'

/** Tones and marks are classes of RowsGrid.svelte. */
export type Tone = '' | 'quiet' | 'up' | 'down' | 'strong'
export type Mark = '' | 'rise' | 'fall' | 'pending' | 'wait' | 'done' | 'cancel'

export interface Cell {
  readonly text: string
  /** Dimmed rest: insignificant zeros and excess digits. */
  readonly rest: string
  /** Space for the longest figure of the column, so that decimal points align. */
  readonly room: string
  readonly title: string
  readonly tone: Tone
  readonly mark: Mark
  /** Accessible text when the text is only a symbol; otherwise null. */
  readonly label: string | null
  /** Share in percent, drawn as a bar; null for none. */
  readonly share: string | null
}

const blank: Cell = { text: '', rest: '', room: '', title: '', tone: '', mark: '', label: null, share: null }

/** A text cell. */
export function words(text: string, more: Partial<Cell> = {}): Cell {
  return { ...blank, text, ...more }
}

/** An empty value. */
export const nothing: Cell = words('–', { tone: 'quiet', label: 'None' })

const hidden: Cell = words(hiddenMark, { tone: 'quiet', label: 'hidden' })

/**
 * A figure of decimal text. Anything else is shown unchanged.
 *
 * @param digits - fraction digits of the column
 * @param ink - fraction digits at full contrast
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

/** The user's amount, hidden in privacy mode. */
export function amount(value: string, digits: number, isPrivate: boolean, ink?: number): Cell {
  return isPrivate ? hidden : figure(value, digits, ink)
}
