// Text of a known, estimated or unknown figure. Pure.
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice } from '../../../../src-preload/contract/portfolio/results.ts'
import { convertAlong } from '../../../../src-preload/domain/numbers/convert-along.ts'
import { add, exactText, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { writeExact, writeFigure, type WriteOptions } from '../../../text/format/display-precision.ts'

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

/** The sum of two figures, as sure as the less sure of them. */
export function addFigures(one: Figure, other: Figure): Figure {
  if (one.state === 'unknown' || other.state === 'unknown') return { state: 'unknown' }
  const amount = exactText(add(parseExact(one.amount), parseExact(other.amount)))
  return { state: other.state === 'estimated' ? 'estimated' : one.state, amount }
}

/** A figure at a last price. An estimate: it was not made at this price, and the price moves on. */
export function convertFigure(figure: Figure, { links }: LastPrice): Figure {
  if (figure.state === 'unknown') return figure
  return { state: 'estimated', amount: exactText(convertAlong(parseExact(figure.amount), links)) }
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
