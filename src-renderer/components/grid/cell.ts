// Content of one table cell as text. Pure.
import { formatDecimal, splitDecimal } from '../../text/format/decimal.ts'
import { writeFigure } from '../../text/format/display-precision.ts'
import { hiddenMark } from '../../shell/page/private-amount.ts'

/** Tones and marks are classes of RowsGrid.svelte. */
export type Tone = '' | 'quiet' | 'up' | 'down' | 'strong'
export type Mark = '' | 'rise' | 'fall' | 'pending' | 'wait' | 'done' | 'cancel'

export interface Cell {
  readonly text: string
  /** Dimmed rest. */
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

export const hidden: Cell = words(hiddenMark, { tone: 'quiet', label: 'hidden' })

/**
 * A figure of decimal text at display precision; its tooltip has every digit where these are more. Anything else is shown
 * unchanged.
 *
 * @param digits - most fraction digits that the column shows
 * @param decimals - those of this figure
 */
export function figure(value: string, digits: number, decimals: number): Cell {
  const parts = splitDecimal(value)
  if (parts === null) return words(value)
  const missing = Math.max(0, digits - decimals)
  return {
    ...blank,
    text: writeFigure(value, decimals),
    room: missing === 0 ? '' : (decimals === 0 ? '.' : '') + '0'.repeat(missing),
    title: parts.fraction.length > decimals ? formatDecimal(value) : '',
  }
}

/** The user's amount, hidden in privacy mode. */
export function amount(value: string, digits: number, decimals: number, isPrivate: boolean): Cell {
  return isPrivate ? hidden : figure(value, digits, decimals)
}
