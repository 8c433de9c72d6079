// Orders, their counts and changes, and their fills.

export const ordersSchema = `
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

CREATE TABLE order_changes (
  -- CACHE: of combinations that were dropped, how often they had changed; and how often fills came or went.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  dropped_count INTEGER NOT NULL DEFAULT 0,
  fills_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE order_refusals (
  -- CACHE: orders that the service listed and that could not be read: the history is not complete without them.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  order_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (account_key, order_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_sync (
  -- CACHE: how far the order history was read; commits together with the rows it speaks of.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  -- JSON: stretches of the list of orders that are known without gaps, newest first: [{fromId, toId, rows, fromMs}].
  stretches TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(stretches)),
  -- Orders that were created before were left out, because they are not kept.
  kept_from_ms INTEGER NOT NULL DEFAULT 0,
  as_of_ms INTEGER
) STRICT;

CREATE TABLE order_trade_fetches (
  -- CACHE: for which version of an order its fills were fetched; a row without fills says that there were none.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  order_id INTEGER NOT NULL,
  order_updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_key, order_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_trades (
  -- CACHE: the fills of an order, in the order in which the service listed them.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  order_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  id INTEGER NOT NULL,
  told_order_id INTEGER,
  market TEXT,
  side TEXT,
  taker_type TEXT,
  price TEXT NOT NULL,
  amount TEXT NOT NULL,
  total TEXT,
  fee_currency TEXT,
  fee_rate TEXT,
  fee_amount TEXT,
  created_at_ms INTEGER, order_market TEXT, order_at_ms INTEGER,
  PRIMARY KEY (account_key, order_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX orders_by_change ON orders (account_key, updated_at_ms DESC, id DESC, facet_id, created_at_ms, price_key, volume_key);

CREATE INDEX orders_by_facet
  ON orders (facet_id, created_at_ms DESC, id DESC, updated_at_ms, price_key, volume_key);

CREATE INDEX orders_by_price ON orders (account_key, price_key DESC, id DESC, facet_id, created_at_ms, updated_at_ms, volume_key);

CREATE INDEX orders_by_time ON orders (account_key, created_at_ms DESC, id DESC, facet_id, updated_at_ms, price_key, volume_key);

CREATE INDEX orders_by_uuid ON orders (account_key, uuid_key DESC, id DESC, facet_id, created_at_ms, updated_at_ms, price_key, volume_key);

CREATE INDEX orders_by_volume ON orders (account_key, volume_key DESC, id DESC, facet_id, created_at_ms, updated_at_ms, price_key);

CREATE INDEX orders_left_by_change ON orders (account_key, updated_at_ms DESC, id DESC, facet_id)
  WHERE remaining_volume GLOB '*[1-9]*';

CREATE INDEX orders_wanting_fills ON orders (account_key, id DESC) WHERE fills_wanted = 1;

CREATE INDEX order_trades_by_time ON order_trades (
  account_key, ifnull(market, order_market), ifnull(created_at_ms, order_at_ms) DESC, order_id DESC, position DESC
);

CREATE INDEX order_trades_listed ON order_trades (
  account_key, ifnull(created_at_ms, order_at_ms) DESC, order_id DESC, position DESC, ifnull(market, order_market), side, id
);

CREATE TRIGGER order_facets_dropped AFTER DELETE ON order_facets BEGIN
  INSERT INTO order_changes (account_key, dropped_count) VALUES (old.account_key, old.changes_count + 1)
    ON CONFLICT DO UPDATE SET dropped_count = dropped_count + excluded.dropped_count;
END;

CREATE TRIGGER orders_cancel_explained AFTER UPDATE OF cancel_reason ON orders
WHEN old.cancel_reason IS NULL AND new.cancel_reason IS NOT NULL
BEGIN
  UPDATE notices SET facts = json_set(facts, '$.cancelReason', new.cancel_reason)
    WHERE account_id = (SELECT id FROM accounts WHERE key = new.account_key) AND order_id = new.id
      AND kind = 'orderCancelled';
END;

CREATE TRIGGER orders_changed AFTER UPDATE OF facet_id, created_at_ms, updated_at_ms, price_key, volume_key, uuid, cancel_reason,
  executed_volume, average_price ON orders
BEGIN
  UPDATE order_facets SET changes_count = changes_count + 1 WHERE id IN (old.facet_id, new.facet_id);
END;

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

CREATE TRIGGER orders_ended AFTER UPDATE OF facet_id ON orders WHEN old.facet_id <> new.facet_id BEGIN
  INSERT INTO told_orders (account_id, order_id, ended_at_ms)
    SELECT a.id, new.id, new.updated_at_ms
    FROM accounts AS a JOIN order_facets AS f ON f.id = new.facet_id JOIN order_facets AS b ON b.id = old.facet_id
    WHERE a.key = new.account_key AND f.state IN ('done', 'cancel') AND b.state NOT IN ('done', 'cancel')
      AND NOT EXISTS (SELECT 1 FROM told_orders AS t WHERE t.account_id = a.id AND t.order_id = new.id);
END;

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

CREATE TRIGGER order_fills_dropped AFTER DELETE ON order_trade_fetches BEGIN
  INSERT INTO order_changes (account_key, fills_count) VALUES (old.account_key, 1)
    ON CONFLICT DO UPDATE SET fills_count = fills_count + 1;
END;

CREATE TRIGGER order_fills_fetched AFTER INSERT ON order_trade_fetches BEGIN
  INSERT INTO order_changes (account_key, fills_count) VALUES (new.account_key, 1)
    ON CONFLICT DO UPDATE SET fills_count = fills_count + 1;
END;

CREATE TRIGGER order_fills_fetched_again AFTER UPDATE ON order_trade_fetches BEGIN
  INSERT INTO order_changes (account_key, fills_count) VALUES (new.account_key, 1)
    ON CONFLICT DO UPDATE SET fills_count = fills_count + 1;
END;
`
