// Marks of a chart in typed columns ordered by time, for binary search.
import type { ChartMark } from '../../../src-preload/contract/markets/charts.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'

/** Appearance of a mark; marks of equal appearance may be grouped. An open order is a line of its own and has no sign. */
export const markStyle = { buyFill: 0, sellFill: 1, buyCanceled: 2, sellCanceled: 3, none: 4 } as const
export type MarkStyle = (typeof markStyle)[keyof typeof markStyle]

/** Appearance of a mark. */
export function markStyleOf(mark: ChartMark): MarkStyle {
  const isBuy = mark.side === 'buy'
  switch (mark.kind) {
    case 'fill':
      return isBuy ? markStyle.buyFill : markStyle.sellFill
    case 'placed':
      return markStyle.none
    case 'cancelled':
      return isBuy ? markStyle.buyCanceled : markStyle.sellCanceled
    default:
      return assertNever(mark, 'mark')
  }
}

/** Marks sorted oldest first from any input order. Immutable. */
export class MarkSet {
  readonly marks: readonly ChartMark[]
  readonly timesMs: Float64Array
  /** NaN for an order without a price. */
  readonly prices: Float64Array
  readonly markStyles: Uint8Array

  constructor(marks: readonly ChartMark[]) {
    this.marks = marks.toSorted((a, b) => a.atMs - b.atMs)
    this.timesMs = Float64Array.from(this.marks, (mark) => mark.atMs)
    this.prices = Float64Array.from(this.marks, (mark) => (mark.price === null ? NaN : Number(mark.price)))
    this.markStyles = Uint8Array.from(this.marks, markStyleOf)
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
