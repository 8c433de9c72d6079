// Pictures made from rows, for the chart's tests.
import type { ChartType, Indicator, PriceScale } from '../../../src-preload/contract/markets/charts.ts'
import {
  type ChartInterval,
  endOf,
  intervalMs,
  slotOf,
  timeOfSlot,
} from '../../../src-preload/domain/markets/intervals.ts'
import type { ComparedMarket } from '../../../src-renderer/charts/compare/compared-line.ts'
import { CandleBuffer } from '../../../src-renderer/charts/model/candles/candle-buffer.ts'
import type { Level } from '../../../src-renderer/charts/model/candles/level.ts'
import type { Crosshair, Frame } from '../../../src-renderer/charts/model/frame.ts'
import { layOut } from '../../../src-renderer/charts/model/layout.ts'
import type { ChartLayer } from '../../../src-renderer/charts/layers/layer.ts'
import { FrameMaker } from '../../../src-renderer/charts/model/make-frame.ts'
import { wantedPanes } from '../../../src-renderer/charts/model/make-panes.ts'
import type { ManualPriceRange } from '../../../src-renderer/charts/model/make-price-axis.ts'
import { paintFrame, repaintValueAxis } from '../../../src-renderer/charts/painters/paint-frame.ts'
import type { Overlay } from '../../../src-renderer/charts/painters/overlay.ts'
import { type Pen, TextWidths } from '../../../src-renderer/charts/painters/pen.ts'
import type { TimeRange } from '../../../src-renderer/charts/model/candles/time-ranges.ts'
import { Studies } from '../../../src-renderer/charts/indicators/studies.ts'
import type { ChartTheme } from '../../../src-renderer/charts/painters/theme.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { Pixels } from './pixels.ts'
import { columnsOf, type Row } from './synthetic.ts'

/** Names instead of colors, so that a pixel says what it is of. */
export const testTheme: ChartTheme = {
  up: 'up',
  down: 'down',
  upMuted: 'upMuted',
  downMuted: 'downMuted',
  grid: 'grid',
  border: 'border',
  text: 'text',
  textQuiet: 'textQuiet',
  surface: 'surface',
  accent: 'accent',
  amber: 'amber',
  lines: ['line1', 'line2', 'line3', 'line4', 'line5', 'line6'],
  lineInks: ['ink1', 'ink2', 'ink3', 'ink4', 'ink5', 'ink6'],
  fills: ['fill1', 'fill2', 'fill3', 'fill4', 'fill5', 'fill6'],
  fontFamily: 'sans-serif',
}

export interface FrameOptions {
  readonly rows: readonly Row[]
  readonly period?: ChartInterval
  /** The period of what is drawn, where that is not the chosen one. */
  readonly drawn?: ChartInterval
  readonly width?: number
  readonly height?: number
  readonly dpr?: number
  readonly spacing?: number
  /** The right edge of the plot; a little behind the last row if not given. */
  readonly toMs?: number
  readonly priceScale?: PriceScale
  readonly type?: ChartType
  readonly hand?: ManualPriceRange | null
  readonly decimals?: number
  readonly zone?: string
  readonly hasVolume?: boolean
  readonly indicators?: readonly Indicator[]
  readonly compared?: readonly ComparedMarket[]
  readonly unknown?: readonly TimeRange[]
  /** Starts of candles that are not final. */
  readonly incomplete?: readonly number[]
}

export const testAxisWidth = 72

/** A level that holds rows. */
export function levelOf(
  rows: readonly Row[],
  period: ChartInterval,
  incomplete: readonly number[] = [],
): Level {
  const buffer = new CandleBuffer()
  buffer.replace(-Infinity, Infinity, columnsOf(rows))
  return { period, periodMs: intervalMs(period), buffer, gaps: [], incomplete, minuteVwap: new Map() }
}

/** A picture, or null where there is none. */
export function tryFrame(options: FrameOptions): Frame | null {
  const { rows, period = 1, drawn = period, width = 800, height = 400, dpr = 1, spacing = 8 } = options
  const { indicators = [], hasVolume = true, zone = 'UTC' } = options
  const level = levelOf(rows, drawn, options.incomplete)
  const toMs = options.toMs ?? endOf(level.period, level.buffer.lastMs)
  const opened = openZone(zone)
  const studies = new Studies()
  return new FrameMaker().make({
    window: {
      market: 'ethusdc',
      period,
      periodMs: intervalMs(period),
      timeOf: (slot) => timeOfSlot(period, slot),
      last: () => level.buffer.candleAt(level.buffer.length - 1),
    },
    view: { right: slotOf(period, toMs), spacing },
    layout: layOut({ width, height, dpr }, testAxisWidth, wantedPanes(hasVolume, indicators)),
    priceScale: options.priceScale ?? 'linear',
    type: options.type ?? 'candles',
    hand: options.hand ?? null,
    priceDecimals: options.decimals ?? 2,
    zone: opened,
    show: () =>
      level.buffer.length === 0 ? null : { level, isPartial: false, unknown: options.unknown ?? [] },
    studiesOf: (shown) => studies.compute(shown.level, indicators),
    compared: options.compared ?? [],
  })
}

export function frameOf(options: FrameOptions): Frame {
  const frame = tryFrame(options)
  if (frame === null) throw new Error('no picture')
  return frame
}

interface PaintedOver {
  readonly crosshair?: Crosshair | null
  readonly nowMs?: number | null
  readonly layers?: readonly ChartLayer[]
}

const penOf = (pixels: Pixels, frame: Frame): Pen => ({
  ctx: pixels.context(),
  frame,
  theme: testTheme,
  widths: new TextWidths(),
})

const overlayOf = ({ crosshair = null, nowMs = null, layers = [] }: PaintedOver): Overlay => ({
  crosshair,
  hasTitles: true,
  nowMs,
  layers,
})

/** What a picture looks like. */
export function paint(frame: Frame, overlay: PaintedOver = {}): Pixels {
  const { width, height, dpr } = frame.layout
  const pixels = new Pixels(width * dpr, height * dpr)
  paintFrame(penOf(pixels, frame), overlayOf(overlay))
  return pixels
}

/** Paints the value axis again, over a picture or over nothing. */
export function repaintAxis(pixels: Pixels, frame: Frame, overlay: PaintedOver): void {
  repaintValueAxis(penOf(pixels, frame), overlayOf(overlay))
}
