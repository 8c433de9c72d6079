// SQL on `order_moves`.
import type Sqlite from 'better-sqlite3'
import { orderSides } from '../../../../src-preload/domain/markets/markets.ts'
import type { OrderMoveMethods, StoredMove } from '../../api/order-move-rows.ts'
import { readWord } from '../orders/words.ts'

const movableTypes: readonly StoredMove['type'][] = ['limit', 'stop_limit', 'limit_maker']

type Row = Omit<StoredMove, 'side' | 'type'> & { readonly side: string; readonly type: string }

const columns: Record<keyof Row, string> = {
  ticketId: 'ticket_id',
  networkKey: 'network_key',
  senderAddress: 'sender_address',
  orderId: 'order_id',
  market: 'market',
  side: 'side',
  type: 'type',
  amount: 'amount',
  price: 'price',
  stopPrice: 'stop_price',
  begunAtMs: 'begun_at_ms',
}
const pairs = Object.entries(columns)

export const listMovesSql = `
  SELECT ${pairs.map(([name, column]) => `${column} AS ${name}`).join(', ')} FROM order_moves
  WHERE network_key = ? AND sender_address = ? ORDER BY order_id`

export function prepareOrderMoves(db: Sqlite.Database): OrderMoveMethods {
  const insert = db.prepare<[Row]>(`
    INSERT OR REPLACE INTO order_moves (${pairs.map(([, column]) => column).join(', ')})
    VALUES (${pairs.map(([name]) => `@${name}`).join(', ')})`)
  const remove = db.prepare<[string]>('DELETE FROM order_moves WHERE ticket_id = ?')
  const list = db.prepare<[string, string], Row>(listMovesSql)
  return {
    beginMove: (move) => {
      insert.run(move)
    },
    endMove: (ticketId) => {
      remove.run(ticketId)
    },
    listMoves: (networkKey, senderAddress) =>
      list.all(networkKey, senderAddress).map((row) => ({
        ...row,
        side: readWord(db, orderSides, row.side, 'order_moves.side'),
        type: readWord(db, movableTypes, row.type, 'order_moves.type'),
      })),
  }
}
