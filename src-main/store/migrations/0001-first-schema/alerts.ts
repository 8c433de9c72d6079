// Price alerts and notifications.

export const alertsSchema = `
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

CREATE TABLE notices (
  -- USER'S OWN: what the user wanted to hear of. facts: JSON, as the contract has it. noted_at_ms: when somebody was told; null
  -- until then. account_id and order_id: of those about an order. is_cleared: gone for the user; the newest stays so, because
  -- no id is given twice.
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('priceCrossed', 'orderFilled', 'orderCancelled')),
  at_ms INTEGER NOT NULL,
  noted_at_ms INTEGER,
  is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
  is_cleared INTEGER NOT NULL DEFAULT 0 CHECK (is_cleared IN (0, 1)),
  account_id TEXT,
  order_id INTEGER,
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  CHECK ((kind = 'priceCrossed') = (account_id IS NULL) AND (account_id IS NULL) = (order_id IS NULL))
) STRICT;

CREATE TABLE order_notice_marks (
  -- USER'S OWN: from when on, by the service's clock, ends of an account's orders are told of that were not seen open.
  account_id TEXT NOT NULL PRIMARY KEY,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE told_orders (
  -- USER'S OWN: orders whose end was told of, so that no other reading of them, after the cache was cleared, tells of it again.
  account_id TEXT NOT NULL,
  order_id INTEGER NOT NULL,
  ended_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, order_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_by_order ON notices (account_id, order_id) WHERE account_id IS NOT NULL;

CREATE INDEX notices_not_noted ON notices (id) WHERE noted_at_ms IS NULL;

CREATE INDEX notices_unread ON notices (id) WHERE is_read = 0;

CREATE INDEX told_orders_by_time ON told_orders (account_id, ended_at_ms);

CREATE TRIGGER told_orders_notice AFTER INSERT ON told_orders BEGIN
  INSERT INTO notices (id, kind, at_ms, account_id, order_id, facts)
    SELECT 1 + ifnull((SELECT max(id) FROM notices), 0), iif(f.state = 'done', 'orderFilled', 'orderCancelled'),
      new.ended_at_ms, new.account_id, new.order_id,
      iif(f.state = 'done',
        json_object('kind', 'orderFilled', 'accountId', new.account_id, 'orderId', new.order_id, 'market', f.market,
          'side', f.side, 'type', f.type, 'price', o.price, 'averagePrice', o.average_price,
          'originVolume', o.origin_volume, 'executedVolume', o.executed_volume),
        json_object('kind', 'orderCancelled', 'accountId', new.account_id, 'orderId', new.order_id, 'market', f.market,
          'side', f.side, 'type', f.type, 'price', o.price, 'averagePrice', o.average_price,
          'originVolume', o.origin_volume, 'executedVolume', o.executed_volume, 'cancelReason', o.cancel_reason))
    FROM accounts AS a JOIN orders AS o ON o.account_key = a.key AND o.id = new.order_id
      JOIN order_facets AS f ON f.id = o.facet_id
    WHERE a.id = new.account_id;
END;
`
