// Public endpoints without login (facts, A4): health, market trades, candles.
import type { Context } from 'hono'
import { candlePeriods, type OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import { findMarket, practiceMarkets, type PracticeMarket } from '../markets/markets.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import type { EngineOrder } from '../trading/market-engine.ts'
import { orderFields } from '../trading/order-answers.ts'
import { succeed } from './envelope.ts'
import { queryOf, readChoice, readRange, readSeconds, readText, readWhole, type Query } from './query.ts'

/** Upstream's bounds (facts, A3); the exchange's own are unknown. */
const maxTrades = 1_000
const maxCandles = 10_000

/** The market of a request. Messages: facts, A5 (the one for a missing market is the order book's). */
export function readMarket(query: Query): PracticeMarket {
  // An empty value counts as missing.
  if (query.getAll('market').every((symbol) => symbol === '')) {
    throw new Refusal(400, 'please provide market, market is a mandatory field', '')
  }
  const market = findMarket(readText(query, 'market') ?? '')
  if (market === undefined) throw new Refusal(400, 'please enter a valid market', '')
  return market
}

/** GET /sapi/v1/health/ */
export function getHealth(c: Context): Response {
  return succeed(c, 'Working fine!', '')
}

/**
 * GET /sapi/v1/market/trades/: the newest `limit` trades (default 100), before `timestamp` if given. `order_by=asc` reverses
 * the same trades; it does not start at the market's first trade, because the endpoint is for recent trades (interface).
 */
export function getMarketTrades(c: Context, service: Service): Response {
  const query = queryOf(c)
  const market = readMarket(query)
  const limit = readWhole(query, 'limit', 1, maxTrades) ?? 100
  const before = readSeconds(query, 'timestamp')
  const orderBy = readChoice(query, 'order_by', ['asc', 'desc']) ?? 'desc'
  const trades = service.markets.trades(market, limit, before, service.clock.now())
  if (orderBy === 'asc') trades.reverse()
  const priceUnit = 10 ** market.priceDecimals
  const volumeUnit = 10 ** market.volumeDecimals
  // JSON numbers, as in the API. One division of integers gives the double nearest to the decimal.
  const payload = trades.map((trade) => ({
    id: trade.id,
    price: trade.price / priceUnit,
    amount: trade.units / volumeUnit,
    total: (trade.price * trade.units) / (priceUnit * volumeUnit),
    market: market.symbol,
    created_at: trade.second,
    taker_type: trade.takerType,
  }))
  return succeed(c, 'Retrieval Successful', payload)
}

/**
 * GET /sapi/v1/market/kline/: buckets that start within start_time .. end_time, both inclusive, in seconds (facts, A2), at
 * most `limit` (default 30): the first ones from start_time if given, else the newest. Upstream ignores `limit` when both
 * ends are given; the API documents no such exception, so `limit` applies here.
 */
export function getCandles(c: Context, service: Service): Response {
  const query = queryOf(c)
  const market = readMarket(query)
  const limit = readWhole(query, 'limit', 1, maxCandles) ?? 30
  const minutes = readWhole(query, 'period', 1, 10_080) ?? 1
  const period = candlePeriods.find((candidate) => candidate === minutes)
  if (period === undefined) throw new Refusal(400, `period: Allowed values are ${candlePeriods.join(', ')}.`)
  const range = readRange(query)
  const priceUnit = 10 ** market.priceDecimals
  const volumeUnit = 10 ** market.volumeDecimals
  const candles = service.markets.candles(market, { period, limit, ...range }, service.clock.now())
  const payload = candles.map(({ startMinute, open, max, min, last, volume }) => [
    startMinute * 60,
    open / priceUnit,
    max / priceUnit,
    min / priceUnit,
    last / priceUnit,
    volume / volumeUnit,
  ])
  return succeed(c, 'Retrieval Successful', payload)
}

/** GET /sapi/v1/market/tickers/: of all markets, or of one, each under its key (facts, B1: the docs show the key, Go expects none). */
export function getTickers(c: Context, service: Service): Response {
  const query = queryOf(c)
  const markets = query.has('market') ? [readMarket(query)] : practiceMarkets
  const nowMs = service.clock.now()
  const payload = Object.fromEntries(
    markets.map((market) => {
      const ticker = service.markets.tickerTexts(market, nowMs)
      return [market.symbol, { at: ticker.at, ticker }]
    }),
  )
  return succeed(c, 'Retrieval Successful', payload)
}

/** Upstream's bounds (facts, A3). */
const maxBookOrders = 200

/** GET /sapi/v1/market/orderbook/: single orders, asks from the lowest price up, bids from the highest down (facts, B2). */
export function getOrderBook(c: Context, service: Service): Response {
  const query = queryOf(c)
  const market = readMarket(query)
  const limits = {
    sell: readWhole(query, 'asks_limit', 1, maxBookOrders) ?? 20,
    buy: readWhole(query, 'bids_limit', 1, maxBookOrders) ?? 20,
  }
  const { book } = service.desk.floor.engineOf(market).engine
  const list = (side: OrderSide) =>
    firstOf(book.orders(side), limits[side]).map((order) => bookItem(service, market, order))
  return succeed(c, 'Retrieval Successful', { asks: list('sell'), bids: list('buy') })
}

function firstOf<Item>(items: Iterable<Item>, most: number): Item[] {
  const first: Item[] = []
  for (const item of items) {
    if (first.length === most) break
    first.push(item)
  }
  return first
}

function bookItem(service: Service, market: PracticeMarket, order: EngineOrder) {
  const own = service.desk.ledger.orders.get(order.id)
  if (own !== undefined) return orderFields({ order: own, trades: service.desk.ledger.tradesOf(own) })
  return orderFields({
    order: { ...order, market, uuid: houseUuid(order.id), isCancelAsked: false },
    trades: [],
  })
}

/** The makers' orders live for a second, and are known by their number alone. */
const houseUuid = (id: number): string => `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`

/** POST /main/stat/v2/coins/: what the practice exchange trades, by name (facts, B12). */
export function postCoins(c: Context): Response {
  const symbols = [...new Set(practiceMarkets.flatMap(({ base, quote }) => [base, quote]))]
  const payload = Object.fromEntries(
    symbols.map((symbol) => {
      const decimals = practiceMarkets.find(({ base }) => base === symbol)?.volumeDecimals ?? 6
      return [
        coinNames[symbol] ?? symbol,
        { name: coinNames[symbol] ?? symbol, symbol, trade_decimal: `${decimals}` },
      ]
    }),
  )
  return succeed(c, '', payload)
}

const coinNames: Readonly<Record<string, string>> = {
  eth: 'ethereum',
  btc: 'bitcoin',
  link: 'chainlink',
  arb: 'arbitrum',
  usdt: 'tether',
}
