// Accounts and settings.

export const accountsSchema = `
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

CREATE TABLE settings (
  -- USER'S OWN: choices by key, value as text.
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
