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
  /** IDs of shown columns that there is no room for. */
  readonly leftOut: readonly string[]
}

interface Fitted<Row> {
  readonly column: Column<Row>
  readonly isPinned: boolean
  readonly widthPx: number
  readonly minPx: number
}

/** A column that was chosen beyond the usual ones stays as long as any. */
const rankOf = <Row>({ column, isPinned }: Fitted<Row>): number =>
  isPinned ? 0 : column.isUsual ? column.rank : Math.min(1, column.rank)

const sumOf = <Row>(all: readonly Fitted<Row>[], read: (one: Fitted<Row>) => number): number =>
  all.reduce((sum, one) => sum + read(one), 2 * padPx)

/** Leaves out the columns of the highest ranks until the others fit, then takes from each what it can spare. */
function fitColumns<Row>(all: readonly Fitted<Row>[], roomPx: number): readonly Fitted<Row>[] {
  let shown = all
  while (sumOf(shown, ({ minPx }) => minPx) > roomPx) {
    const most = shown.reduce((highest, one) => Math.max(highest, rankOf(one)), 0)
    if (most === 0) break
    const last = shown.findLast((one) => rankOf(one) === most)
    shown = shown.filter((one) => one !== last)
  }
  const wantedPx = sumOf(shown, ({ widthPx }) => widthPx) - roomPx
  const sparePx = sumOf(shown, ({ widthPx, minPx }) => widthPx - minPx) - 2 * padPx
  if (wantedPx <= 0 || sparePx <= 0) return shown
  const share = Math.min(1, wantedPx / sparePx)
  return shown.map((one) => ({
    ...one,
    widthPx: Math.floor(one.widthPx - (one.widthPx - one.minPx) * share),
  }))
}

/**
 * The shown columns in screen order. The last one takes the remaining width.
 * @param roomPx - width of the table on screen
 */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  choices: readonly ColumnChoice[],
  rooms: FigureRooms,
  roomPx = Infinity,
): Places<Row> {
  let leftPx = 0
  const wanted = shownChoices(choices).flatMap(({ id, widthPx: chosenPx, isPinned }): Fitted<Row>[] => {
    const column = columns.find((one) => one.id === id)
    if (column === undefined) return []
    const minPx = minColumnWidth(column, rooms)
    return [{ column, isPinned, minPx, widthPx: Math.max(chosenPx, minPx) }]
  })
  const fitted = fitColumns(wanted, roomPx)
  const places = fitted.map(({ column, isPinned, widthPx }): ColumnPlace<Row> => {
    const style = isPinned ? `left: ${leftPx}px` : ''
    if (isPinned) leftPx += widthPx
    const look = `cell${column.isFigure ? ' figure' : ''}${isPinned ? ' pinned' : ''}`
    return { column, widthPx, isPinned, look, style }
  })
  const last = places.length - 1
  const widths = places.map(({ widthPx }, at) => (at === last ? `minmax(${widthPx}px, 1fr)` : `${widthPx}px`))
  return {
    columns: places,
    widths: widths.join(' '),
    leftOut: wanted
      .filter((one) => !fitted.some(({ column }) => column === one.column))
      .map(({ column }) => column.id),
    tablePx: places.reduce((sum, { widthPx }) => sum + widthPx, 2 * padPx),
  }
}
