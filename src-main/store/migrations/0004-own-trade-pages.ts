// Tables for fills that come by pages of own trades. Never edit a shipped migration; add a new one.
import type { Migration } from '../worker/migrate.ts'

export const ownTradePages: Migration = {
  version: 4,
  name: 'own-trade-pages',
  up(db) {
    db.exec(`
CREATE TABLE fill_pages (
  -- CACHE: where the reading of pages of own trades goes on; commits together with the rows of the page before.
  account_key INTEGER PRIMARY KEY REFERENCES accounts (key),
  next_page INTEGER NOT NULL,
  page_rows INTEGER NOT NULL
) STRICT;

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

CREATE TABLE fill_conflicts (
  -- CACHE: orders whose fills the service listed otherwise than their own answers: only the latter count.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  order_id INTEGER NOT NULL,
  PRIMARY KEY (account_key, order_id)
) STRICT, WITHOUT ROWID;`)
  },
}
