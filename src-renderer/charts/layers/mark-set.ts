// Marks of a chart in typed columns ordered by time, for binary search.
import type { ChartMark } from '../../../src-preload/contract/charts.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'

/** Appearance of a mark; marks of equal appearance may be grouped. */
export const markStyle = { buyFill: 0, sellFill: 1, placedBuy: 2, placedSell: 3, cancelled: 4 } as const
export type MarkStyle = (typeof markStyle)[keyof typeof markStyle]

/** Appearance of a mark. */
export function markStyleOf(mark: ChartMark): MarkStyle {
  switch (mark.kind) {
    case 'fill':
      return mark.side === 'buy' ? markStyle.buyFill : markStyle.sellFill
    case 'placed':
      return mark.side === 'buy' ? markStyle.placedBuy : markStyle.placedSell
    case 'cancelled':
      return markStyle.cancelled
    default:
      return assertNever(mark, 'mark')
  }
}

/** An order that is open, as far as known. */
export interface OpenOrder {
  readonly mark: ChartMark
  readonly price: number
}

/** Marks sorted oldest first from any input order. Immutable. */
export class MarkSet {
  readonly marks: readonly ChartMark[]
  readonly timesMs: Float64Array
  /** NaN for an order without a price. */
  readonly prices: Float64Array
  readonly markStyles: Uint8Array
  readonly open: readonly OpenOrder[]

  constructor(marks: readonly ChartMark[]) {
    this.marks = marks.toSorted((a, b) => a.atMs - b.atMs)
    this.timesMs = Float64Array.from(this.marks, (mark) => mark.atMs)
    this.prices = Float64Array.from(this.marks, (mark) => (mark.price === null ? NaN : Number(mark.price)))
    this.markStyles = Uint8Array.from(this.marks, markStyleOf)
    this.open = this.marks.flatMap((mark) =>
      mark.kind === 'placed' && mark.isOpen && mark.price !== null
        ? [{ mark, price: Number(mark.price) }]
        : [],
    )
  }

  /** Index of the first mark at or after a time; the number of marks when there is none. */
  lowerBound(timeMs: number): number {
    const { timesMs } = this
    let low = 0
    let high = timesMs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((timesMs[middle] ?? NaN) < timeMs) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Marks in [fromMs, toMs), oldest first. */
  between(fromMs: number, toMs: number): readonly ChartMark[] {
    return this.marks.slice(this.lowerBound(fromMs), this.lowerBound(toMs))
  }
}

export const noMarks = new MarkSet([])
