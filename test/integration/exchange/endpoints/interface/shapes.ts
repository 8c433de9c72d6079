// Objects, lists and candle rows of the interface, and what may become of them.
import { Digits, isList, isNearestDouble, isObject, type Json } from './json-text.ts'
import { id, seconds } from './numbers.ts'
import { accept, refuse, type Scalar, type Verdict } from './verdict.ts'

export interface Field {
  readonly name: string
  readonly kind: Kind
  /** What the client calls it; null where it makes nothing of it. */
  readonly as: string | null
  /** Whether it may be absent, and whether null then means the same. */
  readonly absence: 'never' | 'absent' | 'absentOrNull'
  readonly isNullable: boolean
}

export interface ObjectKind {
  readonly is: 'object'
  readonly fields: readonly Field[]
}
export interface RowsKind {
  readonly is: 'rows'
  readonly row: ObjectKind
  /** A row that is not sound costs itself and not the list, as long as its id can be read. */
  readonly isRowByRow: boolean
}
export interface CandlesKind {
  readonly is: 'candles'
}
export type Kind = Scalar | ObjectKind | RowsKind | CandlesKind

export function must(name: string, kind: Kind, as: string | null = name): Field {
  return { name, kind, as, absence: 'never', isNullable: false }
}
export const nullable = (field: Field): Field => ({ ...field, isNullable: true })
export const optional = (field: Field): Field => ({ ...field, absence: 'absentOrNull' })
export const omissible = (field: Field): Field => ({ ...field, absence: 'absent' })
export const object = (...fields: Field[]): ObjectKind => ({ is: 'object', fields })
export const rows = (row: ObjectKind, isRowByRow = false): RowsKind => ({ is: 'rows', row, isRowByRow })
export const candles: CandlesKind = { is: 'candles' }

const join = (...steps: (string | number)[]): string => steps.filter((step) => step !== '').join('.')

/** Every choice of one value per part. */
function choices(parts: readonly (readonly unknown[])[]): unknown[][] {
  return parts.reduce<unknown[][]>(
    (before, values) => before.flatMap((chosen) => values.map((value) => [...chosen, value])),
    [[]],
  )
}

function judgeField(field: Field, node: Json | undefined): Verdict {
  if (node === undefined) return field.absence === 'never' ? refuse() : accept(null)
  if (node === null && (field.isNullable || field.absence === 'absentOrNull')) return accept(null)
  return judge(field.kind, node)
}

function judgeObject(fields: readonly Field[], node: Json): Verdict {
  if (!isObject(node)) return refuse()
  const verdicts = fields.map((field) =>
    judgeField(field, Object.hasOwn(node, field.name) ? node[field.name] : undefined),
  )
  const values = choices(verdicts.map((verdict) => verdict.values)).map((chosen) =>
    Object.fromEntries(
      chosen.flatMap((value, index) => {
        const as = fields[index]?.as
        return typeof as === 'string' ? [[as, value]] : []
      }),
    ),
  )
  const refusals = verdicts.flatMap((verdict, index) =>
    verdict.refusals.map((path) => join(fields[index]?.name ?? '', path)),
  )
  return { values, refusals }
}

function judgeRows(kind: RowsKind, node: Json): Verdict {
  if (!isList(node)) return refuse()
  const verdicts = node.map((row) => judge(kind.row, row))
  const refusals = verdicts.flatMap((verdict, index) => verdict.refusals.map((path) => join(index, path)))
  return { values: choices(verdicts.map((verdict) => verdict.values)), refusals }
}

interface RowReading {
  readonly row?: unknown
  readonly refused?: { readonly id: unknown; readonly field: string }
}

function judgeRowByRow(kind: RowsKind, node: Json): Verdict {
  if (!isList(node)) return refuse()
  const refusals: string[] = []
  const readings = node.map((row, index): RowReading[] => {
    const { values, refusals: faults } = judge(kind.row, row)
    const named = isObject(row) && Object.hasOwn(row, 'id') ? judge(id, row['id'] ?? null) : refuse('id')
    if (named.refusals.length > 0) refusals.push(isObject(row) ? join(index, 'id') : String(index))
    const read = values.map((value): RowReading => ({ row: value }))
    const refused = faults.flatMap((field) =>
      field === 'id' ? [] : named.values.map((value): RowReading => ({ refused: { id: value, field } })),
    )
    return [...read, ...refused]
  })
  const values = choices(readings).map((chosen) => {
    const read = chosen as RowReading[]
    return {
      orders: read.flatMap(({ row }) => (row === undefined ? [] : [row])),
      refused: read.flatMap(({ refused }) => (refused === undefined ? [] : [refused])),
    }
  })
  return { values, refusals }
}

/** Columns of the client, in the order of a row after its time. */
const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const
const rowLength = columnNames.length + 1

function judgeCandles(node: Json): Verdict {
  if (!isList(node)) return refuse()
  const refusals: string[] = []
  const table: number[][] = []
  let isOpen = false
  let latestMs = -1
  for (const [index, row] of node.entries()) {
    if (!isList(row) || row.length !== rowLength) {
      refusals.push(String(index))
      continue
    }
    const cells = row.map((cell, column): number => {
      const value = cell instanceof Digits ? Number(cell.source) : NaN
      if (!Number.isFinite(value)) refusals.push(join(index, column))
      else if (!isNearestDouble(value, cell instanceof Digits ? cell.source : ''))
        throw new Error('not the nearest double: the test is wrong')
      return value
    })
    const time = judge(seconds, row[0] ?? null)
    const timeMs = Number(time.values[0])
    if (time.values.length === 0 || timeMs <= latestMs) refusals.push(join(index, 0))
    else if (time.refusals.length > 0) isOpen = true
    latestMs = Math.max(latestMs, timeMs || 0)
    // The service takes the numbers from floats: more than 15 digits of one are noise (A2).
    table.push([timeMs, ...cells.slice(1).map((cell) => Number(cell.toExponential(14)))])
  }
  const column = (index: number): Float64Array => Float64Array.from(table, (row) => row[index] ?? NaN)
  const columns = columnNames.map((name, index) => [name, column(index + 1)] as const)
  const value = { timesMs: column(0), ...Object.fromEntries(columns) }
  if (refusals.length > 0) return { values: [], refusals }
  return isOpen ? { values: [value], refusals: node.map((_row, index) => join(index, 0)) } : accept(value)
}

/** What may become of a node that should be of this kind. */
export function judge(kind: Kind, node: Json): Verdict {
  switch (kind.is) {
    case 'scalar':
      return kind.judge(node)
    case 'object':
      return judgeObject(kind.fields, node)
    case 'rows':
      return kind.isRowByRow ? judgeRowByRow(kind, node) : judgeRows(kind, node)
    case 'candles':
      return judgeCandles(node)
  }
}
