// Objects, lists and candle rows of the interface, and what may become of them.
import { decimalDigits, Digits, isList, isNearestDouble, isObject, type Json } from './json-text.ts'
import { id } from './numbers.ts'
import { accept, refuse, type Scalar, type Verdict } from './verdict.ts'

export interface Field {
  readonly name: string
  readonly kind: Kind
  /** What the client calls it; null where it makes nothing of it. */
  readonly as: string | null
  /** Whether it may be absent, and whether null then means the same. */
  readonly absence: 'never' | 'absent' | 'absentOrNull'
  readonly isNullable: boolean
  /** What the client makes of an absent field, or of null. */
  readonly none: unknown
  /** Nothing depends on it: where it is not sound, it is as if it were absent. */
  readonly isLoose: boolean
}

export interface ObjectKind {
  readonly is: 'object'
  readonly fields: readonly Field[]
  /** Judges it in place of its fields. */
  readonly judgeAs?: (node: Json) => Verdict
}
/** A list of which a row that is not sound costs that row. */
export interface RowsKind {
  readonly is: 'rows'
  readonly row: ObjectKind
  /** The list's place in the answer. */
  readonly at: string
  /** Orders are kept apart from those that could not be read but have an id. */
  readonly isOfOrders: boolean
  /** One row may come by itself. */
  readonly mayBeOne: boolean
}
/** The same as an object by key. */
export interface KeyedKind {
  readonly is: 'keyed'
  readonly row: ObjectKind
  /** The key as a field of the row; null where it says nothing. */
  readonly key: Field | null
  /** One row by itself, and how it is told from an object by key. */
  readonly one: { readonly row: ObjectKind; readonly is: (node: Json) => boolean } | null
}
export interface CandlesKind {
  readonly is: 'candles'
}
export type Kind = Scalar | ObjectKind | RowsKind | KeyedKind | CandlesKind

export function must(name: string, kind: Kind, as: string | null = name): Field {
  return { name, kind, as, absence: 'never', isNullable: false, none: null, isLoose: false }
}
export const nullable = (field: Field): Field => ({ ...field, isNullable: true })
export const optional = (field: Field, none: unknown = null): Field => ({
  ...field,
  absence: 'absentOrNull',
  none,
})
export const loose = (field: Field, none: unknown = null): Field => ({
  ...optional(field, none),
  isLoose: true,
})
export const object = (...fields: Field[]): ObjectKind => ({ is: 'object', fields })
export const rows = (row: ObjectKind, at = 'payload'): RowsKind => ({
  is: 'rows',
  row,
  at,
  isOfOrders: false,
  mayBeOne: false,
})
export const candles: CandlesKind = { is: 'candles' }

const join = (...steps: (string | number)[]): string => steps.filter((step) => step !== '').join('.')

/** Every choice of one value per part. */
function choices<T>(parts: readonly (readonly T[])[]): T[][] {
  return parts.reduce<T[][]>(
    (before, values) => before.flatMap((chosen) => values.map((value) => [...chosen, value])),
    [[]],
  )
}

function judgeField(field: Field, node: Json | undefined): Verdict {
  const { absence, isNullable, none, isLoose } = field
  if (node === undefined) return absence === 'never' ? refuse() : accept(none)
  if (node === null && (isNullable || absence === 'absentOrNull')) return accept(none)
  const verdict = judge(field.kind, node)
  if (!isLoose || verdict.refusals.length === 0) return verdict
  return { values: [...verdict.values, none], refusals: [] }
}

function judgeObject({ fields, judgeAs }: ObjectKind, node: Json): Verdict {
  if (judgeAs !== undefined) return judgeAs(node)
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

/** What may become of one row: it is read, or it is not, because of a field. */
type Reading = { readonly row: unknown } | { readonly field: string; readonly id: unknown }

const readingsOf = ({ values, refusals }: Verdict, named?: unknown): Reading[] => [
  ...values.map((row) => ({ row })),
  ...refusals.map((field) => ({ field, id: named })),
]

/** @param places - of the rows, as the client tells them */
function listOf(readings: readonly Reading[], places: readonly string[]) {
  const fields = readings.flatMap((one, index) =>
    'row' in one ? [] : [join(places[index] ?? '', one.field)],
  )
  const [firstField] = fields
  return {
    rows: readings.flatMap((one) => ('row' in one ? [one.row] : [])),
    unread: firstField === undefined ? null : { count: fields.length, firstField },
  }
}

function judgeRows(kind: RowsKind, node: Json): Verdict {
  const list = kind.mayBeOne && isObject(node) ? [node] : node
  if (!isList(list)) return refuse()
  const places = list.map((_row, index) => join(kind.at, index))
  const readings = list.map((row) => {
    const named =
      isObject(row) && Object.hasOwn(row, 'id') ? judge(id, row['id'] ?? null).values[0] : undefined
    return readingsOf(judge(kind.row, row), named)
  })
  const verdicts = choices(readings).map((chosen): Verdict => {
    const { rows: read, unread } = listOf(chosen, places)
    if (!kind.isOfOrders) return accept({ rows: read, unread })
    const refused = chosen.flatMap((one) =>
      'row' in one || one.id === undefined ? [] : [{ id: one.id, field: one.field }],
    )
    // A page of which no row can be named says nothing.
    if (unread !== null && read.length + refused.length === 0) return refuse(pathWithin(kind, unread))
    return accept({ orders: read, refused, unread })
  })
  return {
    values: verdicts.flatMap(({ values }) => values),
    refusals: verdicts.flatMap(({ refusals }) => refusals),
  }
}

const pathWithin = ({ at }: RowsKind, unread: { readonly firstField: string }): string =>
  unread.firstField.slice(at.length + 1)

function judgeKeyed({ row, key, one }: KeyedKind, node: Json): Verdict {
  if (one?.is(node) === true) {
    const { values, refusals } = judge(one.row, node)
    return { values: values.map((value) => ({ rows: [value], unread: null })), refusals }
  }
  if (!isObject(node)) return refuse()
  const entries = Object.entries(node)
  const places = entries.map(([name], index) => join('payload', /^[\w-]{1,32}$/.test(name) ? name : index))
  const readings = entries.map(([name, value]) => {
    if (key === null) return readingsOf(judge(row, value))
    const named = judge(key.kind, name)
    if (named.values.length === 0) return readingsOf(named)
    const { values, refusals } = judge(row, value)
    const withKey = values.map((read) => ({ ...Object(read), [key.as ?? '']: named.values[0] }) as unknown)
    return readingsOf({ values: withKey, refusals })
  })
  return { values: choices(readings).map((chosen) => listOf(chosen, places)), refusals: [] }
}

/** Columns of the client, in the order of a row after its time. */
const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const
const rowLength = columnNames.length + 1
/** More is no time in seconds: it is the year 5138. */
const latestSecond = 99_999_999_999

/** The double of a number, or of a decimal in text. */
function cellValue(cell: Json): number {
  const source = cell instanceof Digits ? cell.source : cell
  if (typeof source !== 'string' || (typeof cell === 'string' && decimalDigits(cell) === null)) return NaN
  const value = Number(source)
  if (Number.isFinite(value) && !isNearestDouble(value, source))
    throw new Error('not the nearest double: the test is wrong')
  return Number.isFinite(value) ? value : NaN
}

function judgeCandles(node: Json): Verdict {
  if (!isList(node)) return refuse()
  const table: number[][] = []
  const faults: string[] = []
  let latestMs = -1
  for (const [index, row] of node.entries()) {
    if (!isList(row) || row.length !== rowLength) {
      faults.push(join('payload', index))
      continue
    }
    const cells = row.map(cellValue)
    const bad = cells.findIndex(Number.isNaN)
    const [second = NaN] = cells
    const isTime = Number.isInteger(second) && second >= 0 && second <= latestSecond
    if (bad >= 0 || !isTime || second * 1000 <= latestMs) {
      faults.push(join('payload', index, Math.max(bad, 0)))
      continue
    }
    latestMs = second * 1000
    // The service takes the numbers from floats: more than 15 digits of one are noise (A2).
    table.push([latestMs, ...cells.slice(1).map((cell) => Number(cell.toExponential(14)))])
  }
  const column = (index: number): Float64Array => Float64Array.from(table, (row) => row[index] ?? NaN)
  const columns = columnNames.map((name, index) => [name, column(index + 1)] as const)
  const [firstField] = faults
  const unread = firstField === undefined ? null : { count: faults.length, firstField }
  return accept({ timesMs: column(0), ...Object.fromEntries(columns), unread })
}

/** What may become of a node that should be of this kind. */
export function judge(kind: Kind, node: Json): Verdict {
  switch (kind.is) {
    case 'scalar':
      return kind.judge(node)
    case 'object':
      return judgeObject(kind, node)
    case 'rows':
      return judgeRows(kind, node)
    case 'keyed':
      return judgeKeyed(kind, node)
    case 'candles':
      return judgeCandles(node)
  }
}
