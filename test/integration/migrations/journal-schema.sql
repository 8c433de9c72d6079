-- The schema after all migrations, user_version 4.

CREATE TABLE found_transfers (
  -- USER'S OWN: what the service told of references that are none of the journal's, as it told them last.
  network_key TEXT NOT NULL,
  account_address TEXT NOT NULL COLLATE NOCASE,
  told_reference TEXT NOT NULL,
  account_id TEXT NOT NULL,
  told_amount TEXT NOT NULL,
  told_currency TEXT NOT NULL,
  told_from_address TEXT NOT NULL,
  told_destination_address TEXT NOT NULL,
  told_status TEXT NOT NULL,
  told_created_at_ms INTEGER NOT NULL,
  told_updated_at_ms INTEGER NOT NULL,
  told_as_of_ms INTEGER NOT NULL,
  PRIMARY KEY (network_key, account_address, told_reference)
) STRICT, WITHOUT ROWID;

CREATE INDEX found_transfers_by_time ON found_transfers (network_key, account_address, told_created_at_ms DESC,
  told_reference);

CREATE TABLE journal_restore (
  -- USER'S OWN: when this file was restored from a backup, or begun anew, after damage; no row for never.
  key INTEGER PRIMARY KEY CHECK (key = 1),
  at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE migration_history (
  -- Which step ran when, for whoever has to find out what happened to a file.
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE order_moves (
  -- USER'S OWN: orders that are being canceled to be placed anew. Written before the cancel is sent; a row goes when a person was told,
  -- or need not be told, what became of both orders.
  ticket_id TEXT PRIMARY KEY,
  network_key TEXT NOT NULL,
  sender_address TEXT NOT NULL COLLATE NOCASE,
  -- The order that is canceled.
  order_id INTEGER NOT NULL,
  -- The order that takes its place.
  market TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  type TEXT NOT NULL CHECK (type IN ('limit', 'stop_limit', 'limit_maker')),
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*'),
  price TEXT NOT NULL CHECK (price GLOB '[0-9]*' AND price NOT GLOB '*[^0-9.]*'),
  stop_price TEXT CHECK (stop_price GLOB '[0-9]*' AND stop_price NOT GLOB '*[^0-9.]*'),
  begun_at_ms INTEGER NOT NULL,
  CHECK ((type = 'stop_limit') = (stop_price IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX order_moves_by_order ON order_moves (network_key, sender_address, order_id);

CREATE TRIGGER placed_order_steps_keep BEFORE DELETE ON placed_order_steps BEGIN
  SELECT RAISE(ABORT, 'a step is never deleted');
END;

CREATE TRIGGER placed_order_steps_keep_line BEFORE UPDATE ON placed_order_steps BEGIN
  SELECT RAISE(ABORT, 'a step never changes');
END;

CREATE TABLE placed_order_steps (
  -- USER'S OWN: which state an order entered, when; the triggers on placed_orders write it, in the same transaction.
  order_key INTEGER NOT NULL REFERENCES placed_orders (key),
  position INTEGER NOT NULL,
  state TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (order_key, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER placed_orders_first_step AFTER INSERT ON placed_orders BEGIN
  INSERT INTO placed_order_steps VALUES (new.key, 1, new.state, new.updated_at_ms);
END;

CREATE TRIGGER placed_orders_hash_seen AFTER UPDATE OF msg_hash ON placed_orders
WHEN old.msg_hash IS NULL AND new.msg_hash IS NOT NULL BEGIN
  INSERT INTO seen_hashes VALUES (ltrim(lower(new.msg_hash), '0x'), new.id);
END;

CREATE TRIGGER placed_orders_keep BEFORE DELETE ON placed_orders BEGIN
  SELECT RAISE(ABORT, 'a placed order is never deleted');
END;

CREATE TRIGGER placed_orders_keep_first BEFORE UPDATE OF again_of ON placed_orders BEGIN
  SELECT RAISE(ABORT, 'what was meant never changes');
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

CREATE TRIGGER placed_orders_next_step AFTER UPDATE OF state ON placed_orders WHEN old.state <> new.state BEGIN
  INSERT INTO placed_order_steps
  SELECT new.key, max(position) + 1, new.state, new.updated_at_ms FROM placed_order_steps WHERE order_key = new.key;
END;

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
  failure TEXT CHECK (json_valid(failure)), again_of TEXT REFERENCES placed_orders (id),
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

CREATE UNIQUE INDEX placed_orders_by_first ON placed_orders (again_of) WHERE again_of IS NOT NULL;

CREATE UNIQUE INDEX placed_orders_by_nonce ON placed_orders (network_key, sender_address, nonce);

CREATE UNIQUE INDEX placed_orders_by_order ON placed_orders (network_key, sender_address, order_id);

CREATE INDEX placed_orders_by_time ON placed_orders (network_key, sender_address, created_at_ms DESC, key DESC);

CREATE INDEX placed_orders_sent ON placed_orders (network_key, sender_address, sent_at_ms)
  WHERE signature_r IS NOT NULL;

CREATE INDEX placed_orders_watched ON placed_orders (created_at_ms, key)
  WHERE state IN ('intended', 'sending', 'unknown', 'probablyPlaced');

CREATE TABLE recipients (
  -- USER'S OWN: the address book, one for all accounts of a network; an address is in it once, whatever its case.
  network_key TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  label TEXT NOT NULL,
  note TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (network_key, address)
) STRICT, WITHOUT ROWID;

CREATE INDEX recipients_by_label ON recipients (network_key, label COLLATE NOCASE, address);

CREATE TABLE restore_reviews (
  -- USER'S OWN: whose transfers the user has looked at since the restore.
  network_key TEXT NOT NULL,
  sender_address TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (network_key, sender_address)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER seen_hashes_keep BEFORE DELETE ON seen_hashes BEGIN
  SELECT RAISE(ABORT, 'a seen hash is never forgotten');
END;

CREATE TRIGGER seen_hashes_keep_line BEFORE UPDATE ON seen_hashes BEGIN
  SELECT RAISE(ABORT, 'a seen hash never changes');
END;

CREATE TABLE seen_hashes (
  -- USER'S OWN: every hash that the exchange gave to be signed, for an order or a transfer, as a number in lowercase hex
  -- without 0x and leading zeros. A hash that is in it is never signed for anything else.
  hash TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE transfer_limits (
  -- USER'S OWN: how much an address may send on a network, and what it will be from a time on. Outlives the account, so that
  -- removing and adding it again is no way around. NULL for no limit.
  network_key TEXT NOT NULL,
  sender_address TEXT NOT NULL COLLATE NOCASE,
  per_transfer TEXT CHECK (per_transfer GLOB '[0-9]*' AND per_transfer NOT GLOB '*[^0-9.]*'),
  per_day TEXT CHECK (per_day GLOB '[0-9]*' AND per_day NOT GLOB '*[^0-9.]*'),
  next_from_ms INTEGER,
  next_per_transfer TEXT CHECK (next_per_transfer GLOB '[0-9]*' AND next_per_transfer NOT GLOB '*[^0-9.]*'),
  next_per_day TEXT CHECK (next_per_day GLOB '[0-9]*' AND next_per_day NOT GLOB '*[^0-9.]*'),
  CHECK (next_from_ms IS NOT NULL OR (next_per_transfer IS NULL AND next_per_day IS NULL)),
  PRIMARY KEY (network_key, sender_address)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER transfer_steps_keep BEFORE DELETE ON transfer_steps BEGIN
  SELECT RAISE(ABORT, 'a step is never deleted');
END;

CREATE TRIGGER transfer_steps_keep_line BEFORE UPDATE ON transfer_steps BEGIN
  SELECT RAISE(ABORT, 'a step never changes');
END;

CREATE TABLE transfer_steps (
  -- USER'S OWN: which state a transfer entered, when; the triggers on transfers write it, in the same transaction.
  transfer_key INTEGER NOT NULL REFERENCES transfers (key),
  position INTEGER NOT NULL,
  state TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (transfer_key, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER transfers_first_step AFTER INSERT ON transfers BEGIN
  INSERT INTO transfer_steps VALUES (new.key, 1, new.state, new.updated_at_ms);
END;

CREATE TRIGGER transfers_hash_seen AFTER UPDATE OF msg_hash ON transfers
WHEN old.msg_hash IS NULL AND new.msg_hash IS NOT NULL BEGIN
  INSERT INTO seen_hashes VALUES (ltrim(lower(new.msg_hash), '0x'), new.id);
END;

CREATE TRIGGER transfers_keep BEFORE DELETE ON transfers BEGIN
  SELECT RAISE(ABORT, 'a transfer is never deleted');
END;

CREATE TRIGGER transfers_keep_intent BEFORE UPDATE OF key, id, account_id, network_kind, base_url, network_key, host,
  sender_address, recipient_address, amount, currency, reference, created_at_ms ON transfers BEGIN
  SELECT RAISE(ABORT, 'what was meant never changes');
END;

CREATE TRIGGER transfers_keep_signed BEFORE UPDATE OF msg_hash, nonce, signature_r, signature_s ON transfers
WHEN (old.msg_hash IS NOT NULL AND (new.msg_hash IS NOT old.msg_hash OR new.nonce IS NOT old.nonce))
  OR (old.signature_r IS NOT NULL AND (new.signature_r IS NOT old.signature_r OR new.signature_s IS NOT old.signature_s))
BEGIN
  SELECT RAISE(ABORT, 'what was signed never changes');
END;

CREATE TRIGGER transfers_next_step AFTER UPDATE OF state ON transfers WHEN old.state <> new.state BEGIN
  INSERT INTO transfer_steps
  SELECT new.key, max(position) + 1, new.state, new.updated_at_ms FROM transfer_steps WHERE transfer_key = new.key;
END;

CREATE TABLE transfers (
  -- USER'S OWN: what was meant, how far it got, and what the service told of it. Never dropped, never deleted.
  -- "network_key" is the network as market data is keyed by; addresses are compared without regard to case.
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  network_kind TEXT NOT NULL,
  base_url TEXT,
  network_key TEXT NOT NULL,
  host TEXT NOT NULL,
  sender_address TEXT NOT NULL COLLATE NOCASE,
  recipient_address TEXT NOT NULL COLLATE NOCASE,
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*'),
  currency TEXT NOT NULL CHECK (currency = 'usdc'),
  reference TEXT NOT NULL CHECK (reference <> ''),
  created_at_ms INTEGER NOT NULL,
  note TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intended', 'initiating', 'initiated', 'signed', 'processing', 'succeeded',
    'refused', 'abandoned', 'differs')),
  updated_at_ms INTEGER NOT NULL,
  msg_hash TEXT CHECK (msg_hash <> ''),
  nonce INTEGER,
  signature_r TEXT CHECK (signature_r <> ''),
  signature_s TEXT CHECK (signature_s <> ''),
  -- Why the service said no, or why the last step did not lead to an answer; the error as JSON.
  failure_step TEXT CHECK (failure_step IN ('initiate', 'process')),
  failure_error TEXT CHECK (json_valid(failure_error)),
  failure_is_refusal INTEGER CHECK (failure_is_refusal IN (0, 1)),
  failure_at_ms INTEGER,
  told_reference TEXT,
  told_amount TEXT,
  told_currency TEXT,
  told_from_address TEXT,
  told_destination_address TEXT,
  told_status TEXT,
  told_created_at_ms INTEGER,
  told_updated_at_ms INTEGER,
  told_as_of_ms INTEGER,
  -- Words between spaces; empty for none.
  differences TEXT NOT NULL,
  look_ups_count INTEGER NOT NULL CHECK (look_ups_count >= 0),
  look_ups_last_at_ms INTEGER,
  look_ups_was_known INTEGER CHECK (look_ups_was_known IN (0, 1)),
  look_ups_last_error TEXT CHECK (json_valid(look_ups_last_error)),
  CHECK ((msg_hash IS NULL) = (nonce IS NULL)),
  CHECK ((signature_r IS NULL) = (signature_s IS NULL)),
  CHECK (signature_r IS NULL OR msg_hash IS NOT NULL),
  CHECK (msg_hash IS NULL OR state NOT IN ('intended', 'initiating')),
  CHECK (msg_hash IS NOT NULL OR state NOT IN ('initiated', 'signed', 'processing')),
  CHECK (signature_r IS NULL OR state NOT IN ('intended', 'initiating', 'initiated', 'abandoned')),
  CHECK (signature_r IS NOT NULL OR state NOT IN ('signed', 'processing')),
  CHECK ((failure_step IS NULL) + (failure_error IS NULL) + (failure_is_refusal IS NULL) + (failure_at_ms IS NULL)
    IN (0, 4)),
  CHECK (failure_is_refusal IS 1 OR state <> 'refused'),
  CHECK ((told_reference IS NULL) + (told_amount IS NULL) + (told_currency IS NULL) + (told_from_address IS NULL)
    + (told_destination_address IS NULL) + (told_status IS NULL) + (told_created_at_ms IS NULL)
    + (told_updated_at_ms IS NULL) + (told_as_of_ms IS NULL) IN (0, 9)),
  CHECK (told_reference IS NOT NULL OR state NOT IN ('succeeded', 'differs')),
  CHECK ((differences <> '') = (state = 'differs'))
) STRICT;

CREATE UNIQUE INDEX transfers_by_hash ON transfers (ltrim(lower(msg_hash), '0x'));

CREATE UNIQUE INDEX transfers_by_nonce ON transfers (network_key, sender_address, nonce);

CREATE UNIQUE INDEX transfers_by_reference ON transfers (network_key, sender_address, reference);

CREATE INDEX transfers_by_time ON transfers (network_key, sender_address, created_at_ms DESC, key DESC);

CREATE INDEX transfers_watched ON transfers (created_at_ms, key)
  WHERE state = 'processing' OR (state = 'refused' AND failure_step = 'process');
