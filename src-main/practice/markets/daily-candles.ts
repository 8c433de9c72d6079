// Candles of whole days: price, range and volume as a pure function of seed, market and day.
import type { PracticeMarket } from './markets.ts'
import { bellOf, hash32, labelOf } from '../random.ts'

/** Columns of a candle in a flat array: open, max, min, last in ticks, then volume in units. All whole numbers. */
export const candleWidth = 5

const commonLabel = labelOf('common price path')
const ownLabel = labelOf('own price path')
const regimeLabel = labelOf('volatility regime')
const upLabel = labelOf('day high')
const downLabel = labelOf('day low')
const volumeLabel = labelOf('day volume')

/** Offsets put the lattice points of different octaves on different days. */
function latticeValue(seed: number, label: number, octave: number, point: number): number {
  return bellOf(hash32(seed, label, octave, point)) * 0.6
}

/** Smooth noise with one random value every 2^octave days. */
function octaveNoise(seed: number, label: number, octave: number, day: number): number {
  const span = 2 ** octave
  const position = (day + (hash32(seed, label, octave) % 4096)) / span
  const point = Math.floor(position)
  const left = latticeValue(seed, label, octave, point)
  if (position === point) return left
  const part = position - point
  const ease = part * part * (3 - 2 * part)
  return left + (latticeValue(seed, label, octave, point + 1) - left) * ease
}

/** A random-walk-like path that can be evaluated for any day: octaves of noise, each sqrt(2) larger. */
function wander(seed: number, label: number, octaves: number, day: number): number {
  let sum = 0
  let amplitude = 1
  for (let octave = 0; octave <= octaves; octave += 1) {
    sum += amplitude * octaveNoise(seed, label, octave, day)
    amplitude *= Math.SQRT2
  }
  return sum
}

/** Volatility regime by week: around 1, roughly 0.4 .. 2.5. */
function volatilityRegime(seed: number, market: PracticeMarket, day: number): number {
  const label = regimeLabel + market.index
  const storm = octaveNoise(seed, label, 3, day) * 0.5 + octaveNoise(seed, label, 5, day) * 0.6
  return Math.exp(storm)
}

/** Price at 00:00 UTC of a day, in ticks, at least 8. */
function openingTicks(seed: number, market: PracticeMarket, day: number): number {
  const own = wander(seed, ownLabel + market.index, market.octaves, day)
  const common = market.commonShare === 0 ? 0 : wander(seed, commonLabel, market.octaves, day)
  const mixed = common * market.commonShare + own * (1 - market.commonShare * 0.5)
  const price = market.level * Math.exp(mixed * market.dailyVolatility * 0.8)
  return Math.max(8, Math.round(price * 10 ** market.priceDecimals))
}

/**
 * Writes the candle of a day (days since the Unix epoch, UTC) to `target` at `offset`. The last price of a day is the first
 * of the next. Valid for any day; callers use days since the listing.
 */
export function writeDailyCandle(
  seed: number,
  market: PracticeMarket,
  day: number,
  target: Float64Array,
  offset: number,
): void {
  const open = openingTicks(seed, market, day)
  const last = openingTicks(seed, market, day + 1)
  const regime = volatilityRegime(seed, market, day)
  const reach = market.dailyVolatility * regime * 0.55
  const up = 0.12 + Math.abs(bellOf(hash32(seed, upLabel, market.index, day)))
  const down = 0.12 + Math.abs(bellOf(hash32(seed, downLabel, market.index, day)))
  const max = Math.max(Math.ceil(Math.max(open, last) * Math.exp(reach * up)), open, last)
  const min = Math.max(1, Math.min(Math.floor(Math.min(open, last) * Math.exp(-reach * down)), open, last))
  const move = Math.abs(last - open) / (open * market.dailyVolatility)
  // Day 0 of the epoch was a Thursday.
  const weekday = (day + 4) % 7
  const rhythm = weekday === 0 || weekday === 6 ? 0.68 : 1
  const mood = Math.exp(0.28 * bellOf(hash32(seed, volumeLabel, market.index, day)))
  const busy = 0.45 + 0.4 * regime + 0.2 * Math.min(move, 4)
  target[offset] = open
  target[offset + 1] = max
  target[offset + 2] = min
  target[offset + 3] = last
  target[offset + 4] = Math.round(market.dailyUnits * rhythm * mood * busy)
}
