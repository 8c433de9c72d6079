// Trades within one minute: they match the open, high, low and close of its candle and add up to its volume.
import { minUnits } from './candle-split.ts'
import type { CandleTicks } from './candles.ts'
import type { PracticeMarket } from './markets.ts'
import { hash32, labelOf, unitOf } from '../random.ts'

const countLabel = labelOf('trade count')
const placeLabel = labelOf('trade extremes')
const priceLabel = labelOf('trade price')
const sizeLabel = labelOf('trade size')
const timeLabel = labelOf('trade time')
const takerLabel = labelOf('trade taker')

export interface TradeTicks {
  readonly id: number
  /** Whole seconds since the epoch. */
  readonly second: number
  readonly price: number
  readonly units: number
  readonly takerType: 'buy' | 'sell'
}

/** IDs grow with time within a market and are unique across markets. */
function tradeId(market: PracticeMarket, minute: number, position: number): number {
  return ((minute - 25_000_000) * 16 + position) * 8 + market.index
}

function pricesOf(candle: CandleTicks, count: number, seed: number, key: number): number[] {
  // Open and last are at the ends; max and min each get a separate position between them.
  const between = count - 2
  const first = hash32(seed, placeLabel, key) % between
  const second = (first + 1 + (hash32(seed, placeLabel, key, 1) % (between - 1))) % between
  const prices: number[] = [candle.open]
  for (let position = 0; position < between; position += 1) {
    if (position === first) prices.push(candle.max)
    else if (position === second) prices.push(candle.min)
    else {
      const part = unitOf(seed, priceLabel, key, position)
      prices.push(candle.min + Math.round((candle.max - candle.min) * part))
    }
  }
  prices.push(candle.last)
  return prices
}

/**
 * All trades of a whole minute (minutes since the epoch), oldest first: none where the candle has no volume, otherwise
 * 4 to 12. Each has at least one unit.
 */
export function tradesOfMinute(
  seed: number,
  market: PracticeMarket,
  minute: number,
  candle: CandleTicks,
): TradeTicks[] {
  if (candle.volume === 0) return []
  const key = hash32(seed, countLabel, market.index, minute)
  const count = 4 + (key % (minUnits - 3))
  const prices = pricesOf(candle, count, seed, key)
  const weights = prices.map((_, position) => 0.05 + unitOf(seed, sizeLabel, key, position) ** 3)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const spare = candle.volume - count
  const trades: TradeTicks[] = []
  let share = 0
  let given = 0
  prices.forEach((price, position) => {
    share += weights[position] ?? 0
    const upTo = position === count - 1 ? spare : Math.floor(spare * Math.min(1, share / total))
    const before = prices[position - 1] ?? price
    const coin = (hash32(seed, takerLabel, key, position) & 1) === 0
    const second = Math.floor((60 * (position + unitOf(seed, timeLabel, key, position))) / count)
    trades.push({
      id: tradeId(market, minute, position),
      second: minute * 60 + second,
      price,
      units: upTo - given + 1,
      takerType: price > before || (price === before && coin) ? 'buy' : 'sell',
    })
    given = upTo
  })
  return trades
}
