// Wilder's average directional index with its directional indicators. Pure.
import { atr } from './ranges.ts'
import type { VwapCandles } from './vwap.ts'

export interface AdxColumns {
  /** 0 to 100. */
  readonly adx: Float64Array
  /** +DI and −DI, 0 to 100. */
  readonly plus: Float64Array
  readonly minus: Float64Array
  /** Average true range, smoothed moves and the index before smoothing; needed to continue the computation. */
  readonly range: Float64Array
  readonly plusMove: Float64Array
  readonly minusMove: Float64Array
  readonly dx: Float64Array
}

/** How far a candle moved beyond the one before it: up, down, or neither; the first candle did not. */
function movesAt({ high, low }: VwapCandles, at: number): { readonly plus: number; readonly minus: number } {
  if (at === 0) return { plus: 0, minus: 0 }
  const up = (high[at] ?? NaN) - (high[at - 1] ?? NaN)
  const down = (low[at - 1] ?? NaN) - (low[at] ?? NaN)
  return { plus: up > down && up > 0 ? up : 0, minus: down > up && down > 0 ? down : 0 }
}

/** Wilder's smoothing, seeded with the mean of `length` values ending at `first`; `valueOf` is asked for those needed. */
function smoothAt(
  into: Float64Array,
  at: number,
  first: number,
  length: number,
  valueOf: (at: number) => number,
): void {
  if (at < first) into[at] = NaN
  else if (at === first) {
    let sum = 0
    for (let other = first - length + 1; other <= first; other++) sum += valueOf(other)
    into[at] = sum / length
  } else {
    const before = into[at - 1] ?? NaN
    into[at] = before + (valueOf(at) - before) / length
  }
}

/**
 * ADX, +DI and −DI; the indicators are NaN before `length` candles, ADX before 2 × length − 1. As in `trading-signals` the
 * first candle counts as one that did not move. 0 while prices do not move.
 *
 * @param from - index of the first value to compute; `into` must hold the previous values
 */
export function adx(candles: VwapCandles, length: number, from: number, into: AdxColumns): void {
  atr(candles, length, from, into.range)
  const first = length - 1
  for (let at = from; at < candles.close.length; at++) {
    smoothAt(into.plusMove, at, first, length, (other) => movesAt(candles, other).plus)
    smoothAt(into.minusMove, at, first, length, (other) => movesAt(candles, other).minus)
    const range = into.range[at] ?? NaN
    const plus = range === 0 ? 0 : ((into.plusMove[at] ?? NaN) / range) * 100
    const minus = range === 0 ? 0 : ((into.minusMove[at] ?? NaN) / range) * 100
    into.plus[at] = plus
    into.minus[at] = minus
    into.dx[at] = plus + minus === 0 ? 0 : (Math.abs(plus - minus) / (plus + minus)) * 100
    smoothAt(into.adx, at, 2 * first, length, (other) => into.dx[other] ?? NaN)
  }
}
