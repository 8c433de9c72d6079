// Text of a known, estimated or unknown figure. Pure.
import type { Figure } from '../../../src-preload/contract/portfolio.ts'
import { writeExact, writeFigure, type WriteOptions } from './display-precision.ts'

export const unknownMark = '–'
export const estimatedMark = '≈'

export interface ShownFigure {
  readonly state: Figure['state']
  /** At display precision, with its mark: `≈+1,234.57`, `–`. */
  readonly text: string
  /** Every digit, for tooltips, with its mark; null when unknown. */
  readonly full: string | null
  /** Copied text: canonical decimal text; null when unknown. */
  readonly exact: string | null
}

/** Formats a figure at `decimals`, with its mark; null parts when unknown. */
export function showFigure(figure: Figure, decimals: number, options: WriteOptions = {}): ShownFigure {
  if (figure.state === 'unknown') return { state: 'unknown', text: unknownMark, full: null, exact: null }
  const { state, amount } = figure
  const mark = state === 'estimated' ? estimatedMark : ''
  return {
    state,
    text: mark + writeFigure(amount, decimals, options),
    full: mark + writeExact(amount, options),
    exact: amount,
  }
}
