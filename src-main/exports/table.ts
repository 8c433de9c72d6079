// Formats lists as CSV or JSON Lines, page by page. Pure.
import { AppError } from '../../src-preload/domain/errors.ts'
import { isoTime } from '../../src-preload/domain/iso-time.ts'
import type { Zone } from '../../src-preload/domain/locale/zone.ts'
import { toCsv, toCsvRows } from './csv.ts'

/** A CSV column: its heading with the unit, and the cell of a row. Decimals are text with a dot. */
export interface Column<Row> {
  readonly heading: (zone: Zone) => string
  readonly read: (row: Row, zone: Zone) => string
}

/** All columns of a kind of list, in the order of a complete file. */
export type Columns<Row, Id extends string = string> = Readonly<Record<Id, Column<Row>>>

/** Formats rows: the text before the first row, and the text of each page of rows. */
export interface RowText<Row> {
  readonly head: string
  readonly rows: (rows: readonly Row[]) => string
}

/** The requested columns in the given order; all for null. Errors: validation with field `columns`: unknown or duplicate. */
export function chooseColumns<Row>(columns: Columns<Row>, wanted: readonly string[] | null): Column<Row>[] {
  if (wanted === null) return Object.values(columns)
  if (new Set(wanted).size !== wanted.length) {
    throw new AppError('validation', { field: 'columns', reason: 'twice' })
  }
  return wanted.map((id) => {
    const column = Object.hasOwn(columns, id) ? columns[id] : undefined
    if (column === undefined) throw new AppError('validation', { field: 'columns', reason: 'unknown', id })
    return column
  })
}

/** A table with a header line. See csv.ts for the byte order mark and for escaping formulas. */
export function csvText<Row>(columns: readonly Column<Row>[], zone: Zone): RowText<Row> {
  return {
    head: toCsv(
      columns.map(({ heading }) => heading(zone)),
      [],
    ),
    rows: (rows) => toCsvRows(rows.map((row) => columns.map(({ read }) => read(row, zone)))),
  }
}

/** The same without a byte order mark, for programs that compare headings letter by letter. */
export function importText<Row>(columns: readonly Column<Row>[], zone: Zone): RowText<Row> {
  return { ...csvText(columns, zone), head: toCsvRows([columns.map(({ heading }) => heading(zone))]) }
}

/**
 * One object per line.
 * @param pass - the schema used at the IPC border, so files contain no other fields
 */
export function jsonLines<Row>(pass: (row: Row) => unknown): RowText<Row> {
  return { head: '', rows: (rows) => rows.map((row) => `${JSON.stringify(pass(row))}\n`).join('') }
}

/** Text and numbers as they are, nothing where there is none. */
export function plain<Row>(heading: string, read: (row: Row) => string | number | null): Column<Row> {
  return { heading: () => heading, read: (row) => String(read(row) ?? '') }
}

/** A moment in the zone of the file, which the heading names. */
export function time<Row>(heading: string, read: (row: Row) => number | null): Column<Row> {
  return {
    heading: (zone) => `${heading} (${zone.name})`,
    read: (row, zone) => {
      const timeMs = read(row)
      return timeMs === null ? '' : isoTime(zone, timeMs)
    },
  }
}
