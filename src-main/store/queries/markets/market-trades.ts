// SQL on `trade_feeds` and `market_trades`, and the store's calls about public trades.
import type Sqlite from 'better-sqlite3'
import type { MarketTrade } from '../../../../src-preload/contract/orders/entities.ts'
import { orderSides } from '../../../../src-preload/domain/markets/markets.ts'
import type { HistoryMethods } from '../../api/history-rows.ts'
import { inTransaction } from '../../worker/pragmas.ts'
import type { StoreMethods } from '../../api/store-api.ts'
import { prepareTradeCoverage } from './trade-coverage.ts'
import { NEVER, prepareTradeRows } from './trade-rows.ts'
import { readWord } from '../orders/words.ts'

interface Feed {
  id: number
  asOfMs: number
}

type TradeRow = Omit<MarketTrade, 'takerType'> & { takerType: string }

export const newestTradesSql = `
  SELECT id, price, amount, total, created_at_ms AS createdAtMs, taker_type AS takerType FROM market_trades
  WHERE feed_id = ? ORDER BY created_at_ms DESC, id DESC LIMIT ?`

export const countTradesSql = 'SELECT COUNT(*) FROM market_trades WHERE feed_id = ?'
export const anyTradeBeforeSql = 'SELECT 1 FROM market_trades WHERE feed_id = ? AND created_at_ms < ? LIMIT 1'

export type MarketTradeMethods = Pick<StoreMethods, 'putMarketTrades' | 'listMarketTrades'> &
  Pick<HistoryMethods, 'getTradeCoverage' | 'countMarketTrades'>

export function prepareMarketTrades(db: Sqlite.Database): MarketTradeMethods {
  const coverage = prepareTradeCoverage(db)
  const rows = prepareTradeRows(db)
  const findFeed = db.prepare<[string, string], Feed>(
    'SELECT id, as_of_ms AS asOfMs FROM trade_feeds WHERE network = ? AND market = ?',
  )
  const select = db.prepare<[number, number], Omit<TradeRow, 'market'>>(newestTradesSql)
  const count = db.prepare<[number], number>(countTradesSql).pluck()
  const anyBefore = db.prepare<[number, number], number>(anyTradeBeforeSql).pluck()

  return {
    putMarketTrades: (network, market, trades, covers, asOfMs) =>
      inTransaction(db, () => {
        const feedId = rows.touchFeed(network, market, asOfMs)
        const added = rows.add(feedId, trades, true)
        // An answer that claims to know the start, where an older trade is here, knows nothing.
        const isSound = covers?.reachesStart !== true || anyBefore.get(feedId, covers.fromMs) === undefined
        if (covers !== null && isSound) coverage.add(feedId, covers)
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
      return { trades, asOfMs: feed.asOfMs === NEVER ? null : feed.asOfMs }
    },
    getTradeCoverage(network, market) {
      const feed = findFeed.get(network, market)
      return feed ? coverage.list(feed.id) : []
    },
    countMarketTrades(network, market) {
      const feed = findFeed.get(network, market)
      return feed ? (count.get(feed.id) ?? 0) : 0
    },
  }
}
