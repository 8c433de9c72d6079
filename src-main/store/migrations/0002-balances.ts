// Keeps each account's last reading of its balances, so that they are shown offline with their age.
import type { Migration } from '../worker/migrate.ts'

export const balancesSchema: Migration = {
  version: 2,
  name: 'balances',
  up(db) {
    db.exec(`
CREATE TABLE balance_readings (
  -- CACHE: the last answer about an account's balances. balances: JSON, as the contract has them.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  as_of_ms INTEGER NOT NULL,
  balances TEXT NOT NULL CHECK (json_valid(balances))
) STRICT;
`)
  },
}
