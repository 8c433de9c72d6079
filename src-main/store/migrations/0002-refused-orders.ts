// Owns: the tables' second form: refused orders, profit and loss in order of arrival, candles begun anew.
// Must not: be edited once shipped; a change is a new migration.
import type { Migration } from '../migrate.ts'

export const refusedOrders: Migration = {
  version: 2,
  name: 'refused-orders',
  up(db) {
    db.exec(`
CREATE TABLE order_refusals (
  -- CACHE: orders that the service listed and that could not be read: the history is not complete without them.
  account_key INTEGER NOT NULL REFERENCES accounts (key),
  order_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (account_key, order_id)
) STRICT, WITHOUT ROWID;

-- The newest snapshot is the one that came last: times are those of a clock that can be set back.
DROP INDEX pnl_snapshots_by_time;
CREATE INDEX pnl_snapshots_by_account ON pnl_snapshots (account_key, id DESC);

-- Candles anew: version 1 took them for finished at the very end of their period, so some were kept unfinished.
DROP TABLE candle_coverage;
DROP TABLE candles;
DROP TABLE candle_series;

CREATE TABLE candle_series (
  -- CACHE: a short number per network, market and period, and how fresh it is.
  id INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  market TEXT NOT NULL,
  period_minutes INTEGER NOT NULL,
  as_of_ms INTEGER NOT NULL,
  UNIQUE (network, market, period_minutes)
) STRICT;

CREATE TABLE candles (
  -- CACHE: the service sends JSON numbers, which a REAL holds exactly; they feed charts, not totals.
  series_id INTEGER NOT NULL REFERENCES candle_series (id),
  time_ms INTEGER NOT NULL,
  open REAL NOT NULL,
  high REAL NOT NULL,
  low REAL NOT NULL,
  close REAL NOT NULL,
  volume REAL NOT NULL,
  PRIMARY KEY (series_id, time_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE candle_coverage (
  -- CACHE: ranges of candle starts (inclusive) that are known without gaps and final; never overlapping, never touching.
  series_id INTEGER NOT NULL REFERENCES candle_series (id),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reaches_start INTEGER NOT NULL,
  PRIMARY KEY (series_id, from_ms)
) STRICT, WITHOUT ROWID;
`)
  },
}
