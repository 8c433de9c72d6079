// Owns: the tables' seventh form: price alerts, notices, and which orders have been told of.
// Must not: be edited once shipped; a change is a new migration.
import type { Migration } from '../migrate.ts'

export const alerts: Migration = {
  version: 7,
  name: 'alerts',
  up(db) {
    db.exec(`
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
CREATE INDEX notices_not_noted ON notices (id) WHERE noted_at_ms IS NULL;
CREATE INDEX notices_unread ON notices (id) WHERE is_read = 0;
CREATE INDEX notices_by_order ON notices (account_id, order_id) WHERE account_id IS NOT NULL;

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
CREATE INDEX told_orders_by_time ON told_orders (account_id, ended_at_ms);

-- Whatever writes an order tells of its end in the same transaction.
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
