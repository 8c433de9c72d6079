// Marks of a chart in typed columns ordered by time, for binary search.
import type { ChartMark } from '../../../src-preload/contract/charts.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'

/** Appearance of a mark; marks of equal appearance may be grouped. */
export const lane = { buyFill: 0, sellFill: 1, placedBuy: 2, placedSell: 3, cancelled: 4 } as const
export type Lane = (typeof lane)[keyof typeof lane]

/** Appearance of a mark. */
export function laneOf(mark: ChartMark): Lane {
  switch (mark.kind) {
    case 'fill':
      return mark.side === 'buy' ? lane.buyFill : lane.sellFill
    case 'placed':
      return mark.side === 'buy' ? lane.placedBuy : lane.placedSell
    case 'cancelled':
      return lane.cancelled
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
  readonly lanes: Uint8Array
  readonly open: readonly OpenOrder[]

  constructor(marks: readonly ChartMark[]) {
    this.marks = marks.toSorted((a, b) => a.atMs - b.atMs)
    this.timesMs = Float64Array.from(this.marks, (mark) => mark.atMs)
    this.prices = Float64Array.from(this.marks, (mark) => (mark.price === null ? NaN : Number(mark.price)))
    this.lanes = Uint8Array.from(this.marks, laneOf)
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
