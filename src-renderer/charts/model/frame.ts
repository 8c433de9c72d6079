// Owns: what one picture of the chart knows, and the way between values and device pixels. Pure.
// Must not: draw, or work out a picture (make-frame.ts does).
import type { PriceScale } from '../../../src-preload/contract/charts.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import type { Zone } from '../../../src-preload/domain/zone.ts'
import type { Candle } from './candle-buffer.ts'
import type { Level } from './candle-window.ts'
import type { Layout, Pane } from './layout.ts'
import type { TimeStretch } from './stretches.ts'
import type { Study } from '../indicators/studies.ts'
import type { TimeTick } from './time-ticks.ts'

/** `device pixel = offset + factor * value`, or of the value's natural logarithm. */
export interface Scale {
  readonly kind: 'linear' | 'log'
  readonly offset: number
  readonly factor: number
}

/** The device pixel of a value; NaN for the logarithm of what is not above zero. */
export function toPixel(scale: Scale, value: number): number {
  return scale.offset + scale.factor * (scale.kind === 'log' ? Math.log(value) : value)
}

/** The value at a device pixel. */
export function fromPixel(scale: Scale, pixel: number): number {
  const value = (pixel - scale.offset) / scale.factor
  return scale.kind === 'log' ? Math.exp(value) : value
}

/** A round value on an axis, as it is written there. */
export interface AxisTick {
  readonly value: number
  readonly text: string
}

/** A pane below the price: its place in CSS pixels, its own scale in device pixels, and what is drawn in it. */
export interface PaneFrame {
  readonly kind: 'volume' | 'rsi' | 'macd'
  readonly pane: Pane
  readonly scale: Scale
  readonly ticks: readonly AxisTick[]
  /** Null for volume. */
  readonly study: Study | null
}

/** Where the lines of the crosshair are, and whose they are: one's own, or those of another chart. */
export interface Crosshair {
  readonly by: 'pointer' | 'keyboard' | 'link'
  /** The candle of the level that is read; -1: none there. */
  readonly index: number
  /** The time of the upright line: the middle of the candle, or of the period where there is none. */
  readonly timeMs: number
  /** CSS pixels from the top; null: the line lies on the candle's close, and there is none for a link. */
  readonly y: number | null
}

/** One picture. Times are epoch milliseconds, pixels of scales are device pixels, the layout is in CSS pixels. */
export interface Frame {
  readonly layout: Layout
  /** The edges of the plot. */
  readonly fromMs: number
  readonly toMs: number
  /** The chosen period; `level` may be coarser, or finer while the right one loads. */
  readonly period: CandlePeriod
  readonly periodMs: number
  /** The candles that are drawn, [firstIndex, endIndex) of the level's buffer. */
  readonly level: Level
  /** Starts of the level's candles that are not final, as they were when the picture was made. */
  readonly incomplete: readonly number[]
  readonly firstIndex: number
  readonly endIndex: number
  /** Drawn from what is at hand while something better is under way. */
  readonly isPartial: boolean
  /** Stretches in view of which nothing is known yet. */
  readonly unknown: readonly TimeStretch[]
  /** Epoch milliseconds to device pixels from the left. A candle fills [timeMs, timeMs + level.periodMs). */
  readonly x: Scale
  readonly price: Scale
  readonly priceScale: PriceScale
  /** The price that is 0 % on a percent scale; null on the others, or where there is no candle. */
  readonly percentBase: number | null
  /** Prices at the bottom and top edge of the price pane. */
  readonly priceRange: { readonly min: number; readonly max: number }
  readonly priceTicks: readonly AxisTick[]
  readonly priceDecimals: number
  readonly timeTicks: readonly TimeTick[]
  /** Volume and one for each pane study, from the top. */
  readonly panes: readonly PaneFrame[]
  readonly studies: readonly Study[]
  readonly zone: Zone
  /** The newest candle of the chosen period, in view or not. */
  readonly last: Candle | null
}

/** The device pixel from the left of a time. */
export function xOfTime(frame: Frame, timeMs: number): number {
  return toPixel(frame.x, timeMs)
}

/** The time at a device pixel from the left. */
export function timeOfX(frame: Frame, pixel: number): number {
  return fromPixel(frame.x, pixel)
}

/** The device pixel from the top of a price. */
export function yOfPrice(frame: Frame, price: number): number {
  return toPixel(frame.price, price)
}

/** The price at a device pixel from the top. */
export function priceOfY(frame: Frame, pixel: number): number {
  return fromPixel(frame.price, pixel)
}

/** The width of wicks and hair lines: whole device pixels, at least one. */
export function lineWidth(frame: Frame): number {
  return Math.max(1, Math.floor(frame.layout.dpr))
}

/** The right edge of the plot in device pixels. */
export function plotRight(frame: Frame): number {
  return Math.round(frame.layout.plotWidth * frame.layout.dpr)
}

/** The bottom edge of the price pane in device pixels. */
export function priceBottom(frame: Frame): number {
  return Math.round((frame.layout.price.top + frame.layout.price.height) * frame.layout.dpr)
}

/** The middle in time of candle `index` of the level. */
export function middleOf(frame: Frame, index: number): number {
  return frame.level.buffer.timeAt(index) + frame.level.periodMs / 2
}

/** The candle of the level that holds a time; -1 where there is none. */
export function indexAt(frame: Frame, timeMs: number): number {
  const { buffer, periodMs } = frame.level
  const after = buffer.lowerBound(timeMs)
  if (buffer.timeAt(after) === timeMs) return after
  return after > 0 && buffer.timeAt(after - 1) + periodMs > timeMs ? after - 1 : -1
}
