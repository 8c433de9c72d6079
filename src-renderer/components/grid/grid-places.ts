// Positions of a table's columns on screen. Pure.
import {
  type Column,
  type ColumnChoice,
  type FigureRooms,
  minColumnWidth,
  shownChoices,
} from './grid-columns.ts'

/** Includes its border. */
export const headPx = 29
/** On both sides of a row. */
const padPx = 12

export interface ColumnPlace<Row> {
  readonly column: Column<Row>
  readonly widthPx: number
  readonly isPinned: boolean
  /** Classes and style of its cells. */
  readonly look: string
  readonly style: string
}

export interface Places<Row> {
  readonly columns: readonly ColumnPlace<Row>[]
  /** CSS grid columns. */
  readonly widths: string
  readonly tablePx: number
}

/** The shown columns in screen order. The last one takes the remaining width. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  choices: readonly ColumnChoice[],
  rooms: FigureRooms,
): Places<Row> {
  let leftPx = 0
  const places = shownChoices(choices).flatMap(({ id, widthPx: chosenPx, isPinned }): ColumnPlace<Row>[] => {
    const column = columns.find((one) => one.id === id)
    if (column === undefined) return []
    const widthPx = Math.max(chosenPx, minColumnWidth(column, rooms))
    const style = isPinned ? `left: ${leftPx}px` : ''
    if (isPinned) leftPx += widthPx
    const look = `cell${column.isFigure ? ' figure' : ''}${isPinned ? ' pinned' : ''}`
    return [{ column, widthPx, isPinned, look, style }]
  })
  const last = places.length - 1
  const widths = places.map(({ widthPx }, at) => (at === last ? `minmax(${widthPx}px, 1fr)` : `${widthPx}px`))
  return {
    columns: places,
    widths: widths.join(' '),
    tablePx: places.reduce((sum, { widthPx }) => sum + widthPx, 2 * padPx),
  }
}
