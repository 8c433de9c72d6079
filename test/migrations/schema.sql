-- The schema after all migrations, user_version 3.

CREATE TABLE accounts (
  -- USER'S OWN: which wallets are here. "key" is the short number that the cache rows carry instead of the id.
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  network_kind TEXT NOT NULL,
  base_url TEXT,
  ethereum_address TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  profile_name TEXT,
  profile_customer_id TEXT,
  profile_username TEXT,
  profile_stark_key TEXT
, key_kind TEXT NOT NULL DEFAULT 'ethereum') STRICT;

CREATE TABLE candle_coverage (
  -- CACHE: ranges of candle starts (inclusive) that are known without gaps and final; never overlapping, never touching.
  series_id INTEGER NOT NULL REFERENCES candle_series (id),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reaches_start INTEGER NOT NULL,
  PRIMARY KEY (series_id, from_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE candle_series (
  -- CACHE: a short number per network, market and period, and how fresh it is.
  id INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  market TEXT NOT NULL,
  period_minutes INTEGER NOT NULL,
  as_of_ms INTEGER NOT NULL,
  UNIQUE (network, market, period_minutes)
) STRICT;

CREATE TABLE candles (
  -- CACHE: the service sends JSON numbers, which a REAL holds exactly; they feed charts, not totals.
  series_id INTEGER NOT NULL REFERENCES candle_series (id),
  time_ms INTEGER NOT NULL,
  open REAL NOT NULL,
  high REAL NOT NULL,
  low REAL NOT NULL,
  close REAL NOT NULL,
  volume REAL NOT NULL,
  PRIMARY KEY (series_id, time_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE market_trades (
  -- CACHE: public trades; a trade never changes after it happened.
  feed_id INTEGER NOT NULL REFERENCES trade_feeds (id),
  id INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  price TEXT NOT NULL,
  amount TEXT NOT NULL,
  total TEXT NOT NULL,
  taker_type TEXT NOT NULL,
  PRIMARY KEY (feed_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX market_trades_by_time ON market_trades (feed_id, created_at_ms DESC, id DESC);

CREATE TABLE migration_history (
  -- Which step ran when, for whoever has to find out what happened to a file.
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE order_facets (
  -- CACHE: each combination of what orders are filtered by, once per account, with how many orders have it now.
  id INTEGER PRIMARY KEY,
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  market TEXT NOT NULL,
  side TEXT NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL,
  orders_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_key, market, side, type, state)
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
  known_through_id INTEGER,
  pass_next_page INTEGER,
  pass_top_id INTEGER,
  as_of_ms INTEGER,
  CHECK ((pass_next_page IS NULL) = (pass_top_id IS NULL))
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
  created_at_ms INTEGER,
  PRIMARY KEY (account_key, order_id, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER orders_count_added AFTER INSERT ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count + 1 WHERE id = new.facet_id;
END;

CREATE TRIGGER orders_count_moved AFTER UPDATE OF facet_id ON orders WHEN old.facet_id <> new.facet_id BEGIN
  UPDATE order_facets SET orders_count = orders_count - 1 WHERE id = old.facet_id;
  UPDATE order_facets SET orders_count = orders_count + 1 WHERE id = new.facet_id;
END;

CREATE TRIGGER orders_count_removed AFTER DELETE ON orders BEGIN
  UPDATE order_facets SET orders_count = orders_count - 1 WHERE id = old.facet_id;
END;

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
  PRIMARY KEY (account_key, id DESC)
) STRICT, WITHOUT ROWID;

CREATE INDEX orders_by_facet ON orders (facet_id, created_at_ms DESC, id DESC);

CREATE INDEX orders_by_time ON orders (account_key, created_at_ms DESC, id DESC);

CREATE TABLE pnl_entries (
  -- CACHE: one currency of a snapshot.
  snapshot_id INTEGER NOT NULL REFERENCES pnl_snapshots (id),
  position INTEGER NOT NULL,
  currency TEXT NOT NULL,
  pnl_currency TEXT NOT NULL,
  total_credit TEXT NOT NULL,
  total_debit TEXT NOT NULL,
  total_credit_value TEXT NOT NULL,
  total_debit_value TEXT NOT NULL,
  average_buy_price TEXT NOT NULL,
  average_sell_price TEXT NOT NULL,
  average_balance_price TEXT NOT NULL,
  total_balance_value TEXT NOT NULL,
  PRIMARY KEY (snapshot_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE pnl_snapshots (
  -- CACHE: when a profit and loss answer was first and last seen; equal answers in a row are one snapshot.
  id INTEGER PRIMARY KEY,
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  first_as_of_ms INTEGER NOT NULL,
  as_of_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX pnl_snapshots_by_account ON pnl_snapshots (account_key, id DESC);

CREATE TABLE settings (
  -- USER'S OWN: choices by key, value as text.
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE trade_feeds (
  -- CACHE: a short number per network and market whose public trades were read, and when.
  id INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  market TEXT NOT NULL,
  as_of_ms INTEGER NOT NULL,
  UNIQUE (network, market)
) STRICT;

CREATE TABLE watched_markets (
  -- USER'S OWN: the markets that are looked at, in their order.
  network TEXT NOT NULL,
  position INTEGER NOT NULL,
  market TEXT NOT NULL,
  PRIMARY KEY (network, position),
  UNIQUE (network, market)
) STRICT, WITHOUT ROWID;
