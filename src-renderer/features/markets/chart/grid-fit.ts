// Owns: how many charts have room, and how they stand. Pure. Must not: measure.
import type { ChartLayout } from '../../../../src-preload/contract/charts.ts'

export interface GridFit {
  readonly columns: 1 | 2
  readonly rows: 1 | 2
  /** There is no room for all of them: the active one alone, and a choice among them. */
  readonly isOneAtATime: boolean
}

/** In less than this nobody reads a chart, in CSS pixels. */
const leastWidth = 320
const leastHeight = 200

/** Two stand side by side, or under each other; four two by two. What has no room is shown one at a time. */
export function fitGrid(shown: ChartLayout['shown'], width: number, height: number): GridFit {
  const isWide = width >= 2 * leastWidth
  const isTall = height >= 2 * leastHeight
  const alone: GridFit = { columns: 1, rows: 1, isOneAtATime: true }
  switch (shown) {
    case 1:
      return { columns: 1, rows: 1, isOneAtATime: false }
    case 2:
      if (isWide) return { columns: 2, rows: 1, isOneAtATime: false }
      return isTall ? { columns: 1, rows: 2, isOneAtATime: false } : alone
    case 4:
      return isWide && isTall ? { columns: 2, rows: 2, isOneAtATime: false } : alone
  }
}
