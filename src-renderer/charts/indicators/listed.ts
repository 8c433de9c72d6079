// Computes the indicators of the table and says how many candles they need before the view.
import type { ListedId } from '../../../src-preload/domain/indicators.ts'
import { adx } from './adx.ts'
import { atr, keltner } from './ranges.ts'
import type { VwapCandles } from './vwap.ts'
import { cci, donchian, hma, mfi, roc, stochastic, williams, wma } from './windows.ts'

/**
 * Computes an indicator from candle `from` on.
 *
 * @param inputs - in the order of its definition
 * @param take - returns the next column: its lines first, then internal ones
 */
export function computeListed(
  id: ListedId,
  inputs: readonly number[],
  candles: VwapCandles,
  from: number,
  take: () => Float64Array,
): void {
  const [first = NaN, second = NaN, third = NaN] = inputs
  switch (id) {
    case 'wma':
      wma(candles.close, first, from, take())
      return
    case 'hma':
      hma(candles.close, first, from, { hma: take(), raw: take(), half: take() })
      return
    case 'donchian':
      donchian(candles, first, from, { upper: take(), middle: take(), lower: take() })
      return
    case 'keltner': {
      const into = { upper: take(), middle: take(), lower: take(), average: take(), range: take() }
      keltner(candles, { average: first, range: second, multiplier: third }, from, into)
      return
    }
    case 'atr':
      atr(candles, first, from, take())
      return
    case 'adx': {
      const lines = { adx: take(), plus: take(), minus: take() }
      const state = { range: take(), plusMove: take(), minusMove: take(), dx: take() }
      adx(candles, first, from, { ...lines, ...state })
      return
    }
    case 'stochastic': {
      const into = { k: take(), d: take(), fast: take() }
      stochastic(candles, { k: first, smoothing: second, d: third }, from, into)
      return
    }
    case 'cci':
      cci(candles, first, from, take())
      return
    case 'williams':
      williams(candles, first, from, take())
      return
    case 'roc':
      roc(candles.close, first, from, take())
      return
    case 'mfi':
      mfi(candles, first, from, take())
      return
  }
}

/**
 * Candles before the view, so that its values do not depend on where the candles begin.
 *
 * @param fade - steps until a seed has faded when each step keeps this share of it
 */
export function warmUpListed(
  id: ListedId,
  inputs: readonly number[],
  fade: (kept: number) => number,
): number {
  const [first = NaN, second = NaN, third = NaN] = inputs
  const ofRange = (length: number): number => length + fade(1 - 1 / length)
  switch (id) {
    case 'wma':
    case 'donchian':
    case 'cci':
    case 'williams':
      return first - 1
    case 'hma':
      return first + Math.floor(Math.sqrt(first)) - 2
    case 'roc':
    case 'mfi':
      return first
    case 'stochastic':
      return first + second + third - 3
    case 'atr':
      return ofRange(first)
    case 'adx':
      return 2 * ofRange(first)
    case 'keltner':
      return Math.max(first, fade(1 - 2 / (first + 1)), ofRange(second))
  }
}
