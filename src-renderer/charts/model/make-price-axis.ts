// Price scale and its ticks. Pure.
import type { PriceScale } from '../../../src-preload/contract/markets/charts.ts'
import type { Candle } from './candles/candle-buffer.ts'
import { comparedExtent, type ComparedLine } from '../compare/compared-line.ts'
import { fromPixel, type AxisTick, type Frame, type Scale } from './frame.ts'
import type { Layout } from './layout.ts'
import { baseOf } from './percent-base.ts'
import type { ShownCandles } from './shown-candles.ts'
import { linearTicks, logTicks, percentTicks } from './scales.ts'
import type { Study } from '../indicators/studies.ts'
import type { PriceColumns } from './candles/heikin-ashi.ts'
import { percentText, type TickTexts } from './tick-texts.ts'

/** Manual prices at the inner edges of the price pane. */
export interface ManualPriceRange {
  readonly low: number
  readonly high: number
}

interface AxisInput {
  readonly layout: Layout
  readonly range: ShownCandles
  readonly studies: readonly Study[]
  /** Prices that are drawn instead of the candles' own and may lie beyond them; null for none. */
  readonly averaged: PriceColumns | null
  /** Lines in percent, all of which are in view. */
  readonly compared: readonly ComparedLine[]
  readonly priceScale: PriceScale
  readonly hand: ManualPriceRange | null
  readonly priceDecimals: number
  readonly last: Candle | null
  readonly texts: TickTexts
}

const tickDistance = 36
/** Study lines may widen the candles' range by this share on each side; they are clipped beyond it. */
const studyShare = 0.25

/** Returns the price part of a frame. */
export function makePriceAxis(
  input: AxisInput,
): Pick<Frame, 'price' | 'percentBase' | 'priceRange' | 'priceTicks'> {
  const { layout, priceDecimals } = input
  const { innerTop, innerBottom, top, height } = layout.price
  const percentBase = input.priceScale === 'percent' ? baseOf(input.range) : null
  const { low, high } = input.hand ?? autoRange(input, percentBase)
  const kind = input.priceScale === 'log' && low > 0 ? 'log' : 'linear'
  const price = scaleOf(kind, low, innerBottom * layout.dpr, high, innerTop * layout.dpr)
  const priceRange = {
    min: fromPixel(price, (top + height) * layout.dpr),
    max: fromPixel(price, top * layout.dpr),
  }
  const least = (tickDistance * layout.dpr) / Math.abs(price.factor)
  return {
    price,
    priceRange,
    percentBase,
    priceTicks:
      percentBase === null
        ? priceTicks(kind, priceRange, least, priceDecimals, input.texts)
        : percentTicks(priceRange.min, priceRange.max, least, percentBase).map((tick) => ({
            value: tick.price,
            text: percentText(tick.price, percentBase),
          })),
  }
}

/** Returns the scale that maps two values to two device pixels. */
export function scaleOf(
  kind: Scale['kind'],
  fromValue: number,
  fromAt: number,
  toValue: number,
  toAt: number,
): Scale {
  const [from, to] = kind === 'log' ? [Math.log(fromValue), Math.log(toValue)] : [fromValue, toValue]
  const factor = (toAt - fromAt) / (to - from)
  return { kind, factor, offset: fromAt - from * factor }
}

function priceTicks(
  kind: Scale['kind'],
  range: { readonly min: number; readonly max: number },
  least: number,
  decimals: number,
  texts: TickTexts,
): readonly AxisTick[] {
  const values =
    kind === 'log'
      ? logTicks(range.min, range.max, least, decimals)
      : linearTicks(range.min, range.max, least, decimals)
  return values.map((value) => ({ value, text: texts.fixed(value, decimals) }))
}

/** Price range of the candles in view, widened a little by study lines and by all of the compared ones. */
function autoRange(input: AxisInput, percentBase: number | null): ManualPriceRange {
  const { range, studies, averaged, last, priceDecimals } = input
  const { buffer, firstIndex, endIndex } = range
  const extent = buffer.extent(firstIndex, endIndex) ?? {
    low: last?.low ?? 1,
    high: last?.high ?? 1,
  }
  const room = (extent.high - extent.low) * studyShare
  let { low, high } = extent
  for (let at = firstIndex; averaged !== null && at < endIndex; at++) {
    low = Math.min(low, averaged.low[averaged.start + at] ?? low)
    high = Math.max(high, averaged.high[averaged.start + at] ?? high)
  }
  for (const { pane, lines } of studies) {
    if (pane !== 'price') continue
    for (const { values, shift } of lines) {
      for (let at = firstIndex - shift; at < endIndex - shift; at++) {
        const value = values[at] ?? NaN
        if (value < low) low = value
        else if (value > high) high = value
      }
    }
  }
  // Prices are above zero, which a logarithmic scale requires.
  const floor = extent.low > 0 ? extent.low * (1 - studyShare) : -Infinity
  const own = { low: Math.max(low, extent.low - room, floor), high: Math.min(high, extent.high + room) }
  const compared = comparedExtent(input.compared, percentBase) ?? own
  return withRoom(Math.min(own.low, compared.low), Math.max(own.high, compared.high), priceDecimals)
}

/** Widens a flat range by a few of the smallest price steps on both sides. */
function withRoom(low: number, high: number, decimals: number): ManualPriceRange {
  const least = Math.max(10 ** -decimals * 8, Math.abs(high) * 1e-6)
  if (high - low >= least) return { low, high }
  const middle = (low + high) / 2
  const half = middle > 0 ? Math.min(least / 2, middle / 2) : least / 2
  return { low: middle - half, high: middle + half }
}
