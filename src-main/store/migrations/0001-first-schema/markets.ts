// Markets, candles, public trades and drawings.

export const marketsSchema = `
CREATE TABLE watched_markets (
  -- USER'S OWN: the markets that are looked at, in their order.
  network TEXT NOT NULL,
  position INTEGER NOT NULL,
  market TEXT NOT NULL,
  PRIMARY KEY (network, position),
  UNIQUE (network, market)
) STRICT, WITHOUT ROWID;

CREATE TABLE candle_series (
  -- CACHE: a short number per network, market and period, and how fresh it is.
  id INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  market TEXT NOT NULL,
  period_minutes INTEGER NOT NULL,
  as_of_ms INTEGER NOT NULL,
  tail_from_ms INTEGER,
  tail_as_of_ms INTEGER,
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

CREATE TABLE candle_rollups (
  -- CACHE: candles of a longer period made of the minute candles of series_id that are here; always of all of them.
  -- volume: the sum of the minutes' volumes, rounded once. volume_rest: what that leaves out of the sum, so that longer
  -- periods can be made of these; null where one double cannot hold it.
  series_id INTEGER NOT NULL REFERENCES candle_series (id),
  period_minutes INTEGER NOT NULL CHECK (period_minutes > 1),
  time_ms INTEGER NOT NULL,
  open REAL NOT NULL,
  high REAL NOT NULL,
  low REAL NOT NULL,
  close REAL NOT NULL,
  volume REAL NOT NULL,
  volume_rest REAL,
  PRIMARY KEY (series_id, period_minutes, time_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE trade_feeds (
  -- CACHE: a short number per network and market whose public trades were read, and when.
  id INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  market TEXT NOT NULL,
  as_of_ms INTEGER NOT NULL,
  UNIQUE (network, market)
) STRICT;

CREATE TABLE market_trades (
  -- CACHE: public trades; a trade never changes after it happened.
  feed_id INTEGER NOT NULL REFERENCES trade_feeds (id),
  id INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  price TEXT NOT NULL,
  amount TEXT NOT NULL,
  total TEXT NOT NULL,
  taker_type TEXT NOT NULL,
  PRIMARY KEY (feed_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE trade_coverage (
  -- CACHE: ranges of time (inclusive) whose public trades are known without gaps; never overlapping, never touching.
  feed_id INTEGER NOT NULL REFERENCES trade_feeds (id),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reaches_start INTEGER NOT NULL CHECK (reaches_start IN (0, 1)),
  PRIMARY KEY (feed_id, from_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE drawings (
  -- USER'S OWN: lines and notes on the charts of a market, by network.
  network TEXT NOT NULL,
  id TEXT NOT NULL,
  market TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('line', 'note')),
  price TEXT NOT NULL,
  -- Where a note stands; a line is at all times.
  at_ms INTEGER,
  text TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (network, id),
  CHECK ((kind = 'note') = (at_ms IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX market_trades_by_time ON market_trades (feed_id, created_at_ms DESC, id DESC);

CREATE INDEX drawings_by_market ON drawings (network, market, created_at_ms, id);
`
