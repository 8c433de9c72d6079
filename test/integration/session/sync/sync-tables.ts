// Everything of the cache that two runs must agree on, read apart from the app.
import Database from 'better-sqlite3'
import { expect } from 'vitest'

/** By name: rows as arrays, in an order of their own keys. */
export type Tables = Readonly<Record<string, readonly unknown[]>>

/**
 * Between these times two runs must agree: how far back something is kept, and what is known of the last hours, goes
 * with the clock.
 */
export interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

/** Rows without the numbers that depend on the order of insertion. Coverage is cut at the span. */
function queries({ fromMs, untilMs }: Span): Readonly<Record<string, string>> {
  const orderColumns = `o.id, f.market, f.side, f.type, f.state, o.created_at_ms, o.updated_at_ms, o.uuid, o.price, o.stop_price,
    o.average_price, o.origin_volume, o.remaining_volume, o.executed_volume, o.maker_fee, o.taker_fee, o.trades_count,
    o.cancel_reason, o.fills_wanted`
  const series = 's.network, s.market, s.period_minutes'
  const [from, until] = [String(fromMs), String(untilMs)]
  const clipped = `max(c.from_ms, ${from}), min(c.to_ms, ${until}), c.reaches_start`
  const isWithin = `c.from_ms <= ${until} AND c.to_ms >= ${from}`
  const isKept = `(s.period_minutes >= 60 OR c.time_ms >= ${from}) AND c.time_ms <= ${until}`
  return {
    orders: `SELECT ${orderColumns} FROM orders o JOIN order_facets f ON f.id = o.facet_id ORDER BY o.id`,
    order_facets: `SELECT market, side, type, state, cancel_reason, orders_count FROM order_facets WHERE orders_count > 0
      ORDER BY market, side, type, state, cancel_reason`,
    order_sync: 'SELECT stretches, kept_from_ms FROM order_sync',
    order_refusals: 'SELECT order_id, field FROM order_refusals ORDER BY order_id',
    order_trade_fetches: 'SELECT order_id, order_updated_at_ms FROM order_trade_fetches ORDER BY order_id',
    order_trades: `SELECT order_id, position, id, told_order_id, market, side, taker_type, price, amount, total, fee_currency,
      fee_rate, fee_amount, created_at_ms FROM order_trades ORDER BY order_id, position`,
    pnl_entries: `SELECT position, currency, pnl_currency, total_credit, total_debit, total_credit_value, total_debit_value,
      average_buy_price, average_sell_price, average_balance_price, total_balance_value FROM pnl_entries
      WHERE snapshot_id = (SELECT max(id) FROM pnl_snapshots) ORDER BY position`,
    candles: `SELECT ${series}, c.time_ms, c.open, c.high, c.low, c.close, c.volume
      FROM candles c JOIN candle_series s ON s.id = c.series_id WHERE ${isKept}
      ORDER BY ${series}, c.time_ms`,
    candle_rollups: `SELECT ${series}, c.period_minutes, c.time_ms, c.open, c.high, c.low, c.close, c.volume, c.volume_rest
      FROM candle_rollups c JOIN candle_series s ON s.id = c.series_id
      WHERE c.time_ms BETWEEN ${from} AND ${until} - c.period_minutes * 60000
      ORDER BY ${series}, c.period_minutes, c.time_ms`,
    candle_coverage: `SELECT ${series}, ${clipped}
      FROM candle_coverage c JOIN candle_series s ON s.id = c.series_id WHERE ${isWithin}
      ORDER BY ${series}, c.from_ms`,
    market_trades: `SELECT f.network, f.market, t.id, t.created_at_ms, t.price, t.amount, t.total, t.taker_type
      FROM market_trades t JOIN trade_feeds f ON f.id = t.feed_id
      WHERE t.created_at_ms BETWEEN ${from} AND ${until} ORDER BY f.network, f.market, t.id`,
    trade_coverage: `SELECT f.network, f.market, ${clipped}
      FROM trade_coverage c JOIN trade_feeds f ON f.id = c.feed_id WHERE ${isWithin}
      ORDER BY f.network, f.market, c.from_ms`,
  }
}

export function readTables(file: string, span: Span): Tables {
  const db = new Database(file)
  try {
    const read = Object.entries(queries(span)).map(
      ([name, sql]) => [name, db.prepare(sql).raw().all()] as const,
    )
    return Object.fromEntries(read)
  } finally {
    db.close()
  }
}

/** What SQLite itself can find wrong with the file. */
export function expectSound(file: string): void {
  const db = new Database(file)
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
  } finally {
    db.close()
  }
}

/** Row for row; the first difference is told by its table. */
export function expectSame(tables: Tables, undisturbed: Tables): void {
  for (const [name, rows] of Object.entries(undisturbed)) {
    const others = tables[name] ?? []
    const at = rows.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(others[index]))
    if (at >= 0) expect({ table: name, at, row: others[at] }).toEqual({ table: name, at, row: rows[at] })
    expect({ table: name, count: others.length }).toEqual({ table: name, count: rows.length })
  }
}
