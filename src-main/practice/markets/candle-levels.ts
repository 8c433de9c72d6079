// Levels of the candle tree: the length of a candle at each level, and its division into the next.
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Division } from './candle-split.ts'
import type { PracticeMarket } from './markets.ts'
import { hash32, labelOf } from '../random.ts'

export const minutesPerDay = 1440

const nodeLabel = labelOf('candle node')

/** Activity per two hours of a UTC day: quiet around 04:00, busiest from 13:00 to 17:00. */
const dayRhythm = [0.82, 0.68, 0.62, 0.72, 0.9, 0.98, 1.12, 1.5, 1.42, 1.14, 1.0, 0.9] as const
const halves = [dayRhythm.slice(0, 6), dayRhythm.slice(6)] as const
const halfWeights = halves.map((half) => half.reduce((sum, weight) => sum + weight, 0) / 6)

/** Minutes of one candle at each level of the tree, coarsest first. */
export const levelMinutes = [1440, 720, 120, 60, 30, 15, 5, 1] as const
export const minuteLevel = levelMinutes.length - 1
export const hourLevel = levelMinutes.indexOf(60)

/** How the candle at `index` of a level is divided into the next finer level. */
export function divisionOf(market: PracticeMarket, level: number, index: number): Division {
  const partMinutes = levelMinutes[level + 1]
  const minutes = levelMinutes[level]
  if (partMinutes === undefined || minutes === undefined) {
    throw new AppError('internal', { what: 'candle level', level })
  }
  const parts = minutes / partMinutes
  const quietChance = partMinutes <= 5 ? market.quietChance : 0
  if (level === 0) return { parts, partMinutes, rhythm: halfWeights, quietChance }
  if (level === 1) return { parts, partMinutes, rhythm: halves[index % 2 === 0 ? 0 : 1], quietChance }
  return { parts, partMinutes, quietChance }
}

/** Identifies a candle for {@link splitCandle}: unique per market, level and position in time. */
export function nodeOf(market: PracticeMarket, level: number, index: number): number {
  return hash32(nodeLabel, market.index * 16 + level, index)
}

/** The finest tree level that a period is aggregated from: itself, two hours, or days. */
export function sourceLevel(period: CandlePeriod): number {
  if (period >= minutesPerDay) return 0
  if (period === 240 || period === 360) return levelMinutes.indexOf(120)
  return levelMinutes.findIndex((minutes) => minutes === period)
}
