// What the seeded makers offer around the market's price: a pure function of seed, market, second and price.
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import { hash32, labelOf, unitOf } from '../random.ts'

export interface Quote {
  readonly side: OrderSide
  /** In ticks. */
  readonly price: number
  readonly units: number
}

/** The last trade of the seeded path. */
export interface LastTrade {
  readonly price: number
  readonly takerType: OrderSide
}

const sizeLabel = labelOf('quote size')
const phaseLabel = labelOf('quote phase')
const levelsPerSide = 40
/** A quote's size changes about once in so many seconds, each at its own time. */
const holdSeconds = 12

/** The distance between two quotes: 0.02 % of the market's usual price, at least a tick. */
function stepOf({ level, priceDecimals }: PracticeMarket): number {
  return Math.max(1, Math.round(level * 10 ** priceDecimals * 0.0002))
}

function unitsOf(
  seed: number,
  market: PracticeMarket,
  side: OrderSide,
  grid: number,
  second: number,
): number {
  const place = market.index * 2 + (side === 'buy' ? 0 : 1)
  const phase = hash32(seed, phaseLabel, place, grid) % holdSeconds
  const part = unitOf(seed, sizeLabel + place, grid, Math.floor((second + phase) / holdSeconds))
  // About a minute's usual volume over the nearest twenty prices, so that an order of a user's usual size moves it little.
  const usual = market.dailyUnits / 1_440 / 12
  return Math.max(1, Math.round(usual * (0.2 + 1.8 * part)))
}

/**
 * The quotes of one side, best first. The best one is at the last price where a taker just met it, else a tick away; the
 * others lie on a grid that stays where it is when the price moves, so that only the ends of the book change.
 * @param taken - units that users took from this side a short while ago, missing at the best prices
 */
export function quotesOf(
  seed: number,
  market: PracticeMarket,
  side: OrderSide,
  last: LastTrade,
  second: number,
  taken: number,
): Quote[] {
  const step = stepOf(market)
  const way = side === 'sell' ? 1 : -1
  const wasMet = (side === 'sell') === (last.takerType === 'buy')
  const best = Math.max(1, wasMet ? last.price : last.price + way)
  const firstGrid = side === 'sell' ? Math.floor(best / step) + 1 : Math.ceil(best / step) - 1
  const quotes: Quote[] = []
  let missing = taken
  const offer = (price: number, grid: number): void => {
    const units = unitsOf(seed, market, side, grid, second)
    const left = units - missing
    missing = Math.max(0, -left)
    if (left > 0 && price > 0) quotes.push({ side, price, units: left })
  }
  offer(best, firstGrid - way)
  for (let at = 0; at < levelsPerSide; at += 1) offer((firstGrid + way * at) * step, firstGrid + way * at)
  return quotes
}
