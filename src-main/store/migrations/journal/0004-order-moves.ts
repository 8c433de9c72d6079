// Moves of orders that have not ended: an order that is canceled to be placed anew is never gone unseen. Never edit a shipped migration.
import type { Migration } from '../../worker/migrate.ts'

const schema = `
CREATE TABLE order_moves (
  -- USER'S OWN: orders that are being canceled to be placed anew. Written before the cancel is sent; a row goes when a person was told,
  -- or need not be told, what became of both orders.
  ticket_id TEXT PRIMARY KEY,
  network_key TEXT NOT NULL,
  sender_address TEXT NOT NULL COLLATE NOCASE,
  -- The order that is canceled.
  order_id INTEGER NOT NULL,
  -- The order that takes its place.
  market TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  type TEXT NOT NULL CHECK (type IN ('limit', 'stop_limit', 'limit_maker')),
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*'),
  price TEXT NOT NULL CHECK (price GLOB '[0-9]*' AND price NOT GLOB '*[^0-9.]*'),
  stop_price TEXT CHECK (stop_price GLOB '[0-9]*' AND stop_price NOT GLOB '*[^0-9.]*'),
  begun_at_ms INTEGER NOT NULL,
  CHECK ((type = 'stop_limit') = (stop_price IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX order_moves_by_order ON order_moves (network_key, sender_address, order_id);
`

export const orderMovesSchema: Migration = {
  version: 4,
  name: 'order-moves',
  up(db) {
    db.exec(schema)
  },
}
