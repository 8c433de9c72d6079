// Owns: the tables' eleventh form: orders whose every filter and sort is answered by an index that has all of both.
// Must not: be edited once shipped; a change is a new migration.
import type { Migration } from '../migrate.ts'

/** What an index of lists has beside its own key: all that filters and sorts ask for. */
const lists = [
  ['time', 'created_at_ms', 'updated_at_ms, price_key, volume_key'],
  ['change', 'updated_at_ms', 'created_at_ms, price_key, volume_key'],
  ['price', 'price_key', 'created_at_ms, updated_at_ms, volume_key'],
  ['volume', 'volume_key', 'created_at_ms, updated_at_ms, price_key'],
  ['uuid', 'uuid_key', 'created_at_ms, updated_at_ms, price_key, volume_key'],
] as const

export const orderLists: Migration = {
  version: 11,
  name: 'order-lists',
  up(db) {
    // Orders and fills are a cache, and are fetched again.
    db.exec(`
DROP TABLE orders;
DROP TABLE order_counts;
DROP TABLE order_facets;
DELETE FROM order_trades;
DELETE FROM order_trade_fetches;
DELETE FROM order_refusals;
DELETE FROM order_sync;

CREATE TABLE order_facets (
  -- CACHE: each combination of what orders are filtered by, once per account, with how many orders have it now.
  id INTEGER PRIMARY KEY,
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  market TEXT NOT NULL,
  side TEXT NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL,
  -- Empty: none.
  cancel_reason TEXT NOT NULL,
  orders_count INTEGER NOT NULL DEFAULT 0,
  -- How many of them have fills, and of how many these are not here: counting them among a million takes too long.
  filled_count INTEGER NOT NULL DEFAULT 0,
  wanting_count INTEGER NOT NULL DEFAULT 0,
  -- How often its orders came, went or moved within any list. Starts at random: what is remembered of a dropped combination is
  -- not taken for another's.
  changes_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_key, market, side, type, state, cancel_reason)
) STRICT;

CREATE TABLE orders (
  -- CACHE: orders as the service last told them. Descending, because history is read newest first: it appends.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  facet_id INTEGER NOT NULL REFERENCES order_facets (id),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  price TEXT,
  stop_price TEXT,
  average_price TEXT NOT NULL,
  origin_volume TEXT NOT NULL,
  remaining_volume TEXT NOT NULL,
  executed_volume TEXT NOT NULL,
  maker_fee TEXT NOT NULL,
  taker_fee TEXT NOT NULL,
  trades_count INTEGER NOT NULL,
  cancel_reason TEXT,
  -- 1 where the fills of this version of the order are not here: a list tells how many there are, not which.
  fills_wanted INTEGER NOT NULL DEFAULT 0 CHECK (fills_wanted IN (0, 1)),
  -- Texts that compare as the decimals do: price and volume in the order of numbers. Empty: no price.
  price_key TEXT NOT NULL,
  volume_key TEXT NOT NULL,
  -- The first eight characters, in small letters: they tell one of a million.
  uuid_key TEXT NOT NULL,
  PRIMARY KEY (account_key, id DESC)
) STRICT, WITHOUT ROWID;
${lists
  .map(
    ([name, key, rest]) =>
      `CREATE INDEX orders_by_${name} ON orders (account_key, ${key} DESC, id DESC, facet_id, ${rest});`,
  )
  .join('\n')}
CREATE INDEX orders_by_facet
  ON orders (facet_id, created_at_ms DESC, id DESC, updated_at_ms, price_key, volume_key);
-- Orders that ended with something left, by when they did; those that are open too, until they are filled.
CREATE INDEX orders_left_by_change ON orders (account_key, updated_at_ms DESC, id DESC, facet_id)
  WHERE remaining_volume GLOB '*[1-9]*';
CREATE INDEX orders_wanting_fills ON orders (account_key, id DESC) WHERE fills_wanted = 1;

-- Fills of all markets by time, with all that their list is filtered by.
CREATE INDEX order_trades_listed ON order_trades (
  account_key, ifnull(created_at_ms, order_at_ms) DESC, order_id DESC, position DESC, ifnull(market, order_market), side, id
);

CREATE TRIGGER orders_count_added AFTER INSERT ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count + 1, filled_count = filled_count + (new.trades_count > 0),
    wanting_count = wanting_count + new.fills_wanted, changes_count = changes_count + 1 WHERE id = new.facet_id;
END;
CREATE TRIGGER orders_count_moved AFTER UPDATE OF facet_id, trades_count, fills_wanted ON orders
WHEN old.facet_id <> new.facet_id OR (old.trades_count > 0) <> (new.trades_count > 0) OR old.fills_wanted <> new.fills_wanted
BEGIN
  UPDATE order_facets SET orders_count = orders_count - 1, filled_count = filled_count - (old.trades_count > 0),
    wanting_count = wanting_count - old.fills_wanted WHERE id = old.facet_id;
  UPDATE order_facets SET orders_count = orders_count + 1, filled_count = filled_count + (new.trades_count > 0),
    wanting_count = wanting_count + new.fills_wanted WHERE id = new.facet_id;
END;
CREATE TRIGGER orders_count_removed AFTER DELETE ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count - 1, filled_count = filled_count - (old.trades_count > 0),
    wanting_count = wanting_count - old.fills_wanted, changes_count = changes_count + 1 WHERE id = old.facet_id;
END;
-- An upsert names every column. Whether fills are wanted is no change of a list.
CREATE TRIGGER orders_changed AFTER UPDATE OF facet_id, created_at_ms, updated_at_ms, price_key, volume_key, uuid, cancel_reason,
  executed_volume, average_price ON orders
BEGIN
  UPDATE order_facets SET changes_count = changes_count + 1 WHERE id IN (old.facet_id, new.facet_id);
END;
CREATE TRIGGER order_facets_dropped AFTER DELETE ON order_facets BEGIN
  INSERT INTO order_changes (account_key, dropped_count) VALUES (old.account_key, old.changes_count + 1)
    ON CONFLICT DO UPDATE SET dropped_count = dropped_count + excluded.dropped_count;
END;

-- Whatever writes an order notes its end in the same transaction.
CREATE TRIGGER orders_seen_ended AFTER INSERT ON orders
WHEN new.updated_at_ms > (
  SELECT m.since_ms FROM accounts AS a JOIN order_notice_marks AS m ON m.account_id = a.id WHERE a.key = new.account_key
)
BEGIN
  INSERT INTO told_orders (account_id, order_id, ended_at_ms)
    SELECT a.id, new.id, new.updated_at_ms FROM accounts AS a JOIN order_facets AS f ON f.id = new.facet_id
    WHERE a.key = new.account_key AND f.state IN ('done', 'cancel')
      AND NOT EXISTS (SELECT 1 FROM told_orders AS t WHERE t.account_id = a.id AND t.order_id = new.id);
END;
CREATE TRIGGER orders_ended AFTER UPDATE OF facet_id ON orders WHEN old.facet_id <> new.facet_id BEGIN
  INSERT INTO told_orders (account_id, order_id, ended_at_ms)
    SELECT a.id, new.id, new.updated_at_ms
    FROM accounts AS a JOIN order_facets AS f ON f.id = new.facet_id JOIN order_facets AS b ON b.id = old.facet_id
    WHERE a.key = new.account_key AND f.state IN ('done', 'cancel') AND b.state IN ('pending', 'wait')
      AND NOT EXISTS (SELECT 1 FROM told_orders AS t WHERE t.account_id = a.id AND t.order_id = new.id);
END;
-- Only lists carry the reason; an order that was asked for alone gets it later.
CREATE TRIGGER orders_cancel_explained AFTER UPDATE OF cancel_reason ON orders
WHEN old.cancel_reason IS NULL AND new.cancel_reason IS NOT NULL
BEGIN
  UPDATE notices SET facts = json_set(facts, '$.cancelReason', new.cancel_reason)
    WHERE account_id = (SELECT id FROM accounts WHERE key = new.account_key) AND order_id = new.id
      AND kind = 'orderCancelled';
END;
`)
  },
}
