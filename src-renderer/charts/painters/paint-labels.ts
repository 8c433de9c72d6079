// Text on the axes and in the panes: ticks, labels and titles.
import { endOf, startOfMiddle } from '../../../src-preload/domain/markets/intervals.ts'
import { formatFixed } from '../../text/format/locale.ts'
import { formatCandleTime, formatCountdown, zoneOfCandle } from '../model/format.ts'
import {
  fromPixel,
  lineWidth,
  plotRight,
  priceBottom,
  xOfTime,
  toPixel,
  type AxisTick,
  type Frame,
  type PaneFrame,
  type Scale,
} from '../model/frame.ts'
import type { AxisTag } from '../layers/layer.ts'
import { columnOf } from './paint-background.ts'
import { crosshairRow, lastColor, lastRow } from './paint-cursor.ts'
import type { Overlay } from './overlay.ts'
import { labelFont, labelSize, type Pen } from './pen.ts'
import { legendIndex } from '../model/reading.ts'
import { placeOf } from '../model/make-panes.ts'
import { listedDecimals, readStudies } from '../indicators/study-text.ts'
import { lineColor } from '../indicators/study-look.ts'
import { colorOf } from './palette.ts'
import { percentText } from '../model/tick-texts.ts'
import { spreadTags } from './spread-tags.ts'

const labelInset = 8
const tagHeight = 18
const tagLine = 14
/** Color swatch beside a line's name: some line colors are too dim for text. */
const swatchWidth = 10

/** A label on the value axis; `middle` is in device pixels, not rounded. */
interface Tag {
  readonly middle: number
  readonly lines: readonly string[]
  readonly background: string
  readonly color: string
}

/** Draws the value axis from bottom to top: ticks where there is room, layer labels, the last price, the crosshair. */
export function paintValueAxis(pen: Pen, overlay: Overlay, layerTags: readonly AxisTag[]): void {
  const { frame } = pen
  const [ownLast = null] = lastTag(pen, overlay).map((tag) => boxed(frame, tag))
  const cursor = cursorTag(pen, overlay).map((tag) => boxed(frame, tag))
  const spread = spreadTags(
    layerTags.flatMap((tag) => placeTag(pen, tag)).map((tag) => boxed(frame, tag)),
    ownLast,
    priceBottom(frame),
  )
  const last = spread.last === null ? [] : [spread.last]
  const tags = [...spread.tags, ...last, ...cursor]
  paintTicks(pen, frame.price, frame.priceTicks, 0, priceBottom(frame), tags)
  for (const { pane, scale, ticks } of frame.panes) {
    const top = pane.top * frame.layout.dpr
    paintTicks(pen, scale, ticks, top, top + pane.height * frame.layout.dpr, tags)
  }
  for (const tag of tags) paintTag(pen, tag)
}

/** Formats a price like the frame's axis. */
function priceText(frame: Frame, price: number): string {
  return frame.percentBase === null
    ? formatFixed(price, frame.priceDecimals)
    : percentText(price, frame.percentBase)
}

function placeTag({ frame, theme }: Pen, tag: AxisTag): Tag[] {
  const middle = toPixel(frame.price, tag.price)
  if (!(middle >= 0 && middle < priceBottom(frame))) return []
  return [{ middle, lines: [tag.text], background: tag.background, color: tag.color ?? theme.surface }]
}

/** Time left of the forming candle, as its label says it; null where that says none. */
export function countdownText(frame: Frame, nowMs: number | null): string | null {
  if (nowMs === null || frame.last === null || lastRow(frame) === null) return null
  const { timeMs } = frame.last
  const endMs = endOf(frame.period, timeMs)
  const remainingMs = endMs - nowMs
  return remainingMs > 0 && remainingMs <= endMs - timeMs ? formatCountdown(remainingMs) : null
}

function lastTag({ frame, theme }: Pen, overlay: Overlay): Tag[] {
  if (lastRow(frame) === null || frame.last === null) return []
  const { open, close } = frame.last
  const middle = toPixel(frame.price, close)
  const countdown = countdownText(frame, overlay.nowMs)
  const lines = [priceText(frame, close), ...(countdown === null ? [] : [countdown])]
  return [{ middle, lines, background: lastColor(close, open, theme), color: theme.surface }]
}

function cursorTag({ frame, theme }: Pen, { crosshair }: Overlay): Tag[] {
  if (crosshair === null) return []
  const middle = crosshairRow(frame, crosshair)
  if (middle === null) return []
  const text = crosshair.y === null ? closeText(frame, crosshair.index) : textAt(frame, middle)
  if (text === null) return []
  const background = crosshair.by === 'keyboard' ? theme.accent : theme.text
  return [{ middle, lines: [text], background, color: theme.surface }]
}

/** The keyboard crosshair is at a close. */
function closeText(frame: Frame, index: number): string | null {
  const close = frame.level.buffer.candleAt(index)?.close
  return close === undefined ? null : priceText(frame, close)
}

/** The pointer's line is at the pointer. */
function textAt(frame: Frame, row: number): string | null {
  if (row < priceBottom(frame)) return priceText(frame, fromPixel(frame.price, row))
  const bottomOf = ({ pane }: PaneFrame): number => (pane.top + pane.height) * frame.layout.dpr
  const found = frame.panes.find((pane) => pane.kind !== 'volume' && row < bottomOf(pane))
  // Without its lines there is nothing that a value could be of.
  if (found === undefined || found.study?.indicator.isHidden === true) return null
  const value = fromPixel(found.scale, row)
  switch (found.kind) {
    case 'volume':
      return null
    case 'rsi':
      // Lines drawn beyond the scale's ends have no value.
      return formatFixed(Math.min(100, Math.max(0, value)), 2)
    case 'macd':
      return formatFixed(value, frame.priceDecimals)
    case 'listed':
      return listedText(frame, found, value)
  }
}

/** Within a bounded scale's ends, as the indicator's own values are written. */
function listedText(frame: Frame, { study }: PaneFrame, value: number): string | null {
  const place = placeOf(study)
  if (study?.indicator.kind !== 'listed' || place === null) return null
  const shown = place.kind === 'bounded' ? Math.min(place.high, Math.max(place.low, value)) : value
  return formatFixed(shown, listedDecimals(study.indicator.id, frame.priceDecimals))
}

/** A label with its height and top in device pixels, inside the panes. */
interface BoxedTag extends Tag {
  readonly top: number
  readonly height: number
}

function boxed(frame: Frame, tag: Tag): BoxedTag {
  const { dpr } = frame.layout
  const height = Math.round((tagHeight + (tag.lines.length - 1) * tagLine) * dpr)
  const top = Math.round(tag.middle) - Math.round((tagHeight * dpr) / 2)
  return { ...tag, height, top: Math.max(0, Math.min(Math.round(frame.layout.axisTop * dpr) - height, top)) }
}

function paintTag({ ctx, frame, theme }: Pen, tag: BoxedTag): void {
  const { top, height } = tag
  const { dpr, width } = frame.layout
  const left = plotRight(frame)
  ctx.fillStyle = tag.background
  ctx.beginPath()
  ctx.roundRect(left, top, Math.round((width - 2) * dpr) - left, height, [0, 2 * dpr, 2 * dpr, 0])
  ctx.fill()
  ctx.fillStyle = tag.color
  ctx.textAlign = 'right'
  tag.lines.forEach((text, index) => {
    ctx.font = labelFont(theme, dpr, index === 0 ? 600 : 400)
    ctx.fillText(text, (width - labelInset) * dpr, top + (tagHeight / 2 + 0.5 + index * tagLine) * dpr)
  })
}

function paintTicks(
  { ctx, frame, theme }: Pen,
  scale: Scale,
  ticks: readonly AxisTick[],
  top: number,
  bottom: number,
  taken: readonly BoxedTag[],
): void {
  const { dpr, width } = frame.layout
  const half = (labelSize / 2 + 2) * dpr
  ctx.font = labelFont(theme, dpr)
  ctx.fillStyle = theme.textQuiet
  ctx.textAlign = 'right'
  const x = (width - labelInset) * dpr
  for (const { value, text } of ticks) {
    const y = Math.round(toPixel(scale, value))
    if (y < top + half || y > bottom - half) continue
    if (taken.some((box) => y + half > box.top && y - half < box.top + box.height)) continue
    ctx.fillText(text, x, y + 0.5 * dpr)
  }
}

/** The crosshair's time label: left edge, width and text, in device pixels. */
interface TimeTag {
  readonly left: number
  readonly width: number
  readonly text: string
}

function makeTimeTag({ ctx, frame, theme, widths }: Pen, { crosshair }: Overlay): TimeTag | null {
  if (crosshair === null) return null
  const { dpr } = frame.layout
  const { buffer, period } = frame.level
  const startMs =
    crosshair.index >= 0 ? buffer.timeAt(crosshair.index) : startOfMiddle(period, crosshair.timeMs)
  const text = `${formatCandleTime(startMs, period, frame.zone)} ${zoneOfCandle(startMs, period, frame.zone)}`
  const font = labelFont(theme, dpr, 600)
  ctx.font = font
  const width = Math.ceil(widths.of(ctx, font, text) + 2 * labelInset * dpr)
  const left = Math.round(columnOf(frame, crosshair.timeMs) - width / 2)
  return { text, width, left: Math.max(0, Math.min(plotRight(frame) - width, left)) }
}

/** Draws the time axis; labels that would touch the previous one or the crosshair's are omitted. */
export function paintTimeAxis(pen: Pen, overlay: Overlay): void {
  const { ctx, frame, theme, widths } = pen
  const { dpr, axisTop } = frame.layout
  const right = plotRight(frame)
  const y = (axisTop + 14.5) * dpr
  const tag = makeTimeTag(pen, overlay)
  const fonts = { time: labelFont(theme, dpr), day: labelFont(theme, dpr, 500) }
  ctx.textAlign = 'center'
  let freeFrom = 4 * dpr
  for (const tick of frame.timeTicks) {
    const isTime = tick.unit === 'time'
    const font = isTime ? fonts.time : fonts.day
    ctx.font = font
    ctx.fillStyle = isTime ? theme.textQuiet : theme.text
    const x = Math.round(xOfTime(frame, tick.timeMs))
    const half = widths.of(ctx, font, tick.label) / 2
    if (x - half < freeFrom || x + half > right) continue
    freeFrom = x + half + 12 * dpr
    if (tag === null || x + half <= tag.left || x - half >= tag.left + tag.width)
      ctx.fillText(tick.label, x, y)
  }
  if (tag === null) return
  ctx.fillStyle = overlay.crosshair?.by === 'keyboard' ? theme.accent : theme.text
  ctx.beginPath()
  ctx.roundRect(tag.left, Math.round((axisTop + 4) * dpr), tag.width, Math.round(20 * dpr), 2 * dpr)
  ctx.fill()
  ctx.fillStyle = theme.surface
  ctx.font = labelFont(theme, dpr, 600)
  ctx.fillText(tag.text, tag.left + tag.width / 2, y)
}

/** Names the indicator panes with their values at the legend's candle. */
export function paintPaneTitles({ ctx, frame, theme, widths }: Pen, { crosshair }: Overlay): void {
  const { dpr } = frame.layout
  const index = legendIndex(frame, crosshair)
  ctx.textAlign = 'left'
  for (const { pane, study } of frame.panes) {
    if (study === null || study.indicator.isHidden === true) continue
    const y = Math.round((pane.top + labelSize) * dpr)
    let x = Math.round(12 * dpr)
    const write = (text: string, color: string, weight: number): void => {
      const font = labelFont(theme, dpr, weight)
      ctx.font = font
      ctx.fillStyle = color
      ctx.fillText(text, x, y)
      x += widths.of(ctx, font, text) + 6 * dpr
    }
    const role = study.lines[0]?.role ?? 'average'
    ctx.fillStyle = colorOf(theme, lineColor(study.indicator, role, 0, frame.studies.indexOf(study)))
    ctx.fillRect(x, y - lineWidth(frame), Math.round(swatchWidth * dpr), 2 * lineWidth(frame))
    x += (swatchWidth + 4) * dpr
    readStudies([study], index, frame.priceDecimals).forEach(({ name, lineName, text }, at) => {
      if (at === 0) write(name, theme.textQuiet, 500)
      if (lineName !== '') write(lineName, theme.textQuiet, 400)
      write(text, theme.text, 400)
    })
  }
}
