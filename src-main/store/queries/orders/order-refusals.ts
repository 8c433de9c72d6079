// SQL on `order_refusals`.
import type Sqlite from 'better-sqlite3'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import type { RefusedOrder } from '../../api/store-api.ts'

export function prepareOrderRefusals(db: Sqlite.Database) {
  const upsert = db.prepare<[number, number, string]>(`
    INSERT INTO order_refusals (account_key, order_id, field) VALUES (?, ?, ?)
    ON CONFLICT (account_key, order_id) DO UPDATE SET field = excluded.field`)
  const remove = db.prepare<[number, number]>(
    'DELETE FROM order_refusals WHERE account_key = ? AND order_id = ?',
  )
  const count = db
    .prepare<[number], number>('SELECT count(*) FROM order_refusals WHERE account_key = ?')
    .pluck()
  const newest = db.prepare<[number], RefusedOrder>(`
    SELECT order_id AS id, field FROM order_refusals WHERE account_key = ? ORDER BY order_id DESC LIMIT 1`)

  return {
    /** Notes what was refused, and forgets what could be read. */
    put(accountKey: number, read: readonly Order[], refused: readonly RefusedOrder[]): void {
      // Most accounts have none, and a page has hundreds of orders.
      if (newest.get(accountKey)) for (const { id } of read) remove.run(accountKey, id)
      for (const { id, field } of refused) upsert.run(accountKey, id, field)
    },
    get(accountKey: number): { count: number; newest: RefusedOrder } | null {
      const found = newest.get(accountKey)
      return found ? { count: count.get(accountKey) ?? 1, newest: found } : null
    },
  }
}
