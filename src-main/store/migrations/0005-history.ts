// Owns: the tables' fifth form: which orders lack their fills, how many there are of a time, what is known of the list of orders,
// aggregates of candles, what is known of public trades.
// Must not: be edited once shipped; a change is a new migration.
import type { Migration } from '../migrate.ts'

export const history: Migration = {
  version: 5,
  name: 'history',
  up(db) {
    db.exec(`
-- 1 where the fills of this version of the order are not here: a list tells how many there are, not which.
ALTER TABLE orders ADD COLUMN fills_wanted INTEGER NOT NULL DEFAULT 0 CHECK (fills_wanted IN (0, 1));
UPDATE orders SET fills_wanted = 1 WHERE trades_count > 0 AND NOT EXISTS (
  SELECT 1 FROM order_trade_fetches AS f
  WHERE f.account_key = orders.account_key AND f.order_id = orders.id AND f.order_updated_at_ms >= orders.updated_at_ms
);
CREATE INDEX orders_wanting_fills ON orders (account_key, id DESC) WHERE fills_wanted = 1;

-- How many of a combination's orders have fills, and of how many these are not here: counting them among a million takes too long.
ALTER TABLE order_facets ADD COLUMN filled_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE order_facets ADD COLUMN wanting_count INTEGER NOT NULL DEFAULT 0;
UPDATE order_facets SET (filled_count, wanting_count) = (
  SELECT count(*), ifnull(sum(fills_wanted), 0) FROM orders WHERE facet_id = order_facets.id AND trades_count > 0
);

CREATE TABLE order_counts (
  -- CACHE: how many orders of a combination were created in each four days since 1970, where there are any: counting those of a
  -- range reads these and the orders of its two ends. Shorter buckets: more rows; longer ones: more orders at the ends.
  facet_id INTEGER NOT NULL REFERENCES order_facets (id),
  bucket INTEGER NOT NULL,
  orders_count INTEGER NOT NULL CHECK (orders_count >= 0),
  PRIMARY KEY (facet_id, bucket)
) STRICT, WITHOUT ROWID;
INSERT INTO order_counts (facet_id, bucket, orders_count)
  SELECT facet_id, created_at_ms / 345600000 AS bucket, count(*) FROM orders GROUP BY facet_id, bucket;

DROP TRIGGER orders_count_added;
DROP TRIGGER orders_count_moved;
DROP TRIGGER orders_count_removed;
CREATE TRIGGER orders_count_added AFTER INSERT ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count + 1, filled_count = filled_count + (new.trades_count > 0),
    wanting_count = wanting_count + new.fills_wanted WHERE id = new.facet_id;
  INSERT INTO order_counts (facet_id, bucket, orders_count) VALUES (new.facet_id, new.created_at_ms / 345600000, 1)
    ON CONFLICT DO UPDATE SET orders_count = orders_count + 1;
END;
CREATE TRIGGER orders_count_moved AFTER UPDATE OF facet_id, trades_count, fills_wanted ON orders
WHEN old.facet_id <> new.facet_id OR (old.trades_count > 0) <> (new.trades_count > 0) OR old.fills_wanted <> new.fills_wanted
BEGIN
  UPDATE order_facets SET orders_count = orders_count - 1, filled_count = filled_count - (old.trades_count > 0),
    wanting_count = wanting_count - old.fills_wanted WHERE id = old.facet_id;
  UPDATE order_facets SET orders_count = orders_count + 1, filled_count = filled_count + (new.trades_count > 0),
    wanting_count = wanting_count + new.fills_wanted WHERE id = new.facet_id;
END;
-- Of its own: whether fills are wanted changes far more often than what these count.
CREATE TRIGGER orders_bucket_moved AFTER UPDATE OF facet_id, created_at_ms ON orders
WHEN old.facet_id <> new.facet_id OR old.created_at_ms / 345600000 <> new.created_at_ms / 345600000
BEGIN
  UPDATE order_counts SET orders_count = orders_count - 1
    WHERE facet_id = old.facet_id AND bucket = old.created_at_ms / 345600000;
  DELETE FROM order_counts
    WHERE facet_id = old.facet_id AND bucket = old.created_at_ms / 345600000 AND orders_count = 0;
  INSERT INTO order_counts (facet_id, bucket, orders_count) VALUES (new.facet_id, new.created_at_ms / 345600000, 1)
    ON CONFLICT DO UPDATE SET orders_count = orders_count + 1;
END;
CREATE TRIGGER orders_count_removed AFTER DELETE ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count - 1, filled_count = filled_count - (old.trades_count > 0),
    wanting_count = wanting_count - old.fills_wanted WHERE id = old.facet_id;
  UPDATE order_counts SET orders_count = orders_count - 1
    WHERE facet_id = old.facet_id AND bucket = old.created_at_ms / 345600000;
  DELETE FROM order_counts
    WHERE facet_id = old.facet_id AND bucket = old.created_at_ms / 345600000 AND orders_count = 0;
END;

-- One stretch of known orders was not enough: an app that is away for weeks in the middle of a history has two.
ALTER TABLE order_sync RENAME TO order_sync_before;
CREATE TABLE order_sync (
  -- CACHE: how far the order history was read; commits together with the rows it speaks of.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  -- JSON: stretches of the list of orders that are known without gaps, newest first: [{fromId, toId, rows, fromMs}].
  stretches TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(stretches)),
  -- Orders that were created before were left out, because they are not kept.
  kept_from_ms INTEGER NOT NULL DEFAULT 0,
  as_of_ms INTEGER
) STRICT;
INSERT INTO order_sync (account_key, stretches, as_of_ms)
  SELECT account_key, iif(known_through_id IS NULL, '[]', json_array(json_object('fromId', 0, 'toId', known_through_id,
    'rows', (SELECT count(*) FROM orders AS o WHERE o.account_key = s.account_key AND o.id <= known_through_id),
    'fromMs', (SELECT min(created_at_ms) FROM orders AS o WHERE o.account_key = s.account_key)))), as_of_ms
  FROM order_sync_before AS s;
DROP TABLE order_sync_before;

-- Minute candles anew: what is aggregated from them is written with them.
DELETE FROM candle_coverage WHERE series_id IN (SELECT id FROM candle_series WHERE period_minutes = 1);
DELETE FROM candles WHERE series_id IN (SELECT id FROM candle_series WHERE period_minutes = 1);
DELETE FROM candle_series WHERE period_minutes = 1;

-- What was told last of the series' end: every candle that starts from tail_from_ms on, as it was at tail_as_of_ms.
ALTER TABLE candle_series ADD COLUMN tail_from_ms INTEGER;
ALTER TABLE candle_series ADD COLUMN tail_as_of_ms INTEGER;

CREATE TABLE candle_rollups (
  -- CACHE: candles of a longer period made of the minute candles of series_id that are here; always of all of them.
  -- volume: the sum of the minutes' volumes, rounded once. volume_rest: what that leaves out of the sum, so that longer
  -- periods can be made of these; null where one double cannot hold it.
  series_id INTEGER NOT NULL REFERENCES candle_series (id),
  period_minutes INTEGER NOT NULL CHECK (period_minutes > 1),
  time_ms INTEGER NOT NULL,
  open REAL NOT NULL,
  high REAL NOT NULL,
  low REAL NOT NULL,
  close REAL NOT NULL,
  volume REAL NOT NULL,
  volume_rest REAL,
  PRIMARY KEY (series_id, period_minutes, time_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE trade_coverage (
  -- CACHE: ranges of time (inclusive) whose public trades are known without gaps; never overlapping, never touching.
  feed_id INTEGER NOT NULL REFERENCES trade_feeds (id),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reaches_start INTEGER NOT NULL CHECK (reaches_start IN (0, 1)),
  PRIMARY KEY (feed_id, from_ms)
) STRICT, WITHOUT ROWID;
`)
  },
}
