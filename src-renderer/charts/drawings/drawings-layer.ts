// The layer of all drawings of a market: painting, axis labels and finding.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import { plotRight, priceBottom, xOfTime, yOfPrice, type Frame } from '../model/frame.ts'
import type { AxisTag, ChartLayer, LayerHit, Place } from '../layers/layer.ts'
import { isOnAxis, paintPriceLine, shortenLabel } from '../layers/price-line.ts'
import { formatPrice } from '../layers/price-text.ts'
import type { ChartTheme } from '../painters/theme.ts'
import { findDrawing, findHandle } from './find-drawing.ts'
import { paintFlag } from './notes.ts'
import { colorOf, inkOn } from '../painters/palette.ts'
import { dashOf, paintHandles, paintShape, paintWords } from './paint-drawing.ts'
import { pixelsOf, placeDrawing, type PlacedDrawing } from './placed.ts'
import { positionText } from './position.ts'
import { shapeOf } from './shapes.ts'

/** Room around a drawing's points for its words and handles, in CSS pixels. */
const margin = 240

export class DrawingsLayer implements ChartLayer {
  #placed: readonly PlacedDrawing[] = []
  #draft: PlacedDrawing | null = null
  selectedId: string | null = null
  /** The point that the keyboard moves. */
  handle: number | null = null

  /** Amounts of positions: the user's own, so not in pictures. */
  readonly amounts: ChartLayer = {
    isPrivate: true,
    paint: (ctx, frame, theme) => {
      if (!this.showsAmounts) return
      for (const placed of this.#shown(frame)) paintAmount(ctx, frame, placed, theme)
    },
  }
  showsAmounts = true

  set(drawings: readonly Drawing[]): void {
    const known = new Map(this.#placed.map((placed) => [placed.drawing, placed]))
    this.#placed = drawings.map((drawing) => known.get(drawing) ?? placeDrawing(drawing))
  }

  /** A drawing under the hand: shown instead of the one with its ID, or added. */
  set draft(drawing: Drawing | null) {
    this.#draft = drawing === null ? null : placeDrawing(drawing)
  }

  /** The drawing with an ID as it is shown; null for none. */
  find(id: string | null): PlacedDrawing | null {
    if (this.#draft?.drawing.id === id) return this.#draft
    return this.#placed.find(({ drawing }) => drawing.id === id) ?? null
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    for (const placed of this.#shown(frame)) {
      this.#paintOne(ctx, frame, placed, theme)
      if (placed.drawing.id === this.selectedId) paintHandles(ctx, frame, placed, this.handle, theme)
    }
  }

  tags(frame: Frame, theme: ChartTheme): readonly AxisTag[] {
    return this.#shown(frame).flatMap(({ drawing, prices: [price = NaN] }) => {
      if (drawing.kind !== 'horizontal' || !isOnAxis(frame, price)) return []
      const { color } = drawing.style
      const text = formatPrice(frame, price)
      return [{ price, text, background: colorOf(theme, color), color: inkOn(theme, color) }]
    })
  }

  hit(frame: Frame, place: Place): LayerHit | null {
    const shown = this.#shown(frame)
    const selected = shown.find(({ drawing }) => drawing.id === this.selectedId) ?? null
    const isHandle = selected !== null && findHandle(frame, selected, place) !== null
    const found = isHandle ? { placed: selected, distance: 0 } : findDrawing(frame, shown, place)
    if (found === null) return null
    const { id, kind } = found.placed.drawing
    return {
      id: drawingHit(id),
      cursor: kind === 'horizontal' ? 'ns-resize' : kind === 'vertical' ? 'ew-resize' : 'move',
      distance: found.distance,
      comesFirst: isHandle || (selected !== null && findDrawing(frame, [selected], place) !== null),
    }
  }

  /** What is in view, the draft in place of what it changes. */
  #shown(frame: Frame): readonly PlacedDrawing[] {
    const draft = this.#draft
    const isKnown = draft !== null && this.#placed.some(({ drawing }) => drawing.id === draft.drawing.id)
    const all = isKnown
      ? this.#placed.map((placed) => (placed.drawing.id === draft.drawing.id ? draft : placed))
      : draft === null
        ? this.#placed
        : [...this.#placed, draft]
    return all.filter((placed) => !placed.drawing.isHidden && isInView(frame, placed))
  }

  #paintOne(ctx: CanvasRenderingContext2D, frame: Frame, placed: PlacedDrawing, theme: ChartTheme): void {
    const { drawing, prices } = placed
    const color = colorOf(theme, drawing.style.color)
    const [price = NaN] = prices
    switch (drawing.kind) {
      case 'horizontal': {
        if (!isOnAxis(frame, price)) return
        const width = drawing.style.width + (drawing.id === this.selectedId ? 1 : 0)
        const look = { color, textColor: theme.text, dash: dashOf(drawing.style), width, endRoom: 0 }
        paintPriceLine(ctx, frame, price, shortenLabel(drawing.text), look, theme)
        return
      }
      case 'note':
        paintFlag(ctx, frame, { timeMs: drawing.points[0]?.atMs ?? 0, price }, color, theme)
        return
      default:
        paintShape(ctx, frame, shapeOf(frame, placed), drawing.style, color, theme)
    }
  }
}

function paintAmount(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  placed: PlacedDrawing,
  theme: ChartTheme,
): void {
  const { drawing } = placed
  if (drawing.kind !== 'long' && drawing.kind !== 'short') return
  const { amount } = positionText(drawing)
  const [entry, target] = pixelsOf(frame, placed)
  if (amount === '' || entry === undefined || target === undefined || !Number.isFinite(entry.y)) return
  const { dpr } = frame.layout
  const at = { x: Math.min(entry.x, target.x) + 4 * dpr, y: entry.y + 9 * dpr }
  paintWords(ctx, frame, at, [amount], colorOf(theme, drawing.style.color), theme)
}

/** False for what is surely outside the plot: what is there costs two comparisons. */
function isInView(frame: Frame, { drawing, prices }: PlacedDrawing): boolean {
  const room = margin * frame.layout.dpr
  const { kind } = drawing
  if (kind === 'horizontal') return true
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  drawing.points.forEach(({ atMs }, at) => {
    const x = xOfTime(frame, atMs)
    const y = yOfPrice(frame, prices[at] ?? NaN)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  })
  const isAcross = right > -room && left < plotRight(frame) + room
  if (kind === 'ray') return true
  if (kind === 'vertical') return isAcross
  if (kind === 'channel') return isAcross
  return isAcross && bottom > -room && top < priceBottom(frame) + room
}

const drawingPrefix = 'drawing:'

/** Hit ID of a drawing. */
export function drawingHit(id: string): string {
  return drawingPrefix + id
}

/** Drawing ID of a hit; null for a hit on something else. */
export function drawingOfHit(hitId: string): string | null {
  return hitId.startsWith(drawingPrefix) ? hitId.slice(drawingPrefix.length) : null
}
