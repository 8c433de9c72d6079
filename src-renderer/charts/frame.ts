// Owns: everything one picture of the chart needs to know, worked out from candles, view and size. Pure.
// Must not: draw, or keep anything from one picture to the next.
import type { CandleBuffer, Candle } from './candle-buffer.ts'
import type { CandleSource } from './candle-source.ts'
import type { Layout } from './layout.ts'
import { niceStep, priceTicks, timeTicks, type TimeTick } from './scales.ts'
import { visibleRange, type Bounds, type SlotRange, type Viewport } from './viewport.ts'

/** A straight scale: `pixel = offset + value * factor`, in device pixels. */
export interface Scale {
  readonly offset: number
  readonly factor: number
}

/** What is under the pointer or the keyboard cursor. `index` counts in the drawn level. */
export interface Crosshair {
  readonly index: number
  /** CSS pixels from the top; null: the line lies on the candle's close. */
  readonly y: number | null
}

export interface Frame {
  readonly layout: Layout
  readonly slots: SlotRange
  /** The candles that are drawn, each of `2 ** exponent` periods. */
  readonly level: CandleBuffer
  readonly exponent: number
  readonly firstIndex: number
  readonly endIndex: number
  readonly source: CandleSource
  readonly x: Scale
  readonly price: Scale
  readonly volume: Scale
  /** Prices at the bottom and top of the price pane. */
  readonly priceRange: { readonly min: number; readonly max: number }
  readonly priceTicks: readonly number[]
  readonly volumeTicks: readonly number[]
  readonly timeTicks: readonly TimeTick[]
  readonly last: Candle
}

const priceTickDistance = 36
const timeTickDistance = 92
const volumeTickDistance = 34

/** The slots of the first and last candle, or null without candles. */
export function boundsOf(source: CandleSource, width: number): Bounds | null {
  if (source.buffer.length === 0) return null
  return { first: source.slotOf(source.buffer.firstMs), last: source.slotOf(source.buffer.lastMs), width }
}

/** The coarseness at which a candle is at least one device pixel wide, as a power of two. */
export function exponentFor(spacing: number, dpr: number): number {
  return Math.max(0, Math.ceil(-Math.log2(spacing * dpr) - 1e-9))
}

/** The middle of candle `index` of a level, as a slot. */
export function slotOfIndex(
  source: CandleSource,
  level: CandleBuffer,
  exponent: number,
  index: number,
): number {
  return source.slotOf(level.timeAt(index)) + (2 ** exponent - 1) / 2
}

/** Works out a picture. Null when there are no candles or no room. */
export function makeFrame(
  source: CandleSource,
  view: Viewport,
  layout: Layout,
  decimals: number,
): Frame | null {
  const last = source.last()
  if (last === null || layout.width < 2 || layout.height < 2) return null
  const { dpr } = layout
  const slots = visibleRange(view, layout.plotWidth)
  const exponent = exponentFor(view.spacing, dpr)
  const level = source.level(exponent)
  const firstIndex = level.lowerBound(source.timeOf(slots.from - 2 ** exponent))
  const endIndex = level.lowerBound(source.timeOf(slots.to + 1))
  const extent = level.extent(firstIndex, endIndex) ?? { low: last.low, high: last.high, volume: 0 }

  const { low, high } = withRoom(extent.low, extent.high, decimals)
  const price = scaleOf(low, layout.price.innerBottom * dpr, high, layout.price.innerTop * dpr)
  const priceRange = {
    min: (layout.axisTop * dpr - (layout.volume?.height ?? 0) * dpr - price.offset) / price.factor,
    max: -price.offset / price.factor,
  }
  const volume =
    layout.volume === null
      ? { offset: 0, factor: 0 }
      : scaleOf(0, layout.volume.innerBottom * dpr, extent.volume || 1, layout.volume.innerTop * dpr)
  const kx = view.spacing * dpr
  return {
    layout,
    slots,
    level,
    exponent,
    firstIndex,
    endIndex,
    source,
    x: { offset: Math.round(layout.plotWidth * dpr) - slots.to * kx, factor: kx },
    price,
    volume,
    priceRange,
    priceTicks: priceTicks(
      priceRange.min,
      priceRange.max,
      (priceTickDistance * dpr) / Math.abs(price.factor),
      decimals,
    ),
    volumeTicks: layout.volume === null ? [] : volumeTicks(extent.volume, layout.volume.height),
    timeTicks: timeTicks(
      source.timeOf(slots.from),
      source.timeOf(slots.to),
      (timeTickDistance / view.spacing) * source.periodMs,
      source.periodMs,
      source.timeOf(0),
    ),
    last,
  }
}

/** A flat market still gets a scale: a few of its smallest steps to both sides. */
function withRoom(low: number, high: number, decimals: number): { low: number; high: number } {
  const least = Math.max(10 ** -decimals * 8, Math.abs(high) * 1e-6)
  if (high - low >= least) return { low, high }
  const middle = (low + high) / 2
  return { low: middle - least / 2, high: middle + least / 2 }
}

function scaleOf(fromValue: number, fromPixel: number, toValue: number, toPixel: number): Scale {
  const factor = (toPixel - fromPixel) / (toValue - fromValue)
  return { factor, offset: fromPixel - fromValue * factor }
}

function volumeTicks(max: number, height: number): number[] {
  if (max <= 0) return []
  const step = niceStep(max / Math.max(1, Math.floor((height - 12) / volumeTickDistance)))
  const ticks: number[] = []
  for (let n = 1; n * step <= max; n++) ticks.push(n * step)
  return ticks
}
