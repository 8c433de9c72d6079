// One frame of the chart: everything needed to draw it, and conversion between values and device pixels. Pure.
import type { ChartType, PriceScale } from '../../../src-preload/contract/markets/charts.ts'
import {
  type ChartInterval,
  axisOf,
  endOf,
  middleOfSlot,
  timeOfAxis,
} from '../../../src-preload/domain/markets/intervals.ts'
import type { Zone } from '../../../src-preload/domain/locale/zone.ts'
import type { ComparedLine } from '../compare/compared-line.ts'
import type { Candle } from './candles/candle-buffer.ts'
import type { Level } from './candles/level.ts'
import type { PriceColumns } from './candles/heikin-ashi.ts'
import type { Layout, Pane, PaneKind } from './layout.ts'
import type { TimeRange } from './candles/time-ranges.ts'
import type { VolumeProfile } from '../indicators/volume-profile.ts'
import type { Study } from '../indicators/studies.ts'
import type { TimeTick } from './time-ticks.ts'

/** `device pixel = offset + factor * value`, or of the value's natural logarithm. */
export interface Scale {
  readonly kind: 'linear' | 'log'
  readonly offset: number
  readonly factor: number
}

/** Device pixel of a value; NaN at or below zero on a logarithmic scale. */
export function toPixel(scale: Scale, value: number): number {
  return scale.offset + scale.factor * (scale.kind === 'log' ? Math.log(value) : value)
}

/** The value at a device pixel. */
export function fromPixel(scale: Scale, pixel: number): number {
  const value = (pixel - scale.offset) / scale.factor
  return scale.kind === 'log' ? Math.exp(value) : value
}

/** A round value on an axis with its label. */
export interface AxisTick {
  readonly value: number
  readonly text: string
}

/** Volume in the foot of the price pane, or a pane below it: position in CSS pixels, scale in device pixels and content. */
export interface PaneFrame {
  readonly kind: PaneKind
  readonly pane: Pane
  readonly scale: Scale
  readonly ticks: readonly AxisTick[]
  /** Null for volume. */
  readonly study: Study | null
}

/** Crosshair position and source: pointer, keyboard or linked chart. */
export interface Crosshair {
  readonly by: 'pointer' | 'keyboard' | 'link'
  /** Index of the level's candle under the crosshair; -1 for none. */
  readonly index: number
  /** Time of the vertical line: the middle of the candle, or of its period when there is no candle. */
  readonly timeMs: number
  /** CSS pixels from the top. Null: the line is at the candle's close, or absent for a linked crosshair. */
  readonly y: number | null
}

/** One frame. Times are epoch milliseconds, scales use device pixels and the layout uses CSS pixels. */
export interface Frame {
  readonly layout: Layout
  readonly market: string
  /** Markets drawn as lines in percent, in the order of the chart's choices. */
  readonly compared: readonly ComparedLine[]
  /** Times at the edges of the plot. */
  readonly fromMs: number
  readonly toMs: number
  /** The chosen period. `level` may be coarser, or finer while the right level loads. */
  readonly period: ChartInterval
  /** Width of its candles on the axis. */
  readonly periodMs: number
  /** The drawn candles are [firstIndex, endIndex) of the level's buffer. */
  readonly level: Level
  /** Starts of the level's candles that are not final, as of this frame. */
  readonly incomplete: readonly number[]
  readonly firstIndex: number
  readonly endIndex: number
  /** Drawn from available candles while better ones load. */
  readonly isPartial: boolean
  /** Ranges in view without any known candles. */
  readonly unknown: readonly TimeRange[]
  /**
   * Positions on the axis (`axisOf`: epoch milliseconds, except for months) to device pixels from the left. A candle is
   * `level.periodMs` wide.
   */
  readonly x: Scale
  readonly price: Scale
  readonly type: ChartType
  /** What candles are drawn from: the level's own prices, or Heikin Ashi. */
  readonly prices: PriceColumns
  readonly priceScale: PriceScale
  /** The price at 0 % on a percent scale; null on other scales or without candles. */
  readonly percentBase: number | null
  /** Prices at the bottom and top edge of the price pane. */
  readonly priceRange: { readonly min: number; readonly max: number }
  readonly priceTicks: readonly AxisTick[]
  readonly priceDecimals: number
  readonly timeTicks: readonly TimeTick[]
  /** Volume and one pane per pane study, from the top. */
  readonly panes: readonly PaneFrame[]
  readonly studies: readonly Study[]
  /** Volume profiles by index of their study; null without volume in view. */
  readonly profiles: ReadonlyMap<number, VolumeProfile | null>
  readonly zone: Zone
  /** The newest candle of the chosen period, in view or not. */
  readonly last: Candle | null
}

/** X coordinate of a time in device pixels. */
export function xOfTime(frame: Frame, timeMs: number): number {
  return toPixel(frame.x, axisOf(frame.period, timeMs))
}

/** The time at a device pixel from the left. */
export function timeOfX(frame: Frame, pixel: number): number {
  return timeOfAxis(frame.period, fromPixel(frame.x, pixel))
}

/** X coordinate of the middle of the level's candle that starts at a time, in device pixels. */
export function xOfCandle(frame: Frame, startMs: number): number {
  return toPixel(frame.x, axisOf(frame.period, startMs) + frame.level.periodMs / 2)
}

/** Y coordinate of a price in device pixels. */
export function yOfPrice(frame: Frame, price: number): number {
  return toPixel(frame.price, price)
}

/** The price at a device pixel from the top. */
export function priceOfY(frame: Frame, pixel: number): number {
  return fromPixel(frame.price, pixel)
}

/** Width of wicks and hairlines: whole device pixels, at least one. */
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

/** Middle time of candle `index` of the level. */
export function middleOf(frame: Frame, index: number): number {
  return middleOfSlot(frame.level.period, frame.level.buffer.timeAt(index))
}

/**
 * Left edges of a level's candles on the axis, at the places of the buffer's columns. For fixed periods these are the times
 * themselves, so that nothing is worked out for each candle.
 */
export function leftEdges({ buffer, period }: Level): Float64Array {
  const { timesMs } = buffer.columns
  if (period !== 'month') return timesMs
  const edges = new Float64Array(timesMs.length)
  const end = buffer.start + buffer.length
  for (let at = buffer.start; at < end; at++) edges[at] = axisOf(period, timesMs[at] ?? NaN)
  return edges
}

/** Index of the level's candle that contains a time; -1 for none. */
export function indexAt(frame: Frame, timeMs: number): number {
  const { buffer, period } = frame.level
  const after = buffer.lowerBound(timeMs)
  if (buffer.timeAt(after) === timeMs) return after
  return after > 0 && endOf(period, buffer.timeAt(after - 1)) > timeMs ? after - 1 : -1
}
