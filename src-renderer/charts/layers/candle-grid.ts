// Finds the candle of the drawn level for a time, with or without trades. Pure.
import type { Level } from '../model/candle-window.ts'

/** Offset of the level's candles from whole multiples of its period: weeks do not start at the epoch. */
export function phaseOf(level: Level): number {
  const { firstMs } = level.buffer
  return Number.isFinite(firstMs) ? firstMs % level.periodMs : 0
}

/** Start of the level's candle that contains a time, whether or not that candle exists. */
export function candleStart(level: Level, timeMs: number): number {
  const phase = phaseOf(level)
  return Math.floor((timeMs - phase) / level.periodMs) * level.periodMs + phase
}
