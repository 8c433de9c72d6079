-- The schema after all migrations, user_version 7.

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
  profile_stark_key TEXT,
  key_kind TEXT NOT NULL DEFAULT 'ethereum'
) STRICT;

CREATE TABLE balance_readings (
  -- CACHE: the last answer about an account's balances. balances: JSON, as the contract has them.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  as_of_ms INTEGER NOT NULL,
  balances TEXT NOT NULL CHECK (json_valid(balances))
) STRICT;

CREATE TABLE candle_coverage (
  -- CACHE: ranges of candle starts (inclusive) that are known without gaps and final; never overlapping, never touching.
  series_id INTEGER NOT NULL REFERENCES candle_series (id),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reaches_start INTEGER NOT NULL,
  PRIMARY KEY (series_id, from_ms)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE candle_series (
  -- CACHE: a short number per network, market and period, and how fresh it is.
  id INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  market TEXT NOT NULL,
  period_minutes INTEGER NOT NULL,
  as_of_ms INTEGER NOT NULL,
  tail_from_ms INTEGER,
  tail_as_of_ms INTEGER,
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

CREATE TABLE "drawings" (
  -- USER'S OWN: what was drawn on the charts of a market, by network. body: JSON, as the contract has the rest of it.
  network TEXT NOT NULL,
  id TEXT NOT NULL,
  market TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (network, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX drawings_by_market ON drawings (network, market, created_at_ms, id);

CREATE TABLE fill_conflicts (
  -- CACHE: orders whose fills the service listed otherwise than their own answers: only the latter count.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  order_id INTEGER NOT NULL,
  PRIMARY KEY (account_key, order_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE fill_pages (
  -- CACHE: where the reading of pages of own trades goes on; commits together with the rows of the page before.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  next_page INTEGER NOT NULL,
  page_rows INTEGER NOT NULL
) STRICT;

CREATE TRIGGER listed_transfers_arrived AFTER UPDATE OF told_status ON listed_transfers
WHEN new.told_status = 'success' AND old.told_status <> 'success' BEGIN
  INSERT INTO notices (id, kind, at_ms, account_id, facts)
    SELECT 1 + ifnull((SELECT max(id) FROM notices), 0), 'transferReceived', new.told_created_at_ms, a.id,
      json_object('kind', 'transferReceived', 'accountId', a.id, 'reference', new.told_reference,
        'amount', new.told_amount, 'currency', new.told_currency, 'fromAddress', new.told_from_address)
    FROM accounts AS a JOIN order_notice_marks AS m ON m.account_id = a.id WHERE a.key = new.account_key AND new.told_destination_address = a.ethereum_address COLLATE NOCASE
      AND new.told_from_address <> a.ethereum_address COLLATE NOCASE AND new.told_created_at_ms > m.since_ms
      AND NOT EXISTS (SELECT 1 FROM told_events AS t WHERE t.account_id = a.id AND t.key = 'transfer ' || new.told_reference);
  INSERT INTO told_events (account_id, key, at_ms) SELECT a.id, 'transfer ' || new.told_reference, new.told_created_at_ms FROM accounts AS a JOIN order_notice_marks AS m ON m.account_id = a.id WHERE a.key = new.account_key AND new.told_destination_address = a.ethereum_address COLLATE NOCASE
      AND new.told_from_address <> a.ethereum_address COLLATE NOCASE AND new.told_created_at_ms > m.since_ms
      AND NOT EXISTS (SELECT 1 FROM told_events AS t WHERE t.account_id = a.id AND t.key = 'transfer ' || new.told_reference);
END;

CREATE TRIGGER listed_transfers_received AFTER INSERT ON listed_transfers
WHEN new.told_status = 'success' BEGIN
  INSERT INTO notices (id, kind, at_ms, account_id, facts)
    SELECT 1 + ifnull((SELECT max(id) FROM notices), 0), 'transferReceived', new.told_created_at_ms, a.id,
      json_object('kind', 'transferReceived', 'accountId', a.id, 'reference', new.told_reference,
        'amount', new.told_amount, 'currency', new.told_currency, 'fromAddress', new.told_from_address)
    FROM accounts AS a JOIN order_notice_marks AS m ON m.account_id = a.id WHERE a.key = new.account_key AND new.told_destination_address = a.ethereum_address COLLATE NOCASE
      AND new.told_from_address <> a.ethereum_address COLLATE NOCASE AND new.told_created_at_ms > m.since_ms
      AND NOT EXISTS (SELECT 1 FROM told_events AS t WHERE t.account_id = a.id AND t.key = 'transfer ' || new.told_reference);
  INSERT INTO told_events (account_id, key, at_ms) SELECT a.id, 'transfer ' || new.told_reference, new.told_created_at_ms FROM accounts AS a JOIN order_notice_marks AS m ON m.account_id = a.id WHERE a.key = new.account_key AND new.told_destination_address = a.ethereum_address COLLATE NOCASE
      AND new.told_from_address <> a.ethereum_address COLLATE NOCASE AND new.told_created_at_ms > m.since_ms
      AND NOT EXISTS (SELECT 1 FROM told_events AS t WHERE t.account_id = a.id AND t.key = 'transfer ' || new.told_reference);
END;

CREATE TABLE listed_transfers (
  -- CACHE: transfers as the exchange lists them for an account, sent and received.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  told_reference TEXT NOT NULL,
  told_amount TEXT NOT NULL,
  told_currency TEXT NOT NULL,
  told_from_address TEXT NOT NULL COLLATE NOCASE,
  told_destination_address TEXT NOT NULL COLLATE NOCASE,
  told_status TEXT NOT NULL,
  told_created_at_ms INTEGER NOT NULL,
  told_updated_at_ms INTEGER NOT NULL,
  told_as_of_ms INTEGER NOT NULL,
  PRIMARY KEY (account_key, told_reference)
) STRICT, WITHOUT ROWID;

CREATE INDEX listed_transfers_by_recipient
  ON listed_transfers (account_key, told_destination_address, told_created_at_ms DESC);

CREATE TABLE listed_transfers_sync (
  -- CACHE: how far the list of an account was read. offset_unit: what the exchange's offset counts, null until it showed.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  offset_unit TEXT CHECK (offset_unit IN ('rows', 'pages')),
  next_page INTEGER NOT NULL,
  is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1))
) STRICT;

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

CREATE TABLE movements (
  -- USER'S OWN: deposits and withdrawals that the exchange's interface does not report, as the user entered them.
  id INTEGER PRIMARY KEY,
  network_key TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  currency TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*'),
  value TEXT NOT NULL CHECK (value GLOB '[0-9]*' AND value NOT GLOB '*[^0-9.]*'),
  at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX movements_by_account ON movements (network_key, address, at_ms DESC, id DESC);

CREATE TABLE "notices" (
  -- USER'S OWN: what the user wanted to hear of. facts: JSON, as the contract has it. noted_at_ms: when somebody was told; null
  -- until then. account_id: null for prices alone; order_id: of those that a reading of an order caused. is_cleared: gone for
  -- the user; the newest stays so, because no id is given twice.
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('priceCrossed', 'orderFilled', 'orderCancelled', 'orderPartlyFilled', 'orderUnknown', 'orderFoundLate', 'orderDiffers', 'orderGone', 'signingLocked', 'sessionEnded', 'cancelAsked', 'transferReceived')),
  at_ms INTEGER NOT NULL,
  noted_at_ms INTEGER,
  is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
  is_cleared INTEGER NOT NULL DEFAULT 0 CHECK (is_cleared IN (0, 1)),
  account_id TEXT,
  order_id INTEGER,
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  CHECK ((kind = 'priceCrossed') = (account_id IS NULL)),
  CHECK ((kind IN ('orderFilled', 'orderCancelled', 'orderPartlyFilled')) = (order_id IS NOT NULL))
) STRICT;

CREATE INDEX notices_by_order ON notices (account_id, order_id) WHERE account_id IS NOT NULL;

CREATE INDEX notices_not_noted ON notices (id) WHERE noted_at_ms IS NULL;

CREATE INDEX notices_unread ON notices (id) WHERE is_read = 0;

CREATE TABLE opening_parts (
  -- USER'S OWN: how the user split and dated what was held before the first stored fill. cost: null for a share by amount.
  network_key TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  currency TEXT NOT NULL,
  position INTEGER NOT NULL,
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*'),
  opened_at_ms INTEGER,
  cost TEXT CHECK (cost GLOB '[0-9]*' AND cost NOT GLOB '*[^0-9.]*'),
  PRIMARY KEY (network_key, address, currency, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_changes (
  -- CACHE: of combinations that were dropped, how often they had changed; and how often fills came or went.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  dropped_count INTEGER NOT NULL DEFAULT 0,
  fills_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TRIGGER order_facets_dropped AFTER DELETE ON order_facets BEGIN
  INSERT INTO order_changes (account_key, dropped_count) VALUES (old.account_key, old.changes_count + 1)
    ON CONFLICT DO UPDATE SET dropped_count = dropped_count + excluded.dropped_count;
END;

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

CREATE TABLE order_notice_marks (
  -- USER'S OWN: from when on, by the service's clock, ends of an account's orders are told of that were not seen open.
  account_id TEXT NOT NULL PRIMARY KEY,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE INDEX order_trades_by_time ON order_trades (
  account_key, ifnull(market, order_market), ifnull(created_at_ms, order_at_ms) DESC, order_id DESC, position DESC
);

CREATE INDEX order_trades_listed ON order_trades (
  account_key, ifnull(created_at_ms, order_at_ms) DESC, order_id DESC, position DESC, ifnull(market, order_market), side, id
);

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

CREATE TRIGGER orders_partly_filled AFTER UPDATE OF executed_volume ON orders
WHEN old.executed_volume <> new.executed_volume
BEGIN
  INSERT INTO notices (id, kind, at_ms, account_id, order_id, facts)
    SELECT 1 + ifnull((SELECT max(id) FROM notices), 0), 'orderPartlyFilled', o.updated_at_ms, a.id, o.id,
      json_object('kind', 'orderPartlyFilled', 'accountId', a.id, 'orderId', o.id, 'market', f.market, 'side', f.side, 'type', f.type, 'price', o.price,
          'averagePrice', o.average_price, 'originVolume', o.origin_volume, 'executedVolume', o.executed_volume)
    FROM accounts AS a JOIN orders AS o ON o.account_key = a.key AND o.id = new.id
      JOIN order_facets AS f ON f.id = o.facet_id
    WHERE a.key = new.account_key AND f.state IN ('pending', 'wait');
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

CREATE TABLE paged_fills (
  -- CACHE: fills that pages of own trades listed, of orders whose other fills are not here yet.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  order_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  market TEXT NOT NULL,
  side TEXT NOT NULL,
  taker_type TEXT,
  price TEXT NOT NULL,
  amount TEXT NOT NULL,
  total TEXT,
  fee_currency TEXT,
  fee_rate TEXT,
  fee_amount TEXT,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_key, order_id, id)
) STRICT, WITHOUT ROWID;

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
  average_buy_price TEXT,
  average_sell_price TEXT,
  average_balance_price TEXT,
  total_balance_value TEXT NOT NULL,
  PRIMARY KEY (snapshot_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE pnl_snapshots (
  -- CACHE: when a profit and loss answer was first and last seen; equal answers in a row are one snapshot.
  id INTEGER PRIMARY KEY,
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  first_as_of_ms INTEGER NOT NULL,
  as_of_ms INTEGER NOT NULL,
  moment_ms INTEGER,
  listed_moment_ms INTEGER
) STRICT;

CREATE INDEX pnl_snapshots_by_account ON pnl_snapshots (account_key, id DESC);

CREATE TABLE price_alerts (
  -- USER'S OWN: prices that the user wants to hear of, and how far the prices of the market have been followed for each.
  id TEXT NOT NULL PRIMARY KEY,
  network TEXT NOT NULL,
  market TEXT NOT NULL,
  price TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('up', 'down', 'either')),
  note TEXT NOT NULL,
  is_repeating INTEGER NOT NULL CHECK (is_repeating IN (0, 1)),
  created_at_ms INTEGER NOT NULL,
  armed_at_ms INTEGER NOT NULL,
  is_armed INTEGER NOT NULL CHECK (is_armed IN (0, 1)),
  crossed_at_ms INTEGER,
  checked_ms INTEGER NOT NULL,
  side TEXT CHECK (side IN ('below', 'above')),
  is_resting INTEGER NOT NULL CHECK (is_resting IN (0, 1)),
  crossed_candle_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  -- USER'S OWN: choices by key, value as text.
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE told_events (
  -- USER'S OWN: what was told of beside ended orders, so that no other reading of it tells of it again.
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER told_orders_notice AFTER INSERT ON told_orders BEGIN
  INSERT INTO notices (id, kind, at_ms, account_id, order_id, facts)
    SELECT 1 + ifnull((SELECT max(id) FROM notices), 0), iif(f.state = 'done', 'orderFilled', 'orderCancelled'),
      new.ended_at_ms, new.account_id, new.order_id,
      iif(f.state = 'done',
        json_object('kind', 'orderFilled', 'accountId', new.account_id, 'orderId', new.order_id, 'market', f.market, 'side', f.side, 'type', f.type, 'price', o.price,
          'averagePrice', o.average_price, 'originVolume', o.origin_volume, 'executedVolume', o.executed_volume),
        json_object('kind', 'orderCancelled', 'accountId', new.account_id, 'orderId', new.order_id, 'market', f.market, 'side', f.side, 'type', f.type, 'price', o.price,
          'averagePrice', o.average_price, 'originVolume', o.origin_volume, 'executedVolume', o.executed_volume,
          'cancelReason', o.cancel_reason))
    FROM accounts AS a JOIN orders AS o ON o.account_key = a.key AND o.id = new.order_id
      JOIN order_facets AS f ON f.id = o.facet_id
    WHERE a.id = new.account_id;
END;

CREATE TABLE told_orders (
  -- USER'S OWN: orders whose end was told of, so that no other reading of them, after the cache was cleared, tells of it again.
  account_id TEXT NOT NULL,
  order_id INTEGER NOT NULL,
  ended_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, order_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX told_orders_by_time ON told_orders (account_id, ended_at_ms);

CREATE TABLE trade_coverage (
  -- CACHE: ranges of time (inclusive) whose public trades are known without gaps; never overlapping, never touching.
  feed_id INTEGER NOT NULL REFERENCES trade_feeds (id),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reaches_start INTEGER NOT NULL CHECK (reaches_start IN (0, 1)),
  PRIMARY KEY (feed_id, from_ms)
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
