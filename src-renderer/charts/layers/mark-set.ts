// Owns: the marks of a chart in typed columns ordered by time, so that a picture finds those in view by a binary search.
// Must not: know pixels.
import type { ChartMark } from '../../../src-preload/contract/charts.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'

/** What a mark looks like; those that look the same may join. */
export const lane = { buyFill: 0, sellFill: 1, placedBuy: 2, placedSell: 3, cancelled: 4 } as const
export type Lane = (typeof lane)[keyof typeof lane]

/** How the mark of something that an order did looks. */
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

/** An order that is in the book, as far as is known. */
export interface OpenOrder {
  readonly mark: ChartMark
  readonly price: number
}

/** Marks, oldest first, whatever the order in which they came. Never changed; another answer makes another set. */
export class MarkSet {
  readonly marks: readonly ChartMark[]
  readonly timesMs: Float64Array
  /** NaN where the order has no price of its own. */
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

  /** Index of the first mark at or after a time; the count of marks where there is none. */
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

  /** Those from a time until before another, oldest first. */
  between(fromMs: number, toMs: number): readonly ChartMark[] {
    return this.marks.slice(this.lowerBound(fromMs), this.lowerBound(toMs))
  }
}

export const noMarks = new MarkSet([])
