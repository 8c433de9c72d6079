// Owns: the tables' tenth form: when readings of profit and loss were made by the exchange's clock, and the user's own movements.
// Must not: be edited once shipped; a change is a new migration.
import type { Migration } from '../migrate.ts'

export const figures: Migration = {
  version: 10,
  name: 'figures',
  up(db) {
    db.exec(`
-- By the exchange's clock, of the last reading; null where that is not known. A reading is listed once a listing of the orders that
-- began after it has ended.
ALTER TABLE pnl_snapshots ADD COLUMN moment_ms INTEGER;
ALTER TABLE pnl_snapshots ADD COLUMN listed_moment_ms INTEGER;

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
CREATE INDEX movements_by_account ON movements (network_key, address, at_ms DESC, id DESC);
`)
  },
}
