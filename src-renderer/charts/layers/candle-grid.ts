// Owns: which candle of the drawn level a moment belongs to, with or without trades in it. Pure.
// Must not: read prices.
import type { Level } from '../model/candle-window.ts'

/** How far the candles of a level start after whole multiples of its period: weeks do not begin with the epoch. */
export function phaseOf(level: Level): number {
  const { firstMs } = level.buffer
  return Number.isFinite(firstMs) ? firstMs % level.periodMs : 0
}

/** The start of the candle of the level in which a time lies, or would lie if there were one. */
export function candleStart(level: Level, timeMs: number): number {
  const phase = phaseOf(level)
  return Math.floor((timeMs - phase) / level.periodMs) * level.periodMs + phase
}
