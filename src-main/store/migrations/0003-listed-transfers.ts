// Keeps the transfers that the exchange lists for each account, so that those received are shown without their reference.
import type { Migration } from '../worker/migrate.ts'

export const listedTransfersSchema: Migration = {
  version: 3,
  name: 'listed-transfers',
  up(db) {
    db.exec(`
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

CREATE TABLE listed_transfers_sync (
  -- CACHE: how far the list of an account was read. offset_unit: what the exchange's offset counts, null until it showed.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  offset_unit TEXT CHECK (offset_unit IN ('rows', 'pages')),
  next_page INTEGER NOT NULL,
  is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1))
) STRICT;

CREATE INDEX listed_transfers_by_recipient
  ON listed_transfers (account_key, told_destination_address, told_created_at_ms DESC);
`)
  },
}
