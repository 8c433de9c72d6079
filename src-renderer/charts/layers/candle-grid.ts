// Finds the candle of the drawn level for a time, with or without trades. Pure.
import { addSlots, slotOf, startOf, timeOfSlot } from '../../../src-preload/domain/markets/intervals.ts'
import type { Level } from '../model/candles/level.ts'

/** Offset of the level's candles from whole multiples of its period: weeks do not start at the epoch. */
function phaseOf(level: Level): number {
  const { firstMs } = level.buffer
  return Number.isFinite(firstMs) ? firstMs % level.periodMs : 0
}

/** Start of the level's candle that contains a time, whether or not that candle exists. */
export function candleStart(level: Level, timeMs: number): number {
  if (level.period === 'month') return startOf(level.period, timeMs)
  const phase = phaseOf(level)
  return Math.floor((timeMs - phase) / level.periodMs) * level.periodMs + phase
}

/** Runs of so many candles each, which count from the epoch. */
export interface CandleRuns {
  /** Start of the run that contains a time. */
  startOf(timeMs: number): number
  /** Start of the run after the one that starts at a time. */
  after(startMs: number): number
}

export function candleRuns(level: Level, candles: number): CandleRuns {
  const { period, periodMs } = level
  if (period === 'month') {
    const first = (timeMs: number): number =>
      Math.floor(Math.floor(slotOf(period, timeMs)) / candles) * candles
    return {
      startOf: (timeMs) => timeOfSlot(period, first(timeMs)),
      after: (startMs) => addSlots(period, startMs, candles),
    }
  }
  const phase = phaseOf(level)
  const runMs = periodMs * candles
  return {
    startOf: (timeMs) => Math.floor((timeMs - phase) / runMs) * runMs + phase,
    after: (startMs) => startMs + runMs,
  }
}
