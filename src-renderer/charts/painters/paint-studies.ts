// Lines of indicators, over the candles and in panes.
import { axisOf, endOf } from '../../../src-preload/domain/markets/intervals.ts'
import {
  leftEdges,
  lineWidth,
  plotRight,
  toPixel,
  xOfCandle,
  type Frame,
  type PaneFrame,
  type Scale,
} from '../model/frame.ts'
import { placeOf } from '../model/make-panes.ts'
import { bodyWidth, candleLeft } from './paint-candles.ts'
import { strokeLine } from './pen.ts'
import type { Study, StudyLine } from '../indicators/studies.ts'
import { lineColor, widthOf } from '../indicators/study-look.ts'
import { colorOf } from './palette.ts'
import type { ChartTheme } from './theme.ts'

/** Side of a dot beyond the width of lines, in CSS pixels. */
const dotRoom = 1.75
/** Of fills in a color of the user's; the theme has the usual ones. */
const fillAlpha = 0.08

/** Fills of bands behind the candles. */
export function paintStudyFills(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  frame.studies.forEach((study, colorIndex) => {
    if (study.pane !== 'price') return
    const upper = lineOf(study, 'upper')
    const lower = lineOf(study, 'lower')
    if (upper === null || lower === null) return
    const chosen = study.indicator.style?.colors[study.lines.indexOf(upper)] ?? null
    ctx.globalAlpha = chosen === null ? 1 : fillAlpha
    ctx.fillStyle =
      chosen === null ? (theme.fills[colorIndex % theme.fills.length] ?? theme.grid) : colorOf(theme, chosen)
    eachRun(frame, [upper, lower], (from, end) => {
      ctx.beginPath()
      tracePath(ctx, frame, frame.price, upper, from, end, 1)
      tracePath(ctx, frame, frame.price, lower, from, end, -1)
      ctx.closePath()
      ctx.fill()
    })
    ctx.globalAlpha = 1
  })
}

/** The lines over the candles. */
export function paintStudyLines(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  frame.studies.forEach(({ pane, indicator, lines }, colorIndex) => {
    if (pane !== 'price') return
    setLine(ctx, frame, indicator)
    lines.forEach((line, at) => {
      const color = colorOf(theme, lineColor(indicator, line.role, at, colorIndex))
      if (line.role === 'dots') paintDots(ctx, frame, line.values, color, widthOf(indicator))
      else {
        ctx.strokeStyle = color
        strokeLineOf(ctx, frame, frame.price, line)
      }
    })
  })
}

/** Content of a pane below the price, without its title. */
export function paintStudyPane(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  pane: PaneFrame,
  theme: ChartTheme,
): void {
  const { study } = pane
  if (study === null || study.indicator.isHidden === true) return
  const colorIndex = frame.studies.indexOf(study)
  const place = placeOf(study)
  if (pane.kind === 'rsi' || place?.kind === 'bounded') paintBounds(ctx, frame, pane, theme)
  if (pane.kind === 'macd' || (place?.kind === 'free' && place.hasZero)) paintZero(ctx, frame, pane, theme)
  for (const line of study.lines) {
    if (line.role === 'histogram') paintHistogram(ctx, frame, pane, line.values, theme)
  }
  setLine(ctx, frame, study.indicator)
  study.lines.forEach((line, at) => {
    if (line.role === 'histogram') return
    ctx.strokeStyle = colorOf(theme, lineColor(study.indicator, line.role, at, colorIndex))
    strokeLineOf(ctx, frame, pane.scale, line)
  })
}

function lineOf(study: Study, role: StudyLine['role']): StudyLine | null {
  return study.lines.find((line) => line.role === role) ?? null
}

function setLine(ctx: CanvasRenderingContext2D, frame: Frame, indicator: Study['indicator']): void {
  ctx.lineWidth = widthOf(indicator) * frame.layout.dpr
  ctx.lineJoin = 'bevel'
}

/** The levels of a bounded scale. */
function paintBounds(ctx: CanvasRenderingContext2D, frame: Frame, pane: PaneFrame, theme: ChartTheme): void {
  const line = lineWidth(frame)
  const right = plotRight(frame)
  ctx.lineWidth = line
  ctx.strokeStyle = theme.border
  ctx.setLineDash([2 * line, 3 * line])
  for (const tick of pane.ticks) {
    const y = Math.round(toPixel(pane.scale, tick.value)) + line / 2
    strokeLine(ctx, 0, y, right, y)
  }
  ctx.setLineDash([])
}

function paintZero(ctx: CanvasRenderingContext2D, frame: Frame, pane: PaneFrame, theme: ChartTheme): void {
  ctx.fillStyle = theme.border
  ctx.fillRect(0, Math.round(toPixel(pane.scale, 0)), plotRight(frame), lineWidth(frame))
}

function paintHistogram(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  pane: PaneFrame,
  values: Float64Array,
  theme: ChartTheme,
): void {
  const { buffer, periodMs } = frame.level
  const { offset, factor } = frame.x
  const edges = leftEdges(frame.level)
  const width = bodyWidth(factor * periodMs, lineWidth(frame))
  const zero = Math.round(toPixel(pane.scale, 0))
  for (const [sign, color] of [
    [1, theme.upMuted],
    [-1, theme.downMuted],
  ] as const) {
    ctx.fillStyle = color
    for (let at = frame.firstIndex; at < frame.endIndex; at++) {
      const value = values[at] ?? NaN
      if (!(value * sign > 0)) continue
      const y = Math.round(pane.scale.offset + value * pane.scale.factor)
      const left = candleLeft(offset + ((edges[buffer.start + at] ?? 0) + periodMs / 2) * factor, width)
      ctx.fillRect(left, Math.min(y, zero), width, Math.max(1, Math.abs(zero - y)))
    }
  }
}

/** The area between a line and a row of pixels, in the context's color. */
export function fillUnder(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  line: StudyLine,
  bottom: number,
): void {
  const xAt = (at: number): number => xOfCandle(frame, frame.level.buffer.timeAt(at))
  eachRun(frame, [line], (from, end) => {
    ctx.beginPath()
    tracePath(ctx, frame, frame.price, line, from, end, 1)
    ctx.lineTo(xAt(end - 1), bottom)
    ctx.lineTo(xAt(from), bottom)
    ctx.closePath()
    ctx.fill()
  })
}

/** One square per candle: a line would join what belongs to different trends. */
function paintDots(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  values: Float64Array,
  color: string,
  width: number,
): void {
  const { buffer, periodMs } = frame.level
  const { offset, factor } = frame.x
  const edges = leftEdges(frame.level)
  const size = Math.max(1, Math.round((width + dotRoom) * frame.layout.dpr))
  ctx.fillStyle = color
  for (let at = frame.firstIndex; at < frame.endIndex; at++) {
    const value = values[at] ?? NaN
    if (Number.isNaN(value)) continue
    const x = offset + ((edges[buffer.start + at] ?? 0) + periodMs / 2) * factor
    const y = toPixel(frame.price, value)
    ctx.fillRect(Math.round(x - size / 2), Math.round(y - size / 2), size, size)
  }
}

/** One line over the candles in view, in the context's color and width. */
export function strokeLineOf(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scale: Scale,
  line: StudyLine,
): void {
  ctx.beginPath()
  eachRun(frame, [line], (from, end) => {
    if (end - from > 1) {
      tracePath(ctx, frame, scale, line, from, end, 0)
      return
    }
    // A single value between unknown ones is drawn as a dot.
    const x = frame.x.offset + (drawnAt(frame, from + line.shift) + frame.level.periodMs / 2) * frame.x.factor
    const y = toPixel(scale, line.values[from] ?? NaN)
    ctx.moveTo(x - frame.layout.dpr, y)
    ctx.lineTo(x + frame.layout.dpr, y)
  })
  ctx.stroke()
}

/**
 * Runs of candles where all of the lines are known, without unknown times between them; times without trades do not
 * interrupt an indicator. Includes one value beyond each edge of the view. The lines are shifted alike.
 */
function eachRun(
  frame: Frame,
  lines: readonly [StudyLine, ...StudyLine[]],
  draw: (from: number, end: number) => void,
): void {
  const { buffer } = frame.level
  const { timesMs } = buffer.columns
  const { start } = buffer
  const [{ shift }] = lines
  const length = Math.min(...lines.map(({ values }) => values.length))
  // What is drawn beyond the newest candle belongs to the newest ones.
  const drawnEnd = frame.endIndex === buffer.length ? buffer.length + Math.max(0, shift) : frame.endIndex + 1
  const end = Math.min(buffer.length, length, drawnEnd - shift)
  let from = -1
  let beforeMs = NaN
  for (let at = Math.max(0, frame.firstIndex - 1 - shift, -shift); at < end; at++) {
    const timeMs = timesMs[start + at] ?? NaN
    const isKnown = lines.every(({ values }) => Number.isFinite(values[at]))
    if (from >= 0 && (!isKnown || hasUnknown(frame, beforeMs, timeMs))) {
      draw(from, at)
      from = -1
    }
    if (isKnown && from < 0) from = at
    beforeMs = timeMs
  }
  if (from >= 0) draw(from, end)
}

/** Position on the axis of candle `at` of the level; of one that is yet to come where there are not as many. */
function drawnAt({ level: { buffer, period, periodMs } }: Frame, at: number): number {
  const beyond = Math.max(0, at - (buffer.length - 1))
  return axisOf(period, buffer.timeAt(at - beyond)) + beyond * periodMs
}

/** True when candles between two neighbors are unknown. */
function hasUnknown({ level, unknown }: Frame, beforeMs: number, timeMs: number): boolean {
  if (timeMs - beforeMs <= 2 * level.periodMs) return false
  return unknown.some(({ fromMs, toMs }) => fromMs < timeMs && toMs >= endOf(level.period, beforeMs))
}

/**
 * Adds the values [from, end) to the path: a separate line (0), the first edge of an area (1), or its second edge backwards
 * (-1).
 */
function tracePath(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scale: Scale,
  { values, shift }: StudyLine,
  from: number,
  end: number,
  side: -1 | 0 | 1,
): void {
  const edges = leftEdges(frame.level)
  const { start } = frame.level.buffer
  const half = frame.level.periodMs / 2
  const { offset, factor } = frame.x
  const isLog = scale.kind === 'log'
  const step = side === -1 ? -1 : 1
  const first = side === -1 ? end - 1 : from
  const stop = side === -1 ? from - 1 : end
  for (let at = first; at !== stop; at += step) {
    const value = values[at] ?? 0
    // A band may fall below zero, which has no logarithm: it is drawn far below the pane.
    const level = isLog ? Math.log(Math.max(value, Number.MIN_VALUE)) : value
    const left = shift === 0 ? (edges[start + at] ?? 0) : drawnAt(frame, at + shift)
    const x = offset + (left + half) * factor
    const y = scale.offset + level * scale.factor
    if (at === first && side !== -1) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  }
}
