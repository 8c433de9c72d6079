// The texts of the streams as the service sends them (facts, B13 and B14).
import { formatDecimal } from '../decimals.ts'
import type { TimedCandle } from '../markets/live-market.ts'
import type { TradeTicks } from '../markets/market-trades.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import type { Fill, OrderFields } from '../orders/order-views.ts'
import type { LevelChange } from '../trading/order-book.ts'

/** Kline periods by the name in a stream, in minutes. */
export const klinePeriods = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '2h': 120,
  '4h': 240,
  '6h': 360,
  '12h': 720,
  '1d': 1_440,
  '3d': 4_320,
  '1w': 10_080,
} as const
export type KlinePeriod = keyof typeof klinePeriods

const priceOf = (market: PracticeMarket, ticks: number): string =>
  formatDecimal(BigInt(ticks), market.priceDecimals)
const volumeOf = (market: PracticeMarket, units: number): string =>
  formatDecimal(BigInt(units), market.volumeDecimals)
const sideNames = { buy: 'bids', sell: 'asks' } as const

export function tradesMessage(market: PracticeMarket, trades: readonly TradeTicks[]): unknown {
  return {
    [`${market.symbol}.trades`]: {
      trades: trades.map(({ id, price, units, second, takerType }) => ({
        tid: id,
        price: priceOf(market, price),
        amount: volumeOf(market, units),
        date: second,
        taker_type: takerType,
      })),
    },
  }
}

/** One level a message; an empty amount removes it. */
export function incrementMessage(
  market: PracticeMarket,
  { side, price, units }: LevelChange,
  sequence: number,
): unknown {
  const level = [priceOf(market, price), units === 0 ? '' : volumeOf(market, units)]
  return { [`${market.symbol}.ob-inc`]: { [sideNames[side]]: level, sequence } }
}

interface Level {
  readonly price: number
  readonly units: number
}

export function snapshotMessage(
  market: PracticeMarket,
  levels: { readonly asks: Iterable<Level>; readonly bids: Iterable<Level> },
  sequence: number,
): unknown {
  const list = (side: Iterable<Level>) =>
    Array.from(side, ({ price, units }) => [priceOf(market, price), volumeOf(market, units)])
  return { [`${market.symbol}.ob-snap`]: { asks: list(levels.asks), bids: list(levels.bids), sequence } }
}

export function klineMessage(market: PracticeMarket, period: KlinePeriod, candle: TimedCandle): unknown {
  const price = (ticks: number): number => ticks / 10 ** market.priceDecimals
  return {
    [`${market.symbol}.kline-${period}`]: [
      candle.startMinute * 60,
      price(candle.open),
      price(candle.max),
      price(candle.min),
      price(candle.last),
      candle.volume / 10 ** market.volumeDecimals,
    ],
  }
}

/** A user's order: without uuid, fees, trigger and cancel reason. */
export function orderMessage(order: OrderFields, nowMs: number): unknown {
  const seconds = (text: string): number => Math.floor(Date.parse(text) / 1000)
  return {
    order: {
      at: Math.floor(nowMs / 1000),
      avg_price: order.avg_price,
      created_at: seconds(order.created_at),
      executed_volume: order.executed_volume,
      id: order.id,
      kind: order.side === 'buy' ? 'bid' : 'ask',
      market: order.market,
      ord_type: order.ord_type,
      origin_volume: order.origin_volume,
      price: order.price,
      remaining_volume: order.remaining_volume,
      side: order.side,
      state: order.state,
      trades_count: order.trades_count,
      updated_at: seconds(order.updated_at),
    },
  }
}

/** A user's side of a trade: without its fee. */
export function ownTradeMessage({
  id,
  market,
  orderId,
  price,
  units,
  side,
  timeMs,
  takerType,
}: Fill): unknown {
  return {
    trade: {
      amount: volumeOf(market, units),
      created_at: Math.floor(timeMs / 1000),
      id,
      market: market.symbol,
      order_id: orderId,
      price: priceOf(market, price),
      side,
      taker_type: takerType,
      total: formatDecimal(BigInt(price) * BigInt(units), market.priceDecimals + market.volumeDecimals),
    },
  }
}
