// Owns: the tables' eighth form: what orders are sorted by, and how often what is listed has changed.
// Must not: be edited once shipped; a change is a new migration.
import { decimalKey } from '../decimal-key.ts'
import type { Migration } from '../migrate.ts'

export const orderSorts: Migration = {
  version: 8,
  name: 'order-sorts',
  up(db) {
    db.function('decimal_key', { deterministic: true, directOnly: true }, (text) =>
      decimalKey(typeof text === 'string' ? text : null),
    )
    db.exec(`
-- Texts that compare as the decimals do: price and volume in the order of numbers. Empty: no price.
ALTER TABLE orders ADD COLUMN price_key TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN volume_key TEXT NOT NULL DEFAULT '';
UPDATE orders SET price_key = decimal_key(price), volume_key = decimal_key(origin_volume);
CREATE INDEX orders_by_change ON orders (facet_id, updated_at_ms DESC, id DESC);
CREATE INDEX orders_by_price ON orders (facet_id, price_key DESC, id DESC);
CREATE INDEX orders_by_volume ON orders (facet_id, volume_key DESC, id DESC);
CREATE INDEX orders_by_reason ON orders (account_key, cancel_reason, id DESC) WHERE cancel_reason IS NOT NULL;

-- How often the orders of a combination came, went or moved within any of its lists. Begins where no combination before, dropped
-- since, can have been: what is remembered of one is not taken for another's.
ALTER TABLE order_facets ADD COLUMN changes_count INTEGER NOT NULL DEFAULT 0;

CREATE TABLE order_changes (
  -- CACHE: of combinations that were dropped, how often they had changed; and how often fills came or went.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  dropped_count INTEGER NOT NULL DEFAULT 0,
  fills_count INTEGER NOT NULL DEFAULT 0
) STRICT;

DROP TRIGGER orders_count_added;
DROP TRIGGER orders_count_moved;
DROP TRIGGER orders_count_removed;
CREATE TRIGGER orders_count_added AFTER INSERT ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count + 1, filled_count = filled_count + (new.trades_count > 0),
    wanting_count = wanting_count + new.fills_wanted, changes_count = changes_count + 1 WHERE id = new.facet_id;
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
CREATE TRIGGER orders_count_removed AFTER DELETE ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count - 1, filled_count = filled_count - (old.trades_count > 0),
    wanting_count = wanting_count - old.fills_wanted, changes_count = changes_count + 1 WHERE id = old.facet_id;
  UPDATE order_counts SET orders_count = orders_count - 1
    WHERE facet_id = old.facet_id AND bucket = old.created_at_ms / 345600000;
  DELETE FROM order_counts
    WHERE facet_id = old.facet_id AND bucket = old.created_at_ms / 345600000 AND orders_count = 0;
END;
-- An upsert names every column: told by their values, not by what was assigned. Whether fills are wanted is no change of a list.
CREATE TRIGGER orders_changed AFTER UPDATE OF facet_id, created_at_ms, updated_at_ms, price_key, volume_key, uuid, cancel_reason,
  executed_volume, average_price ON orders
BEGIN
  UPDATE order_facets SET changes_count = changes_count + 1 WHERE id IN (old.facet_id, new.facet_id);
END;
CREATE TRIGGER order_facets_dropped AFTER DELETE ON order_facets BEGIN
  INSERT INTO order_changes (account_key, dropped_count) VALUES (old.account_key, old.changes_count + 1)
    ON CONFLICT DO UPDATE SET dropped_count = dropped_count + excluded.dropped_count;
END;
CREATE TRIGGER order_fills_fetched AFTER INSERT ON order_trade_fetches BEGIN
  INSERT INTO order_changes (account_key, fills_count) VALUES (new.account_key, 1)
    ON CONFLICT DO UPDATE SET fills_count = fills_count + 1;
END;
CREATE TRIGGER order_fills_fetched_again AFTER UPDATE ON order_trade_fetches BEGIN
  INSERT INTO order_changes (account_key, fills_count) VALUES (new.account_key, 1)
    ON CONFLICT DO UPDATE SET fills_count = fills_count + 1;
END;
CREATE TRIGGER order_fills_dropped AFTER DELETE ON order_trade_fetches BEGIN
  INSERT INTO order_changes (account_key, fills_count) VALUES (old.account_key, 1)
    ON CONFLICT DO UPDATE SET fills_count = fills_count + 1;
END;
`)
  },
}
