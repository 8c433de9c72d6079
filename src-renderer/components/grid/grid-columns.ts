// Columns of a table: definition, widths of figures and the user's choices. Pure.
import type { OrderSort, TableChoices } from '../../../src-preload/contract/orders/orders.ts'
import type { StopPlace } from '../../../src-preload/contract/orders/stop-places.ts'
import { countFractionDigits, maxIntegerLength } from '../../text/format/decimal.ts'
import { fixedTextHalfEven } from '../../../src-preload/domain/numbers/percent.ts'
import { parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { Cell } from './cell.ts'

export interface CellContext {
  /** A time of today, for short time formats. */
  readonly dayMs: number
  readonly isPrivate: boolean
  /** Most fraction digits that a figure column shows, by its ID. */
  readonly digits: (id: string) => number
  /** See LearnedDecimals. */
  readonly decimals: LearnedDecimals
  /** Last price of a market, where the table follows them. */
  readonly lastOf?: (market: string) => number | null
  /** Where an open stop order was found, where the table follows them; undefined if that is not known. */
  readonly stopPlaceOf?: (orderId: number) => StopPlace['place'] | undefined
  /** Whether an open order was asked to be canceled, where the table follows that. */
  readonly isCanceling?: (orderId: number) => boolean
}

/** The most fraction digits seen under a key, such as the prices of a market; null while none was seen. */
export type LearnedDecimals = (key: string) => number | null

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly isFigure: boolean
  readonly widthPx: number
  readonly minPx: number
  /** Shown by default. */
  readonly isUsual: boolean
  /** The service's sort key; null for a column that cannot be sorted. */
  readonly sort: OrderSort['column'] | null
  /** Decimal text aligned by its point; null for a row without one. */
  readonly figure: ((row: Row) => string | null) | null
  /** Fraction digits at which a figure is shown. */
  readonly decimalsOf: ((row: Row, learned: LearnedDecimals) => number) | null
  /** The key under which its figures tell how many fraction digits others are shown at; null where they tell nothing. */
  readonly teaches: ((row: Row) => string) | null
  /** Columns of a higher rank are left out first where there is no room for all; 0 stays. */
  readonly rank: number
  cell(row: Row, context: CellContext): Cell
  /** Copied text: plain text, figures as decimal text, times as ISO 8601. */
  copy(row: Row, context?: CellContext): string
}

/** The columns with those that are shown by default first, in this order; the others can be chosen. */
export function arrangeColumns<Row>(
  all: readonly Column<Row>[],
  usual: readonly string[],
): readonly Column<Row>[] {
  const first = usual.flatMap((id) => all.filter((column) => column.id === id))
  const rest = all.filter(({ id }) => !usual.includes(id))
  return [...first, ...rest].map((column) => ({ ...column, isUsual: usual.includes(column.id) }))
}

/** Characters of a column's widest figure on each side of the point. */
export interface FigureRoom {
  readonly integer: number
  readonly fraction: number
}
export type FigureRooms = ReadonlyMap<string, FigureRoom>

const leastRoom: FigureRoom = { integer: 5, fraction: 2 }

/** A figure with exactly these decimals; text that is no figure is unchanged. */
function fixed(text: string, decimals: number): string {
  try {
    return fixedTextHalfEven(parseExact(text), decimals)
  } catch {
    // Shown as the exchange sent it.
    return text
  }
}

/** Measures each piece of a list once. Widths and decimals only grow, so that figures do not jump. */
export class FigureMeter<Row> {
  readonly #columns: readonly Column<Row>[]
  #measured = new WeakSet<readonly Row[]>()
  #rooms: FigureRooms = new Map()
  readonly #decimals = new Map<string, number>()

  readonly decimals: LearnedDecimals = (key) => this.#decimals.get(key) ?? null

  constructor(columns: readonly Column<Row>[]) {
    this.#columns = columns.filter((column) => column.figure !== null)
  }

  /** Widths including these pieces; the same object while unchanged. Pieces must be immutable. */
  measure(pieces: readonly (readonly Row[])[]): FigureRooms {
    const rooms = new Map(this.#rooms)
    let isWider = false
    for (const piece of pieces) if (!this.#measured.has(piece) && this.#learn(piece)) isWider = true
    // With more decimals, pieces of before are wider too.
    if (isWider) this.#measured = new WeakSet()
    for (const piece of pieces) {
      if (this.#measured.has(piece)) continue
      this.#measured.add(piece)
      for (const { id, figure, decimalsOf } of this.#columns) {
        if (figure === null) continue
        let { integer, fraction } = rooms.get(id) ?? leastRoom
        for (const row of piece) {
          const text = figure(row)
          if (text === null) continue
          const decimals = decimalsOf?.(row, this.decimals) ?? countFractionDigits(text)
          fraction = Math.max(fraction, decimals)
          integer = Math.max(integer, maxIntegerLength([fixed(text, decimals)]))
        }
        const before = rooms.get(id)
        if (integer === before?.integer && fraction === before.fraction) continue
        rooms.set(id, { integer, fraction })
        isWider = true
      }
    }
    if (isWider) this.#rooms = rooms
    return this.#rooms
  }

  /** Whether a piece has figures with more decimals than seen before. */
  #learn(piece: readonly Row[]): boolean {
    let isNew = false
    for (const { figure, teaches } of this.#columns) {
      if (figure === null || teaches === null) continue
      for (const row of piece) {
        const text = figure(row)
        const key = teaches(row)
        const decimals = text === null ? -1 : countFractionDigits(text.replace(/(\.\d*?)0+$/, '$1'))
        if (decimals <= (this.#decimals.get(key) ?? -1)) continue
        this.#decimals.set(key, decimals)
        isNew = true
      }
    }
    return isNew
  }
}

/** Width of a tabular digit at 12 px in Inter, rounded up, and the padding of a cell. */
const characterPx = 7.6
const paddingPx = 20
const maxPx = 1_200

/** Minimum width of a column, which never cuts a figure. */
export function minColumnWidth<Row>(column: Column<Row>, rooms: FigureRooms): number {
  if (column.figure === null) return column.minPx
  const { integer, fraction } = rooms.get(column.id) ?? leastRoom
  const needsPx = Math.ceil((integer + 1 + fraction) * characterPx + paddingPx)
  return Math.min(maxPx, Math.max(column.minPx, needsPx))
}

export type ColumnChoice = TableChoices['columns'][number]

/** Completes stored choices: missing columns are appended hidden; unknown ones are dropped. */
export function completeChoices<Row>(
  columns: readonly Column<Row>[],
  kept: readonly ColumnChoice[],
): readonly ColumnChoice[] {
  const isNew = kept.length === 0
  const known = new Map(columns.map((column) => [column.id, column]))
  const named = new Set<string>()
  const first = kept.filter(({ id }) => {
    const isFirst = known.has(id) && !named.has(id)
    named.add(id)
    return isFirst
  })
  const rest = columns
    .filter(({ id }) => !named.has(id))
    .map(({ id, widthPx, isUsual }) => ({ id, widthPx, isShown: isNew && isUsual, isPinned: false }))
  const all = [...first, ...rest]
  // A table without columns has no header to restore them from.
  return all.some(({ isShown }) => isShown)
    ? all
    : all.map((one, at) => (at === 0 ? { ...one, isShown: true } : one))
}

/** In screen order: pinned columns first. */
export function shownChoices(choices: readonly ColumnChoice[]): readonly ColumnChoice[] {
  const shown = choices.filter(({ isShown }) => isShown)
  return [...shown.filter(({ isPinned }) => isPinned), ...shown.filter(({ isPinned }) => !isPinned)]
}

/** Changes one column; the last shown column stays. */
export function changeChoice(
  choices: readonly ColumnChoice[],
  id: string,
  change: Partial<Omit<ColumnChoice, 'id'>>,
): readonly ColumnChoice[] {
  const shown = choices.filter(({ isShown }) => isShown)
  if (change.isShown === false && shown.length === 1 && shown[0]?.id === id) return choices
  const widthPx = (px: number): number => Math.round(Math.max(24, Math.min(maxPx, px)))
  return choices.map((one) => {
    if (one.id !== id) return one
    const changed = { ...one, ...change }
    return { ...changed, widthPx: widthPx(changed.widthPx) }
  })
}

/** Moves a column before another one; to the end when null. Its pin follows the other column's. */
export function moveChoice(
  choices: readonly ColumnChoice[],
  id: string,
  beforeId: string | null,
): readonly ColumnChoice[] {
  const moved = choices.find((one) => one.id === id)
  if (moved === undefined || id === beforeId) return choices
  const rest = choices.filter((one) => one.id !== id)
  const at = beforeId === null ? -1 : rest.findIndex((one) => one.id === beforeId)
  if (at === -1) return [...rest, { ...moved, isPinned: false }]
  const isPinned = rest[at]?.isPinned ?? false
  return [...rest.slice(0, at), { ...moved, isPinned }, ...rest.slice(at)]
}

/** Moves a shown column by one place on screen; its pin stays. Does nothing at the end of its section. */
export function stepChoice(
  choices: readonly ColumnChoice[],
  id: string,
  by: -1 | 1,
): readonly ColumnChoice[] {
  const shown = shownChoices(choices)
  const at = shown.findIndex((one) => one.id === id)
  const [moved, other] = [shown[at], shown[at + by]]
  if (moved === undefined || other === undefined || moved.isPinned !== other.isPinned) return choices
  const rest = choices.filter((one) => one.id !== id)
  const place = rest.findIndex((one) => one.id === other.id) + (by === 1 ? 1 : 0)
  return [...rest.slice(0, place), moved, ...rest.slice(place)]
}
