// Arrangement of charts by available space. Pure.
import type { ChartLayout } from '../../../../src-preload/contract/markets/charts.ts'

export interface GridFit {
  readonly columns: 1 | 2
  readonly rows: 1 | 2
  /** True when not all fit: only the active one is shown, with a selector. */
  readonly isOneAtATime: boolean
}

/** Minimum readable chart size, in CSS pixels. */
const minWidth = 320
const minHeight = 200

/** Two charts side by side or stacked; four in a 2×2 grid. Otherwise one at a time. */
export function fitGrid(shown: ChartLayout['shown'], width: number, height: number): GridFit {
  const isWide = width >= 2 * minWidth
  const isTall = height >= 2 * minHeight
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
