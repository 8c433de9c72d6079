// Profit and loss, and the movements that the user entered.

export const portfolioSchema = `
CREATE TABLE pnl_snapshots (
  -- CACHE: when a profit and loss answer was first and last seen; equal answers in a row are one snapshot.
  id INTEGER PRIMARY KEY,
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  first_as_of_ms INTEGER NOT NULL,
  as_of_ms INTEGER NOT NULL,
  moment_ms INTEGER,
  listed_moment_ms INTEGER
) STRICT;

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

CREATE INDEX pnl_snapshots_by_account ON pnl_snapshots (account_key, id DESC);

CREATE INDEX movements_by_account ON movements (network_key, address, at_ms DESC, id DESC);
`
