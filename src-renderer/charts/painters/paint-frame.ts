// Paints a frame's parts in order, each in its pane.
import { lineWidth, plotRight, priceBottom } from '../model/frame.ts'
import { comparedTags, paintCompared, paintComparedDots } from '../compare/paint-compared.ts'
import { paintGrid, paintUnknown } from './paint-background.ts'
import { paintVolume } from './paint-candles.ts'
import { paintCrosshair, paintLastLine } from './paint-cursor.ts'
import { paintPaneTitles, paintTimeAxis, paintValueAxis } from './paint-labels.ts'
import { paintProfiles } from './paint-profile.ts'
import { paintPrices } from './paint-prices.ts'
import { paintStudyFills, paintStudyLines, paintStudyPane } from './paint-studies.ts'
import type { Overlay } from './overlay.ts'
import { clipped, type Pen } from './pen.ts'

/** Draws a frame in device pixels. Restores the context's transform and state. */
export function paintFrame(pen: Pen, overlay: Overlay): void {
  const { ctx, frame, theme } = pen
  const { dpr, axisTop } = frame.layout
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.textBaseline = 'middle'
  const right = plotRight(frame)
  const bottom = Math.round(axisTop * dpr)
  clipped(ctx, { left: 0, top: 0, right, bottom }, () => {
    paintGrid(ctx, frame, theme)
    paintUnknown(ctx, frame, theme)
  })
  clipped(ctx, { left: 0, top: 0, right, bottom: priceBottom(frame) }, () => {
    paintProfiles(ctx, frame, theme)
    paintStudyFills(ctx, frame, theme)
    for (const pane of frame.panes) if (pane.kind === 'volume') paintVolume(ctx, frame, pane, theme)
    paintPrices(ctx, frame, theme)
    paintStudyLines(ctx, frame, theme)
    paintCompared(ctx, frame, theme)
    paintLastLine(ctx, frame, theme)
    for (const layer of overlay.layers) {
      ctx.save()
      layer.paint(ctx, frame, theme)
      ctx.restore()
    }
  })
  for (const pane of frame.panes) {
    if (pane.kind === 'volume') continue
    const top = Math.round(pane.pane.top * dpr)
    const box = { left: 0, top, right, bottom: Math.round((pane.pane.top + pane.pane.height) * dpr) }
    clipped(ctx, box, () => paintStudyPane(ctx, frame, pane, theme))
  }
  const { crosshair } = overlay
  if (crosshair !== null) {
    clipped(ctx, { left: 0, top: 0, right, bottom }, () => paintCrosshair(ctx, frame, crosshair, theme))
    clipped(ctx, { left: 0, top: 0, right, bottom: priceBottom(frame) }, () =>
      paintComparedDots(ctx, frame, crosshair, theme),
    )
  }
  paintBorders(pen)
  if (overlay.hasTitles) paintPaneTitles(pen, overlay)
  paintLabels(pen, overlay)
  paintTimeAxis(pen, overlay)
  ctx.restore()
}

/** Draws the value axis of a painted frame again, and nothing else: the countdown in it changes at each second. */
export function repaintValueAxis(pen: Pen, overlay: Overlay): void {
  const { ctx, frame } = pen
  const { dpr, width, axisTop } = frame.layout
  const box = {
    left: plotRight(frame),
    top: 0,
    right: Math.round(width * dpr),
    bottom: Math.round(axisTop * dpr),
  }
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.textBaseline = 'middle'
  clipped(ctx, box, () => {
    ctx.clearRect(box.left, box.top, box.right - box.left, box.bottom - box.top)
    paintBorders(pen)
    paintLabels(pen, overlay)
  })
  ctx.restore()
}

function paintLabels(pen: Pen, overlay: Overlay): void {
  const tags = [
    ...comparedTags(pen.frame, pen.theme),
    ...overlay.layers.flatMap((layer) => layer.tags?.(pen.frame, pen.theme) ?? []),
  ]
  paintValueAxis(pen, overlay, tags)
}

function paintBorders({ ctx, frame, theme }: Pen): void {
  const { layout } = frame
  const line = lineWidth(frame)
  const width = Math.round(layout.width * layout.dpr)
  const bottom = Math.round(layout.axisTop * layout.dpr)
  ctx.fillStyle = theme.border
  ctx.fillRect(plotRight(frame), 0, line, bottom)
  ctx.fillRect(0, bottom, width, line)
  for (const { kind, pane } of frame.panes)
    if (kind !== 'volume') ctx.fillRect(0, Math.round(pane.top * layout.dpr), width, line)
}
