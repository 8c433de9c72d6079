// Price alerts over the candles: a line with a bell, armed or triggered.
import type { AlertDirection, PriceAlert } from '../../../src-preload/contract/app/alerts.ts'
import { lineWidth, plotRight, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { AxisTag, ChartLayer, LayerHit, Place } from './layer.ts'
import type { ChartPoint, DraggedItem } from './chart-point.ts'
import { type AtPrice, isOnAxis, nearestLine, paintPriceLine, shortenLabel } from './price-line.ts'
import { formatPrice } from './price-text.ts'

/** Sizes of the bell and of the arrows beside it, in CSS pixels. */
const bell = { half: 5, fromRight: 14 }
const arrow = { half: 3.5, fromRight: 27 }
const endRoom = 30

interface AlertLine extends AtPrice {
  readonly direction: AlertDirection
  readonly note: string
  readonly isArmed: boolean
}

export class AlertsLayer implements ChartLayer {
  #lines: readonly AlertLine[] = []
  moving: DraggedItem | null = null
  placing: ChartPoint | null = null
  selectedId: string | null = null

  set(alerts: readonly PriceAlert[]): void {
    this.#lines = alerts.map(({ id, price, direction, note, isArmed }) => ({
      id,
      price: Number(price),
      direction,
      note: shortenLabel(note),
      isArmed,
    }))
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    for (const line of this.#shown()) {
      if (isOnAxis(frame, line.price)) this.#paintLine(ctx, frame, line, theme)
    }
    if (this.placing === null) return
    const placed = { id: '', direction: 'either', note: '', isArmed: true } as const
    this.#paintLine(ctx, frame, { ...placed, price: Number(this.placing.price) }, theme)
  }

  tags(frame: Frame, theme: ChartTheme): readonly AxisTag[] {
    return this.#shown()
      .filter(({ price }) => isOnAxis(frame, price))
      .map((line) => {
        const text = formatPrice(frame, line.price)
        if (this.#isStrong(line)) return { price: line.price, text, background: theme.accent }
        if (line.isArmed) return { price: line.price, text, background: theme.textQuiet }
        return { price: line.price, text, background: theme.border, color: theme.text }
      })
  }

  hit(frame: Frame, place: Place): LayerHit | null {
    const near = nearestLine(frame, this.#lines, place)
    if (near === null) return null
    const selected = this.#lines.filter(({ id }) => id === this.selectedId)
    return {
      id: alertHit(near.line.id),
      cursor: 'ns-resize',
      distance: near.distance,
      comesFirst: nearestLine(frame, selected, place) !== null,
    }
  }

  #paintLine(ctx: CanvasRenderingContext2D, frame: Frame, line: AlertLine, theme: ChartTheme): void {
    const { dpr } = frame.layout
    const ink = line.isArmed ? theme.text : theme.textQuiet
    const isStrong = this.#isStrong(line)
    const look = {
      color: isStrong ? theme.accent : theme.textQuiet,
      textColor: ink,
      dash: line.isArmed ? [6, 3] : [1, 3],
      width: isStrong ? 2 : 1,
      endRoom,
    }
    const y = paintPriceLine(ctx, frame, line.price, line.note, look, theme)
    const right = plotRight(frame)
    ctx.lineWidth = 1.5 * lineWidth(frame)
    ctx.lineJoin = 'round'
    paintBell(ctx, right - bell.fromRight * dpr, y - 8 * dpr, dpr, ink, line.isArmed, theme)
    paintArrows(ctx, right - arrow.fromRight * dpr, y - 8 * dpr, dpr, ink, line.direction)
  }

  #isStrong(line: AlertLine): boolean {
    return line.id === this.selectedId || line.id === this.moving?.id
  }

  #shown(): readonly AlertLine[] {
    const { moving } = this
    if (moving === null) return this.#lines
    return this.#lines.map((line) =>
      line.id === moving.id ? { ...line, price: Number(moving.price), isArmed: true } : line,
    )
  }
}

/** Filled while armed, hollow after it triggered. */
function paintBell(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  dpr: number,
  color: string,
  isArmed: boolean,
  theme: ChartTheme,
): void {
  const half = bell.half * dpr
  ctx.beginPath()
  ctx.moveTo(x - half, y + half * 0.6)
  ctx.quadraticCurveTo(x - half * 0.6, y + half * 0.2, x - half * 0.6, y - half * 0.3)
  ctx.arc(x, y - half * 0.3, half * 0.6, Math.PI, 0)
  ctx.quadraticCurveTo(x + half * 0.6, y + half * 0.2, x + half, y + half * 0.6)
  ctx.closePath()
  ctx.fillStyle = isArmed ? color : theme.surface
  ctx.fill()
  ctx.strokeStyle = color
  ctx.stroke()
  ctx.beginPath()
  ctx.arc(x, y + half * 0.9, half * 0.3, 0, Math.PI)
  ctx.fillStyle = color
  ctx.fill()
}

/** Crossing directions that trigger the alert: up, down or both. */
function paintArrows(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  dpr: number,
  color: string,
  direction: AlertDirection,
): void {
  const half = arrow.half * dpr
  ctx.fillStyle = color
  for (const to of direction === 'either' ? [-1, 1] : direction === 'up' ? [-1] : [1]) {
    const base = y + (direction === 'either' ? to * dpr : -to * half * 0.5)
    ctx.beginPath()
    ctx.moveTo(x - half, base)
    ctx.lineTo(x + half, base)
    ctx.lineTo(x, base + to * half * 1.2)
    ctx.closePath()
    ctx.fill()
  }
}

const alertPrefix = 'alert:'

/** Hit ID of an alert. */
function alertHit(id: string): string {
  return alertPrefix + id
}

/** Alert ID of a hit; null for a hit on something else. */
export function alertOfHit(hitId: string): string | null {
  return hitId.startsWith(alertPrefix) ? hitId.slice(alertPrefix.length) : null
}
