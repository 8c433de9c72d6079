// Orders placed from this computer, and one namespace of hashes for orders and transfers. Never edit a shipped migration.
import type { Migration } from '../../worker/migrate.ts'

const schema = `
CREATE TABLE placed_orders (
  -- USER'S OWN: what was meant, how far it got, and what the exchange answered. Never dropped, never deleted.
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  network_kind TEXT NOT NULL,
  network_key TEXT NOT NULL,
  host TEXT NOT NULL,
  sender_address TEXT NOT NULL COLLATE NOCASE,
  market TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  type TEXT NOT NULL CHECK (type IN ('limit', 'market', 'stop_limit', 'limit_maker')),
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*'),
  price TEXT CHECK (price GLOB '[0-9]*' AND price NOT GLOB '*[^0-9.]*'),
  stop_price TEXT CHECK (stop_price GLOB '[0-9]*' AND stop_price NOT GLOB '*[^0-9.]*'),
  created_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intended', 'sending', 'accepted', 'refused', 'notSent', 'unknown',
    'probablyPlaced')),
  updated_at_ms INTEGER NOT NULL,
  msg_hash TEXT CHECK (msg_hash <> ''),
  nonce INTEGER,
  signature_r TEXT CHECK (signature_r <> ''),
  signature_s TEXT CHECK (signature_s <> ''),
  -- By the exchange's clock.
  sent_at_ms INTEGER,
  order_id INTEGER,
  -- Words between spaces; empty for none.
  differences TEXT NOT NULL,
  failure TEXT CHECK (json_valid(failure)),
  CHECK ((type = 'market') = (price IS NULL)),
  CHECK ((type = 'stop_limit') = (stop_price IS NOT NULL)),
  CHECK ((msg_hash IS NULL) = (nonce IS NULL)),
  CHECK ((signature_r IS NULL) = (signature_s IS NULL)),
  CHECK (signature_r IS NULL OR (msg_hash IS NOT NULL AND sent_at_ms IS NOT NULL)),
  CHECK (signature_r IS NULL OR state <> 'intended'),
  CHECK (signature_r IS NOT NULL OR state NOT IN ('sending', 'accepted', 'unknown', 'probablyPlaced')),
  CHECK (order_id IS NOT NULL OR state NOT IN ('accepted', 'probablyPlaced')),
  CHECK (order_id IS NULL OR state IN ('accepted', 'probablyPlaced')),
  CHECK (differences = '' OR state = 'accepted')
) STRICT;

CREATE TABLE placed_order_steps (
  -- USER'S OWN: which state an order entered, when; the triggers on placed_orders write it, in the same transaction.
  order_key INTEGER NOT NULL REFERENCES placed_orders (key),
  position INTEGER NOT NULL,
  state TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (order_key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE seen_hashes (
  -- USER'S OWN: every hash that the exchange gave to be signed, for an order or a transfer, as a number in lowercase hex
  -- without 0x and leading zeros. A hash that is in it is never signed for anything else.
  hash TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO seen_hashes SELECT ltrim(lower(msg_hash), '0x'), id FROM transfers WHERE msg_hash IS NOT NULL;

CREATE UNIQUE INDEX placed_orders_by_nonce ON placed_orders (network_key, sender_address, nonce);

CREATE UNIQUE INDEX placed_orders_by_order ON placed_orders (network_key, sender_address, order_id);

CREATE INDEX placed_orders_by_time ON placed_orders (network_key, sender_address, created_at_ms DESC, key DESC);

CREATE INDEX placed_orders_watched ON placed_orders (created_at_ms, key)
  WHERE state IN ('intended', 'sending', 'unknown', 'probablyPlaced');

CREATE TRIGGER transfers_hash_seen AFTER UPDATE OF msg_hash ON transfers
WHEN old.msg_hash IS NULL AND new.msg_hash IS NOT NULL BEGIN
  INSERT INTO seen_hashes VALUES (ltrim(lower(new.msg_hash), '0x'), new.id);
END;

CREATE TRIGGER placed_orders_hash_seen AFTER UPDATE OF msg_hash ON placed_orders
WHEN old.msg_hash IS NULL AND new.msg_hash IS NOT NULL BEGIN
  INSERT INTO seen_hashes VALUES (ltrim(lower(new.msg_hash), '0x'), new.id);
END;

CREATE TRIGGER seen_hashes_keep BEFORE DELETE ON seen_hashes BEGIN
  SELECT RAISE(ABORT, 'a seen hash is never forgotten');
END;

CREATE TRIGGER seen_hashes_keep_line BEFORE UPDATE ON seen_hashes BEGIN
  SELECT RAISE(ABORT, 'a seen hash never changes');
END;

CREATE TRIGGER placed_orders_first_step AFTER INSERT ON placed_orders BEGIN
  INSERT INTO placed_order_steps VALUES (new.key, 1, new.state, new.updated_at_ms);
END;

CREATE TRIGGER placed_orders_next_step AFTER UPDATE OF state ON placed_orders WHEN old.state <> new.state BEGIN
  INSERT INTO placed_order_steps
  SELECT new.key, max(position) + 1, new.state, new.updated_at_ms FROM placed_order_steps WHERE order_key = new.key;
END;

CREATE TRIGGER placed_orders_keep BEFORE DELETE ON placed_orders BEGIN
  SELECT RAISE(ABORT, 'a placed order is never deleted');
END;

CREATE TRIGGER placed_orders_keep_intent BEFORE UPDATE OF key, id, account_id, network_kind, network_key, host,
  sender_address, market, side, type, amount, price, stop_price, created_at_ms ON placed_orders BEGIN
  SELECT RAISE(ABORT, 'what was meant never changes');
END;

CREATE TRIGGER placed_orders_keep_signed BEFORE UPDATE OF msg_hash, nonce, signature_r, signature_s, sent_at_ms
  ON placed_orders
WHEN (old.msg_hash IS NOT NULL AND (new.msg_hash IS NOT old.msg_hash OR new.nonce IS NOT old.nonce))
  OR (old.signature_r IS NOT NULL AND (new.signature_r IS NOT old.signature_r OR new.signature_s IS NOT old.signature_s
    OR new.sent_at_ms IS NOT old.sent_at_ms))
BEGIN
  SELECT RAISE(ABORT, 'what was signed never changes');
END;

CREATE TRIGGER placed_order_steps_keep BEFORE DELETE ON placed_order_steps BEGIN
  SELECT RAISE(ABORT, 'a step is never deleted');
END;

CREATE TRIGGER placed_order_steps_keep_line BEFORE UPDATE ON placed_order_steps BEGIN
  SELECT RAISE(ABORT, 'a step never changes');
END;
`

export const placedOrdersSchema: Migration = {
  version: 2,
  name: 'placed-orders',
  up(db) {
    db.exec(schema)
  },
}
