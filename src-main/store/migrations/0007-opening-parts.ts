// How the user split and dated what an account held before its first stored fill.
import type { Migration } from '../worker/migrate.ts'

export const openingParts: Migration = {
  version: 7,
  name: 'opening-parts',
  up(db) {
    db.exec(`
CREATE TABLE opening_parts (
  -- USER'S OWN: how the user split and dated what was held before the first stored fill. cost: null for a share by amount.
  network_key TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  currency TEXT NOT NULL,
  position INTEGER NOT NULL,
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*'),
  opened_at_ms INTEGER,
  cost TEXT CHECK (cost GLOB '[0-9]*' AND cost NOT GLOB '*[^0-9.]*'),
  PRIMARY KEY (network_key, address, currency, position)
) STRICT, WITHOUT ROWID;
`)
  },
}
