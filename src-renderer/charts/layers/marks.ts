// The user's fills and canceled orders beside the candles: triangles and crosses. Open orders are lines of their own (order-lines.ts).
import type { ChartMark } from '../../../src-preload/contract/markets/charts.ts'
import { formatInteger } from '../../text/format/locale.ts'
import { lineWidth, priceBottom, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { ChartLayer, LayerHit, Place } from './layer.ts'
import { MarkGroups } from './mark-groups.ts'
import { markStyle, MarkSet, noMarks } from './mark-set.ts'

/** Half the width of each mark, in CSS pixels. */
const fillHalf = 5
const canceledHalf = 3
/** Hit distance from a mark's edge, in CSS pixels. */
const reach = 6
const countSize = 10
/** Distance from a mark to the middle of its count, in CSS pixels. */
const countDistance = 12
/** At most, in CSS pixels: measuring each count would cost more than painting it. */
const digitWidth = 6
/** Least room between counts side by side, in CSS pixels. */
const countGap = 2
/** Rows in which a count may stand; where it would touch another in each, the mark has none. */
const countRows = 2

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
    for (const ofStyle of [markStyle.buyCanceled, markStyle.sellCanceled]) {
      this.#trace(ctx, ofStyle, (x, y) => cross(ctx, x + hair / 2, y + hair / 2, canceledHalf * dpr))
      ctx.strokeStyle = theme.surface
      ctx.lineWidth = 4 * hair
      ctx.stroke()
      ctx.strokeStyle = theme.text
      ctx.lineWidth = 1.5 * hair
      ctx.stroke()
    }
    this.#paintCounts(ctx, frame, theme)
  }

  hit(frame: Frame, place: Place): LayerHit | null {
    if (this.#set === noMarks) return null
    const groups = this.#groups
    groups.arrange(frame, this.#set)
    const { dpr } = frame.layout
    const group = groups.nearest(place.x * dpr, place.y * dpr, (reach + fillHalf) * dpr)
    return group < 0 ? null : this.#tell(groups.members(group))
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
    ctx.textAlign = 'center'
    // A count is whole within the price pane.
    const lowest = priceBottom(frame) - (countSize / 2 + 1) * dpr
    const placed: { readonly left: number; readonly right: number; readonly y: number }[] = []
    for (let group = 0; group < count; group++) {
      const size = sizes[group] ?? 0
      const at = y[group] ?? NaN
      if (size < 2 || !Number.isFinite(at)) continue
      const isBuy = (markStyles[group] ?? 0) % 2 === 0
      const text = size < 1000 ? String(size) : formatInteger(size)
      const center = x[group] ?? 0
      const half = (text.length * digitWidth * dpr) / 2
      for (let away = 0; away < countRows; away++) {
        const row = at + (countDistance + away * countSize) * dpr * (isBuy ? 1 : -1)
        const middle = at < lowest ? Math.min(row, lowest) : row
        const [left, right] = [center - half, center + half + countGap * dpr]
        const isTaken = placed.some(
          (one) => one.left < right && one.right > left && Math.abs(one.y - middle) < countSize * dpr,
        )
        if (isTaken) continue
        placed.push({ left, right, y: middle })
        ctx.strokeText(text, center, middle)
        ctx.fillText(text, center, middle)
        break
      }
    }
  }
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
