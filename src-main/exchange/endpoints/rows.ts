// Reads lists row by row, so that a row that cannot be read costs that row and not the list. Keeps no value of such a row.
import { z } from 'zod'

/** The rows of one answer that could not be read. */
export interface UnreadRows {
  readonly count: number
  /** The first field that does not fit, such as `payload.4.side`. Never holds a value of the service. */
  readonly firstField: string
}

/** The rows of a list that could be read, in the service's order, and what is known of the others. */
export interface Rows<Row> {
  readonly rows: Row[]
  /** Null if all were read. */
  readonly unread: UnreadRows | null
}

/** The reason in a contractViolation for too many rows. */
export const TOO_MANY_ROWS = 'too many rows'

/** Collects the rows that could not be read. */
export function createUnreadCount() {
  let count = 0
  let firstField = ''
  return {
    add(path: readonly PropertyKey[]): void {
      if (count === 0) firstField = path.map(String).join('.')
      count += 1
    },
    take: (): UnreadRows | null => (count === 0 ? null : { count, firstField }),
  }
}

/** The rows that could not be read of several lists of one answer. */
export function joinUnread(...parts: readonly (UnreadRows | null)[]): UnreadRows | null {
  const known = parts.filter((part) => part !== null)
  const [first] = known
  if (first === undefined) return null
  return { count: known.reduce((sum, { count }) => sum + count, 0), firstField: first.firstField }
}

/** How many rows the service sent. */
export function countRows({ rows, unread }: Rows<unknown>): number {
  return rows.length + (unread?.count ?? 0)
}

/** The path of the first field that does not fit. */
export function faultPath({ issues }: z.ZodError): readonly PropertyKey[] {
  return issues[0]?.path ?? []
}

/**
 * A list of rows. Only what is not a list, or longer than any list of the service, is refused as a whole.
 * @param most - maximum rows: a longer list is refused unread
 * @param at - the list's place in the answer
 */
export function wireRows<T>(row: z.ZodType<T>, most: number, at = 'payload'): z.ZodType<Rows<T>> {
  return z
    .array(z.unknown())
    .max(most, TOO_MANY_ROWS)
    .transform((list) => {
      const rows: T[] = []
      const unread = createUnreadCount()
      for (const [index, raw] of list.entries()) {
        const one = row.safeParse(raw)
        if (one.success) rows.push(one.data)
        else unread.add([at, index, ...faultPath(one.error)])
      }
      return { rows, unread: unread.take() }
    })
}

/** A key of the service that may be shown; any other is told by its position. */
const plainKey = /^[\w-]{1,32}$/

/**
 * Rows as an object by key. `row` reads `{ key, value }`; otherwise as {@link wireRows}.
 * @param most - maximum rows: a larger object is refused
 */
export function wireKeyedRows<T>(row: z.ZodType<T>, most: number): z.ZodType<Rows<T>> {
  return z
    .record(z.string(), z.unknown())
    .refine((keyed) => Object.keys(keyed).length <= most, TOO_MANY_ROWS)
    .transform((keyed) => {
      const rows: T[] = []
      const unread = createUnreadCount()
      for (const [index, [key, value]] of Object.entries(keyed).entries()) {
        const one = row.safeParse({ key, value })
        // The first step is `key` or `value`, which are no fields of the service.
        if (one.success) rows.push(one.data)
        else unread.add(['payload', plainKey.test(key) ? key : index, ...faultPath(one.error).slice(1)])
      }
      return { rows, unread: unread.take() }
    })
}
