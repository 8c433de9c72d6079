// Owns: SQL on `trade_feeds` and `market_trades`. Must not: change a trade that is here.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/shared/errors.ts'
import type { MarketTrade } from '../../../src-preload/contract/entities.ts'
import { orderSides } from '../../../src-preload/shared/markets.ts'
import { inTransaction } from '../pragmas.ts'
import type { StoreMethods } from '../store-api.ts'
import { readWord } from './words.ts'

interface Feed {
  id: number
  asOfMs: number
}

type TradeRow = Omit<MarketTrade, 'takerType'> & { takerType: string }

export const newestTradesSql = `
  SELECT id, price, amount, total, created_at_ms AS createdAtMs, taker_type AS takerType FROM market_trades
  WHERE feed_id = ? ORDER BY created_at_ms DESC, id DESC LIMIT ?`

export function prepareMarketTrades(
  db: Sqlite.Database,
): Pick<StoreMethods, 'putMarketTrades' | 'listMarketTrades'> {
  const touchFeed = db.prepare<[string, string, number], Feed>(`
    INSERT INTO trade_feeds (network, market, as_of_ms) VALUES (?, ?, ?)
    ON CONFLICT (network, market) DO UPDATE SET as_of_ms = excluded.as_of_ms
    RETURNING id, as_of_ms AS asOfMs`)
  const findFeed = db.prepare<[string, string], Feed>(
    'SELECT id, as_of_ms AS asOfMs FROM trade_feeds WHERE network = ? AND market = ?',
  )
  const insert = db.prepare<[number, number, number, string, string, string, string]>(`
    INSERT INTO market_trades (feed_id, id, created_at_ms, price, amount, total, taker_type)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (feed_id, id) DO NOTHING`)
  const select = db.prepare<[number, number], Omit<TradeRow, 'market'>>(newestTradesSql)

  return {
    putMarketTrades: (network, trades, asOfMs) =>
      inTransaction(db, () => {
        const feeds = new Map<string, number>()
        let added = 0
        for (const trade of trades) {
          let feedId = feeds.get(trade.market)
          if (feedId === undefined) {
            feedId = touchFeed.get(network, trade.market, asOfMs)?.id
            if (feedId === undefined) throw new AppError('internal', { what: 'upsert without feed' })
            feeds.set(trade.market, feedId)
          }
          const { id, createdAtMs, price, amount, total, takerType } = trade
          added += insert.run(feedId, id, createdAtMs, price, amount, total, takerType).changes
        }
        return { added }
      }),
    listMarketTrades(network, market, limit) {
      const feed = findFeed.get(network, market)
      if (!feed) return { trades: [], asOfMs: null }
      const trades = select.all(feed.id, limit).map((row) => ({
        ...row,
        market,
        takerType: readWord(db, orderSides, row.takerType, 'market_trades.taker_type'),
      }))
      return { trades, asOfMs: feed.asOfMs }
    },
  }
}
