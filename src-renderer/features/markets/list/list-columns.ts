// Columns of the watch list: names, widths, and which of them fit. Pure.
import type { MarketSummary } from '../../../../src-preload/contract/markets/markets.ts'
import {
  type WatchColumn,
  watchColumns,
  type WatchSort,
} from '../../../../src-preload/domain/markets/watch-list.ts'
import { readSummary } from './summary-text.ts'

/** Narrower lists show last price and change below each other, and the other figures below the chosen market. */
export const tableFromPx = 420
const namePx = 128
const gapPx = 12
const edgesPx = 40
/** Width of a figure's character at 12 px, rounded up. */
const letterPx = 7.2

interface ColumnWords {
  readonly header: string
  /** What the figure is, for the header's tooltip. */
  readonly about: string
  readonly leastPx: number
  readonly sort: WatchSort | null
}

export const columnWords: Record<WatchColumn, ColumnWords> = {
  sparkline: {
    header: 'Chart',
    about: 'The last 24 hours, in the color of the change',
    leastPx: 56,
    sort: null,
  },
  last: { header: 'Last', about: 'Last price', leastPx: 64, sort: 'last' },
  change: { header: 'Change', about: '24-hour change', leastPx: 76, sort: 'change' },
  high: { header: 'High', about: '24-hour high', leastPx: 56, sort: 'high' },
  low: { header: 'Low', about: '24-hour low', leastPx: 56, sort: 'low' },
  volume: {
    header: 'Volume',
    about: '24-hour volume, in the base currency',
    leastPx: 64,
    sort: 'volume',
  },
  turnover: {
    header: 'Turnover',
    about: '24-hour turnover, in the quote currency',
    leastPx: 72,
    sort: 'turnover',
  },
  spread: {
    header: 'Spread',
    about: 'Best ask minus best bid, as a percentage of the mid price',
    leastPx: 64,
    sort: 'spread',
  },
}

export interface FittedColumn {
  readonly column: WatchColumn
  readonly widthPx: number
}

/**
 * The chosen columns that fit beside the names, each as wide as its longest figure; the last ones that do not fit are left
 * out. Null for a list that is too narrow for a table.
 */
export function fitColumns(
  chosen: readonly WatchColumn[],
  lines: readonly MarketSummary[],
  listPx: number,
): readonly FittedColumn[] | null {
  if (listPx < tableFromPx) return null
  const figures = lines.map(readSummary)
  const longest = (column: WatchColumn): number => {
    if (column === 'sparkline' || column === 'change') return 0
    return Math.max(0, ...figures.map((line) => line[column]?.length ?? 0))
  }
  const fitted: FittedColumn[] = []
  let leftPx = listPx - edgesPx - namePx
  for (const column of watchColumns) {
    if (!chosen.includes(column)) continue
    const widthPx = Math.max(columnWords[column].leastPx, Math.ceil(longest(column) * letterPx))
    leftPx -= widthPx + gapPx
    if (leftPx < 0) break
    fitted.push({ column, widthPx })
  }
  return fitted
}
