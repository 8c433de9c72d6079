// More kinds of notices: what befell orders and transfers, beside prices and ended orders.
import type { Migration } from '../worker/migrate.ts'

/** Kinds about an account; of these only the ones that a reading of the exchange causes are written by triggers. */
const kinds = [
  'priceCrossed',
  'orderFilled',
  'orderCancelled',
  'orderPartlyFilled',
  'orderUnknown',
  'orderFoundLate',
  'orderDiffers',
  'orderGone',
  'signingLocked',
  'sessionEnded',
  'cancelAsked',
  'transferReceived',
]
  .map((kind) => `'${kind}'`)
  .join(', ')

const nextId = '1 + ifnull((SELECT max(id) FROM notices), 0)'

/** Facts of an order that all kinds about one share; `o` is its row, `f` its facet. */
const orderFacts = `'market', f.market, 'side', f.side, 'type', f.type, 'price', o.price,
          'averagePrice', o.average_price, 'originVolume', o.origin_volume, 'executedVolume', o.executed_volume`

export const tradingNotices: Migration = {
  version: 5,
  name: 'trading-notices',
  up(db) {
    db.exec(`
DROP TRIGGER told_orders_notice;
DROP TRIGGER orders_cancel_explained;

CREATE TABLE notices_next (
  -- USER'S OWN: what the user wanted to hear of. facts: JSON, as the contract has it. noted_at_ms: when somebody was told; null
  -- until then. account_id: null for prices alone; order_id: of those that a reading of an order caused. is_cleared: gone for
  -- the user; the newest stays so, because no id is given twice.
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN (${kinds})),
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
INSERT INTO notices_next SELECT id, kind, at_ms, noted_at_ms, is_read, is_cleared, account_id, order_id, facts FROM notices;
DROP TABLE notices;
ALTER TABLE notices_next RENAME TO notices;

CREATE INDEX notices_by_order ON notices (account_id, order_id) WHERE account_id IS NOT NULL;
CREATE INDEX notices_not_noted ON notices (id) WHERE noted_at_ms IS NULL;
CREATE INDEX notices_unread ON notices (id) WHERE is_read = 0;

CREATE TABLE told_events (
  -- USER'S OWN: what was told of beside ended orders, so that no other reading of it tells of it again.
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER told_orders_notice AFTER INSERT ON told_orders BEGIN
  INSERT INTO notices (id, kind, at_ms, account_id, order_id, facts)
    SELECT ${nextId}, iif(f.state = 'done', 'orderFilled', 'orderCancelled'),
      new.ended_at_ms, new.account_id, new.order_id,
      iif(f.state = 'done',
        json_object('kind', 'orderFilled', 'accountId', new.account_id, 'orderId', new.order_id, ${orderFacts}),
        json_object('kind', 'orderCancelled', 'accountId', new.account_id, 'orderId', new.order_id, ${orderFacts},
          'cancelReason', o.cancel_reason))
    FROM accounts AS a JOIN orders AS o ON o.account_key = a.key AND o.id = new.order_id
      JOIN order_facets AS f ON f.id = o.facet_id
    WHERE a.id = new.account_id;
END;

CREATE TRIGGER orders_cancel_explained AFTER UPDATE OF cancel_reason ON orders
WHEN old.cancel_reason IS NULL AND new.cancel_reason IS NOT NULL
BEGIN
  UPDATE notices SET facts = json_set(facts, '$.cancelReason', new.cancel_reason)
    WHERE account_id = (SELECT id FROM accounts WHERE key = new.account_key) AND order_id = new.id
      AND kind = 'orderCancelled';
END;

CREATE TRIGGER orders_partly_filled AFTER UPDATE OF executed_volume ON orders
WHEN old.executed_volume <> new.executed_volume
BEGIN
  INSERT INTO notices (id, kind, at_ms, account_id, order_id, facts)
    SELECT ${nextId}, 'orderPartlyFilled', o.updated_at_ms, a.id, o.id,
      json_object('kind', 'orderPartlyFilled', 'accountId', a.id, 'orderId', o.id, ${orderFacts})
    FROM accounts AS a JOIN orders AS o ON o.account_key = a.key AND o.id = new.id
      JOIN order_facets AS f ON f.id = o.facet_id
    WHERE a.key = new.account_key AND f.state IN ('pending', 'wait');
END;

CREATE TRIGGER listed_transfers_received AFTER INSERT ON listed_transfers
WHEN new.told_status = 'success' BEGIN
  ${noticeOfTransfer()}
END;

CREATE TRIGGER listed_transfers_arrived AFTER UPDATE OF told_status ON listed_transfers
WHEN new.told_status = 'success' AND old.told_status <> 'success' BEGIN
  ${noticeOfTransfer()}
END;
`)
  },
}

/** Received since notices of the account began, and not told of before. */
function noticeOfTransfer(): string {
  const key = "'transfer ' || new.told_reference"
  const isNew = `a.key = new.account_key AND new.told_destination_address = a.ethereum_address COLLATE NOCASE
      AND new.told_from_address <> a.ethereum_address COLLATE NOCASE AND new.told_created_at_ms > m.since_ms
      AND NOT EXISTS (SELECT 1 FROM told_events AS t WHERE t.account_id = a.id AND t.key = ${key})`
  const from = 'FROM accounts AS a JOIN order_notice_marks AS m ON m.account_id = a.id'
  return `INSERT INTO notices (id, kind, at_ms, account_id, facts)
    SELECT ${nextId}, 'transferReceived', new.told_created_at_ms, a.id,
      json_object('kind', 'transferReceived', 'accountId', a.id, 'reference', new.told_reference,
        'amount', new.told_amount, 'currency', new.told_currency, 'fromAddress', new.told_from_address)
    ${from} WHERE ${isNew};
  INSERT INTO told_events (account_id, key, at_ms) SELECT a.id, ${key}, new.told_created_at_ms ${from} WHERE ${isNew};`
}
