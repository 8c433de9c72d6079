// What the droppers of all kinds share: their form, and where a piece of rows ends.
import type Sqlite from 'better-sqlite3'
import type { Dropped } from '../../api/kept-kinds.ts'

/**
 * How the rows of one kind are dropped, as KeptKindMethods says. Each call is one piece, inside the caller's
 * transaction.
 */
export interface KindDropper {
  dropBefore(beforeMs: number, most: number): Dropped
  dropAll(most: number): Dropped
  /** Absent where what is known of the rows says what is missing, or where it cannot be fetched again. */
  wantAgain?(fromMs: number, most: number): number | null
}

/**
 * SQL that tells of the first rows of an owner, in the order of `column`, which is the last; parameters: owner, how
 * many.
 */
export function pieceEndSql(table: string, owner: string, column: string): string {
  return `SELECT max(at) AS lastAt, count(*) AS count FROM (
    SELECT ${column} AS at FROM ${table} WHERE ${owner} = ? ORDER BY ${column} LIMIT ?)`
}

interface EndRow {
  lastAt: number | null
  count: number
}

/**
 * Answers up to which value of `column` (inclusive) an owner's rows can go so that about `most` do; all, where there
 * are no more. "All" is beyond every number and time in the tables.
 */
export function preparePieceEnd(
  db: Sqlite.Database,
  table: string,
  owner: string,
  column: string,
): (ownerId: number, most: number) => number {
  const select = db.prepare<[number, number], EndRow>(pieceEndSql(table, owner, column))
  return (ownerId, most) => {
    const row = select.get(ownerId, most)
    return row === undefined || row.lastAt === null || row.count < most ? allRows : row.lastAt
  }
}

/** The end of a piece that takes all that is left. */
export const allRows = Number.MAX_SAFE_INTEGER

/**
 * How many rows in a row that are to be kept prove that nothing older follows: numbers rise with time, but not every
 * clock did.
 */
const KEPT_IN_A_ROW = 1000

/**
 * The first `most` ids of rows that are to go, of rows that come by rising number. Ends early where only newer ones
 * follow.
 * @param judge - `keep` is for a row that is old and stays all the same
 */
export function collectOld<Row extends { readonly id: number }>(
  rows: Iterable<Row>,
  most: number,
  judge: (row: Row) => 'drop' | 'keep' | 'newer',
): number[] {
  const ids: number[] = []
  let newer = 0
  for (const row of rows) {
    const verdict = judge(row)
    if (verdict === 'drop') ids.push(row.id)
    newer = verdict === 'newer' ? newer + 1 : 0
    if (ids.length >= most || newer > KEPT_IN_A_ROW) break
  }
  return ids
}
