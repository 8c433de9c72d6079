// Putting pages of orders into the app's tables without the app: parse, insert, nothing more.
import type { ListedOrder } from '../../src-main/practice/orders/order-views.ts'
import { uuidKey } from '../../src-main/store/queries/orders/order-conditions.ts'
import { decimalKey } from '../../src-main/store/worker/decimal-key.ts'
import { account, openTables, prepareInsert } from './store-files.ts'

export interface BareTables {
  /** Inserts the orders of an answer's text in one transaction; answers how many there were. */
  insert(text: string): number
  count(): number
  close(): void
}

const columns = [
  'account_key',
  'id',
  'facet_id',
  'created_at_ms',
  'updated_at_ms',
  'uuid',
  'price',
  'stop_price',
  'average_price',
  'origin_volume',
  'remaining_volume',
  'executed_volume',
  'maker_fee',
  'taker_fee',
  'trades_count',
  'cancel_reason',
  'price_key',
  'volume_key',
  'uuid_key',
]

export function openBareTables(file: string): BareTables {
  const db = openTables(file)
  db.prepare(
    `INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, ?, ?, ?, ?, 0)`,
  ).run(account.id, account.label, account.networkKind, account.ethereumAddress)
  const insertFacet = db
    .prepare<string[], number>(
      'INSERT INTO order_facets (account_key, market, side, type, state, cancel_reason) VALUES (1, ?, ?, ?, ?, ?) RETURNING id',
    )
    .pluck()
  const facets = new Map<string, number | undefined>()
  const facetOf = ({ market, side, ord_type, state, cancel_reason }: ListedOrder): number => {
    const of = [market, side, ord_type, state, cancel_reason ?? '']
    const name = of.join('|')
    const known = facets.get(name) ?? insertFacet.get(...of)
    facets.set(name, known)
    return known ?? NaN
  }
  const insertRow = prepareInsert(db, 'orders', columns)
  const insertAll = db.transaction((orders: ListedOrder[]) => {
    for (const order of orders) {
      insertRow([
        1,
        order.id,
        facetOf(order),
        Date.parse(order.created_at),
        Date.parse(order.updated_at),
        order.uuid,
        order.price,
        order.stop_price,
        order.avg_price,
        order.origin_volume,
        order.remaining_volume,
        order.executed_volume,
        order.maker_fee,
        order.taker_fee,
        order.trades_count,
        order.cancel_reason,
        // What lists are sorted by has no bare form: it is the tables' own.
        decimalKey(order.price),
        decimalKey(order.origin_volume),
        uuidKey(order.uuid),
      ])
    }
  })
  return {
    insert(text) {
      const { payload } = JSON.parse(text) as { payload: ListedOrder[] }
      insertAll.immediate(payload)
      return payload.length
    },
    count: () => Number(db.prepare('SELECT count(*) FROM orders').pluck().get()),
    close: () => db.close(),
  }
}
