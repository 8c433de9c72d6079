// The user's orders and fills over the candles: filled and hollow triangles, crosses and open order lines.
import type { ChartMark } from '../../../src-preload/contract/charts.ts'
import { formatInteger } from '../../text/format/locale.ts'
import { lineWidth, plotRight, xOfTime, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import { candleStart } from './candle-grid.ts'
import type { AxisTag, ChartLayer, LayerHit, Place } from './layer.ts'
import { MarkGroups } from './mark-groups.ts'
import { markStyle, MarkSet, noMarks, type OpenOrder } from './mark-set.ts'
import { formatPrice } from './price-text.ts'

/** Half the width of each mark, in CSS pixels. */
const fillHalf = 5
const placedHalf = 4
const cancelledHalf = 3
/** Hit distance from a mark's edge and from an open order's line, in CSS pixels. */
const reach = 6
const lineReach = 3
const countSize = 10
/** Open orders whose labels would overlap share the first one's label. */
const tagDistance = 18

export class MarksLayer implements ChartLayer {
  #given: readonly ChartMark[] = noMarks.marks
  #set = noMarks
  readonly #groups = new MarkGroups()
  /** Increases with each hit, so an ID is never reused. */
  #hits = 0
  #hit: { readonly id: string; readonly marks: readonly ChartMark[] } | null = null

  /** Replaces the marks; the same array again costs nothing. The caller repaints the chart. */
  set(marks: readonly ChartMark[]): void {
    if (marks === this.#given) return
    this.#given = marks
    this.#set = marks.length === 0 ? noMarks : new MarkSet(marks)
  }

  /** Marks of the last hit, oldest first; empty for another ID. */
  marksOf(id: string): readonly ChartMark[] {
    return this.#hit?.id === id ? this.#hit.marks : []
  }

  /** Marks in [fromMs, toMs), oldest first; used for the candle under the keyboard cursor. */
  between(fromMs: number, toMs: number): readonly ChartMark[] {
    return this.#set.between(fromMs, toMs)
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    if (this.#set === noMarks) return
    this.#paintOpen(ctx, frame, theme)
    const groups = this.#groups
    groups.arrange(frame, this.#set)
    const { dpr } = frame.layout
    const hair = lineWidth(frame)
    ctx.lineJoin = 'round'
    // An outline in the surface color separates a triangle from a candle of the same color.
    ctx.strokeStyle = theme.surface
    ctx.lineWidth = 2 * hair
    this.#trace(ctx, markStyle.buyFill, (x, y) => triangle(ctx, x, y, fillHalf * dpr, -1))
    fillRimmed(ctx, theme.up)
    this.#trace(ctx, markStyle.sellFill, (x, y) => triangle(ctx, x, y, fillHalf * dpr, 1))
    fillRimmed(ctx, theme.down)
    ctx.lineWidth = hair
    ctx.fillStyle = theme.surface
    this.#trace(ctx, markStyle.placedBuy, (x, y) => triangle(ctx, x + hair / 2, y, placedHalf * dpr, -1))
    fillHollow(ctx, theme.up)
    this.#trace(ctx, markStyle.placedSell, (x, y) => triangle(ctx, x + hair / 2, y, placedHalf * dpr, 1))
    fillHollow(ctx, theme.down)
    this.#trace(ctx, markStyle.cancelled, (x, y) =>
      cross(ctx, x + hair / 2, y + hair / 2, cancelledHalf * dpr),
    )
    ctx.strokeStyle = theme.surface
    ctx.lineWidth = 4 * hair
    ctx.stroke()
    ctx.strokeStyle = theme.text
    ctx.lineWidth = 1.5 * hair
    ctx.stroke()
    this.#paintCounts(ctx, frame, theme)
  }

  tags(frame: Frame, theme: ChartTheme): readonly AxisTag[] {
    const tags: AxisTag[] = []
    let lastY = -Infinity
    for (const { mark, price } of inView(frame, this.#set.open)) {
      const y = yOfPrice(frame, price)
      if (y - lastY < tagDistance * frame.layout.dpr) continue
      lastY = y
      const background = mark.side === 'buy' ? theme.upMuted : theme.downMuted
      tags.push({ price, text: formatPrice(frame, price), background, color: theme.text })
    }
    return tags
  }

  hit(frame: Frame, place: Place): LayerHit | null {
    if (this.#set === noMarks) return null
    const groups = this.#groups
    groups.arrange(frame, this.#set)
    const { dpr } = frame.layout
    const group = groups.nearest(place.x * dpr, place.y * dpr, (reach + fillHalf) * dpr)
    if (group >= 0) return this.#tell(groups.members(group))
    const line = nearestLine(frame, this.#set.open, place)
    return line === null ? null : this.#tell([line.mark])
  }

  #tell(marks: readonly ChartMark[]): LayerHit {
    // The same marks keep their hit ID, so the card stays while the pointer moves over them.
    const known = this.#hit
    const isSame =
      known?.marks.length === marks.length && known.marks.every((mark, index) => mark === marks[index])
    if (known !== null && isSame) return { id: known.id, cursor: 'pointer' }
    const id = `marks:${++this.#hits}`
    this.#hit = { id, marks }
    return { id, cursor: 'pointer' }
  }

  #trace(ctx: CanvasRenderingContext2D, ofStyle: number, draw: (x: number, y: number) => void): void {
    const { count, markStyles, x, y } = this.#groups
    ctx.beginPath()
    for (let group = 0; group < count; group++) {
      const at = y[group] ?? NaN
      if (markStyles[group] === ofStyle && Number.isFinite(at)) draw(x[group] ?? 0, at)
    }
  }

  #paintCounts(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    const { count, markStyles, sizes, x, y } = this.#groups
    const { dpr } = frame.layout
    ctx.font = `500 ${countSize * dpr}px ${theme.fontFamily}`
    ctx.textBaseline = 'middle'
    ctx.strokeStyle = theme.surface
    ctx.lineWidth = 3 * dpr
    ctx.fillStyle = theme.text
    for (let group = 0; group < count; group++) {
      const size = sizes[group] ?? 0
      const at = y[group] ?? NaN
      if (size < 2 || !Number.isFinite(at)) continue
      const ofStyle = markStyles[group]
      const isFill = ofStyle === markStyle.buyFill || ofStyle === markStyle.sellFill
      ctx.textAlign = isFill ? 'center' : 'left'
      const left = (x[group] ?? 0) + (isFill ? 0 : (placedHalf + 3) * dpr)
      const below = isFill ? (fillHalf + 7) * dpr * (ofStyle === markStyle.buyFill ? 1 : -1) : 0
      const text = size < 1000 ? String(size) : formatInteger(size)
      ctx.strokeText(text, left, at + below)
      ctx.fillText(text, left, at + below)
    }
  }

  #paintOpen(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    const hair = lineWidth(frame)
    const right = plotRight(frame)
    ctx.lineWidth = hair
    ctx.setLineDash([2 * hair, 4 * hair])
    for (const side of ['buy', 'sell'] as const) {
      ctx.strokeStyle = side === 'buy' ? theme.up : theme.down
      ctx.beginPath()
      for (const { mark, price } of this.#set.open) {
        if (mark.side !== side || price < frame.priceRange.min || price > frame.priceRange.max) continue
        const y = Math.round(yOfPrice(frame, price)) + hair / 2
        const left = lineStart(frame, mark)
        if (left >= right) continue
        ctx.moveTo(Math.max(0, left), y)
        ctx.lineTo(right, y)
      }
      ctx.stroke()
    }
    ctx.setLineDash([])
  }
}

function lineStart(frame: Frame, mark: ChartMark): number {
  return Math.round(xOfTime(frame, candleStart(frame.level, mark.atMs) + frame.level.periodMs / 2))
}

/** Open orders whose price is on the axis, from the top. */
function inView(frame: Frame, open: readonly OpenOrder[]): OpenOrder[] {
  const { min, max } = frame.priceRange
  return open.filter(({ price }) => price >= min && price <= max).sort((a, b) => b.price - a.price)
}

function nearestLine(frame: Frame, open: readonly OpenOrder[], place: Place): OpenOrder | null {
  const { dpr } = frame.layout
  let found: OpenOrder | null = null
  let least = lineReach * dpr
  for (const order of open) {
    const distance = Math.abs(yOfPrice(frame, order.price) - place.y * dpr)
    if (distance > least || place.x * dpr < lineStart(frame, order.mark)) continue
    found = order
    least = distance
  }
  return found
}

/** A triangle around a place that points up (-1) or down (1). */
function triangle(ctx: CanvasRenderingContext2D, x: number, y: number, half: number, to: 1 | -1): void {
  ctx.moveTo(x, y + to * half)
  ctx.lineTo(x + half, y - to * half * 0.8)
  ctx.lineTo(x - half, y - to * half * 0.8)
  ctx.closePath()
}

function cross(ctx: CanvasRenderingContext2D, x: number, y: number, half: number): void {
  ctx.moveTo(x - half, y - half)
  ctx.lineTo(x + half, y + half)
  ctx.moveTo(x - half, y + half)
  ctx.lineTo(x + half, y - half)
}

function fillRimmed(ctx: CanvasRenderingContext2D, color: string): void {
  ctx.stroke()
  ctx.fillStyle = color
  ctx.fill()
}

function fillHollow(ctx: CanvasRenderingContext2D, color: string): void {
  ctx.fill()
  ctx.strokeStyle = color
  ctx.stroke()
}
