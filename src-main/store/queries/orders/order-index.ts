// Reads an account's orders from one index: their places in its order, and how many there are.
import type Sqlite from 'better-sqlite3'
import type { OrderPlace } from '../../api/order-pages.ts'
import { columnOf, type Conditions, createStatements, type SortColumn } from './order-conditions.ts'

/** An index, or for ids the table itself. */
const indexOf: Readonly<Record<SortColumn | 'facet' | 'uuid' | 'id', string>> = {
  created: 'INDEXED BY orders_by_time',
  updated: 'INDEXED BY orders_by_change',
  price: 'INDEXED BY orders_by_price',
  volume: 'INDEXED BY orders_by_volume',
  facet: 'INDEXED BY orders_by_facet',
  uuid: 'INDEXED BY orders_by_uuid',
  id: 'NOT INDEXED',
}
export type Source = keyof typeof indexOf

/** `conditions` name the account and all of the filter. */
export const pageSql = (source: Source, key: string, { sql }: Conditions, order: string) => `
  SELECT ${key} AS key, id FROM orders ${indexOf[source]} WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`
export const countSql = (source: Source, { sql }: Conditions) => `
  SELECT count(*) AS count FROM orders ${indexOf[source]} WHERE ${sql}`
/** Counts no more than so many. */
export const countUpToSql = (source: Source, { sql }: Conditions) => `
  SELECT count(*) AS count FROM (SELECT 1 FROM orders ${indexOf[source]} WHERE ${sql} LIMIT ?)`

export function prepareIndexReads(db: Sqlite.Database) {
  const statementOf = createStatements(db)
  return {
    listAt: (
      source: Source,
      column: SortColumn,
      conditions: Conditions,
      order: string,
      limit: number,
      offset = 0,
    ) =>
      statementOf(pageSql(source, columnOf[column], conditions, order)).all(
        ...conditions.values,
        limit,
        offset,
      ) as OrderPlace[],

    countAt: (source: Source, conditions: Conditions): number =>
      (statementOf(countSql(source, conditions)).get(...conditions.values) as { count: number }).count,

    countUpTo: (source: Source, conditions: Conditions, limit: number): number =>
      (statementOf(countUpToSql(source, conditions)).get(...conditions.values, limit) as { count: number })
        .count,
  }
}
