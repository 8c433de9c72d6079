// SQL that writes `trade_feeds` and `market_trades`.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type { MarketTrade } from '../../../../src-preload/contract/orders/entities.ts'
import { prepareTradeCoverage } from './trade-coverage.ts'

/** The age of the newest trades, where only older ones were asked for. */
export const NEVER = 0

export function prepareTradeRows(db: Sqlite.Database) {
  const coverage = prepareTradeCoverage(db)
  const touch = db
    .prepare<[string, string, number, number], number>(
      `INSERT INTO trade_feeds (network, market, as_of_ms) VALUES (?, ?, ?)
       ON CONFLICT (network, market) DO UPDATE SET as_of_ms = CASE WHEN ? THEN excluded.as_of_ms ELSE as_of_ms END
       RETURNING id`,
    )
    .pluck()
  const insert = db.prepare<[number, number, number, string, string, string, string]>(`
    INSERT INTO market_trades (feed_id, id, created_at_ms, price, amount, total, taker_type)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (feed_id, id) DO NOTHING`)
  const correct = db.prepare<[Omit<MarketTrade, 'market'> & { readonly feedId: number }]>(`
    UPDATE market_trades SET created_at_ms = @createdAtMs, price = @price, amount = @amount, total = @total,
      taker_type = @takerType
    WHERE feed_id = @feedId AND id = @id AND (created_at_ms, price, amount, total, taker_type)
      IS NOT (@createdAtMs, @price, @amount, @total, @takerType)`)

  return {
    /** The feed's id; it is made when it is new. `asOfMs`: its new age, null to leave that as it is. */
    touchFeed(network: string, market: string, asOfMs: number | null): number {
      const feedId = touch.get(network, market, asOfMs ?? NEVER, asOfMs === null ? 0 : 1)
      if (feedId === undefined) throw new AppError('internal', { what: 'upsert without feed' })
      return feedId
    },
    /**
     * Adds those that are new; answers how many. A start that one of them disproves is not believed any more.
     *
     * @param isAnswer - true for trades told by REST, which correct those that a stream told otherwise
     */
    add(feedId: number, trades: readonly MarketTrade[], isAnswer: boolean): number {
      let added = 0
      let oldestMs = Infinity
      for (const { id, createdAtMs, price, amount, total, takerType } of trades) {
        const { changes } = insert.run(feedId, id, createdAtMs, price, amount, total, takerType)
        if (changes === 0 && isAnswer)
          correct.run({ feedId, id, createdAtMs, price, amount, total, takerType })
        added += changes
        oldestMs = Math.min(oldestMs, createdAtMs)
      }
      if (added > 0) coverage.disproveStart(feedId, oldestMs)
      return added
    },
  }
}
