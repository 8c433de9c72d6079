// Owns: a list as the lines of a file, CSV or JSON Lines, piece by piece. Pure. Must not: know what the columns mean.
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Zone } from '../../src-preload/domain/zone.ts'
import { toCsv, toCsvRows } from './csv.ts'

/** A column of a CSV: its heading with the unit, and what stands in a row's cell. Decimals are text with a dot. */
export interface Column<Row> {
  readonly heading: (zone: Zone) => string
  readonly read: (row: Row, zone: Zone) => string
}

/** Every column that a kind of list can have, in the order of a whole file. */
export type Columns<Row, Id extends string = string> = Readonly<Record<Id, Column<Row>>>

/** How rows become text: what stands before the first, and each piece of them. */
export interface RowText<Row> {
  readonly head: string
  readonly rows: (rows: readonly Row[]) => string
}

/** The columns asked for, in that order; all for null. Errors: validation with field `columns`: unknown, or one twice. */
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

/** A table whose first line is the headings. See csv.ts for the mark before it and for cells that would run. */
export function csvText<Row>(columns: readonly Column<Row>[], zone: Zone): RowText<Row> {
  return {
    head: toCsv(
      columns.map(({ heading }) => heading(zone)),
      [],
    ),
    rows: (rows) => toCsvRows(rows.map((row) => columns.map(({ read }) => read(row, zone)))),
  }
}

/**
 * An object a line.
 * @param pass - the schema by which rows cross the border: nothing else leaves by a file either
 */
export function jsonLines<Row>(pass: (row: Row) => unknown): RowText<Row> {
  return { head: '', rows: (rows) => rows.map((row) => `${JSON.stringify(pass(row))}\n`).join('') }
}

export const textOf = (value: string | number | null): string => (value === null ? '' : String(value))
