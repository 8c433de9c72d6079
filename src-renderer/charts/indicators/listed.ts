// Computes the indicators of the table and says how many candles they need before the view.
import type { ListedId } from '../../../src-preload/domain/markets/indicators.ts'
import { type ChartInterval, intervalMs } from '../../../src-preload/domain/markets/intervals.ts'
import { adx } from './adx.ts'
import { atr, keltner } from './ranges.ts'
import { stochasticRsi } from './rsi.ts'
import { parabolicSar, supertrend, turnsToForget } from './trends.ts'
import { obv, volumeAverage } from './volumes.ts'
import type { VwapCandles } from './vwap.ts'
import { cci, donchian, hma, ichimoku, mfi, roc, stochastic, williams, wma } from './windows.ts'

interface ListedInput {
  readonly candles: VwapCandles
  /** Of each candle, for indicators of one price. */
  readonly prices: Float64Array
  readonly periodMs: number
}

/**
 * Computes an indicator from candle `from` on.
 *
 * @param inputs - in the order of its definition
 * @param take - returns the next column: its lines first, then internal ones
 */
export function computeListed(
  id: ListedId,
  inputs: readonly number[],
  { candles, prices, periodMs }: ListedInput,
  from: number,
  take: () => Float64Array,
): void {
  const [first = NaN, second = NaN, third = NaN, fourth = NaN] = inputs
  switch (id) {
    case 'wma':
      wma(prices, first, from, take())
      return
    case 'hma':
      hma(prices, first, from, { hma: take(), raw: take(), half: take() })
      return
    case 'donchian':
      donchian(candles, first, from, { upper: take(), middle: take(), lower: take() })
      return
    case 'keltner': {
      const into = { upper: take(), middle: take(), lower: take(), average: take(), range: take() }
      keltner(candles, { average: first, range: second, multiplier: third }, from, into)
      return
    }
    case 'ichimoku': {
      const spans = { conversion: take(), base: take(), spanA: take(), spanB: take(), lagging: take() }
      ichimoku(candles, { conversion: first, base: second, spanB: third }, from, spans)
      return
    }
    case 'supertrend': {
      const lines = { rising: take(), falling: take() }
      const state = { range: take(), upper: take(), lower: take(), trend: take() }
      supertrend(candles, { length: first, multiplier: second }, from, { ...lines, ...state })
      return
    }
    case 'sar': {
      const into = { sar: take(), extreme: take(), acceleration: take(), trend: take() }
      parabolicSar(candles, { step: first, most: second }, from, into)
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
    case 'stochasticRsi': {
      const lines = { k: take(), d: take() }
      const state = { fast: take(), rsi: take(), gains: take(), losses: take() }
      const lengths = { rsi: first, window: second, k: third, d: fourth }
      stochasticRsi(prices, lengths, from, { ...lines, ...state })
      return
    }
    case 'cci':
      cci(candles, first, from, take())
      return
    case 'williams':
      williams(candles, first, from, take())
      return
    case 'roc':
      roc(prices, first, from, take())
      return
    case 'mfi':
      mfi(candles, first, from, take())
      return
    case 'obv':
      obv(candles, periodMs, from, take())
      return
    case 'volumeAverage':
      volumeAverage(candles, first, from, { volume: take(), average: take() })
      return
  }
}

const dayMs = 86_400_000
const yearMs = 366 * dayMs

/**
 * Candles before the view, so that its values do not depend on where the candles begin.
 *
 * @param period - of the shown candles
 * @param fade - steps until a seed has faded when each step keeps this share of it
 */
export function warmUpListed(
  id: ListedId,
  inputs: readonly number[],
  period: ChartInterval,
  fade: (kept: number) => number,
): number {
  const [first = NaN, second = NaN, third = NaN, fourth = NaN] = inputs
  const ofRange = (length: number): number => length + fade(1 - 1 / length)
  switch (id) {
    case 'wma':
    case 'donchian':
    case 'cci':
    case 'williams':
    case 'volumeAverage':
      return first - 1
    case 'hma':
      return first + Math.floor(Math.sqrt(first)) - 2
    case 'roc':
    case 'mfi':
      return first
    case 'stochastic':
      return first + second + third - 3
    case 'stochasticRsi':
      return ofRange(first) + second + third + fourth - 3
    case 'ichimoku':
      return Math.max(first, second, third) + fourth - 2
    case 'supertrend':
      return ofRange(first) + turnsToForget
    case 'sar':
      return turnsToForget
    case 'obv':
      return Math.ceil((intervalMs(period) < dayMs ? dayMs : yearMs) / intervalMs(period))
    case 'atr':
      return ofRange(first)
    case 'adx':
      return 2 * ofRange(first)
    case 'keltner':
      return Math.max(first, fade(1 - 2 / (first + 1)), ofRange(second))
  }
}
