// Owns: the tables' sixth form: what the user drew on charts, and indexes for marks of what their orders did.
// Must not: be edited once shipped; a change is a new migration.
import type { Migration } from '../migrate.ts'

export const charts: Migration = {
  version: 6,
  name: 'charts',
  up(db) {
    db.exec(`
CREATE TABLE drawings (
  -- USER'S OWN: lines and notes on the charts of a market, by network.
  network TEXT NOT NULL,
  id TEXT NOT NULL,
  market TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('line', 'note')),
  price TEXT NOT NULL,
  -- Where a note stands; a line is at all times.
  at_ms INTEGER,
  text TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (network, id),
  CHECK ((kind = 'note') = (at_ms IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX drawings_by_market ON drawings (network, market, created_at_ms, id);

-- Orders that ended with something left, by when they did; those that are open too, until they are filled. An order that
-- was filled whole costs nothing here.
CREATE INDEX orders_left_by_change ON orders (facet_id, updated_at_ms DESC, id DESC)
  WHERE remaining_volume GLOB '*[1-9]*';

-- The order's, where the fill's own was not told: a chart needs both to show it.
ALTER TABLE order_trades ADD COLUMN order_market TEXT;
ALTER TABLE order_trades ADD COLUMN order_at_ms INTEGER;
UPDATE order_trades SET (order_market, order_at_ms) = (
  SELECT iif(order_trades.market IS NULL, f.market, NULL),
    iif(order_trades.created_at_ms IS NULL, o.updated_at_ms, NULL)
  FROM orders AS o JOIN order_facets AS f ON f.id = o.facet_id
  WHERE o.account_key = order_trades.account_key AND o.id = order_trades.order_id
) WHERE market IS NULL OR created_at_ms IS NULL;
CREATE INDEX order_trades_by_time ON order_trades (
  account_key, ifnull(market, order_market), ifnull(created_at_ms, order_at_ms) DESC, order_id DESC, position DESC
);
`)
  },
}
