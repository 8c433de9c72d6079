// The user's horizontal lines: painting, axis labels and hit testing.
import type { Drawing } from '../../../src-preload/contract/charts.ts'
import type { Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { AxisTag, ChartLayer, LayerHit, Place } from './layer.ts'
import type { ChartPoint, DraggedItem } from './chart-point.ts'
import { type AtPrice, isOnAxis, nearestLine, paintPriceLine, shortenLabel } from './price-line.ts'
import { formatPrice } from './price-text.ts'

interface Line extends AtPrice {
  readonly text: string
}

export class LinesLayer implements ChartLayer {
  #lines: readonly Line[] = []
  /** The dragged line, and the position of a line being placed. */
  moving: DraggedItem | null = null
  placing: ChartPoint | null = null
  /** The selected line, drawn stronger. */
  selectedId: string | null = null

  set(drawings: readonly Drawing[]): void {
    this.#lines = drawings.flatMap((one) =>
      one.kind === 'line' ? [{ id: one.id, price: Number(one.price), text: shortenLabel(one.text) }] : [],
    )
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    for (const line of this.#shown()) {
      if (!isOnAxis(frame, line.price)) continue
      const isStrong = line.id === this.selectedId || line.id === this.moving?.id
      const color = isStrong ? theme.accent : theme.textQuiet
      const look = { color, textColor: theme.text, dash: [], isStrong, endRoom: 0 }
      paintPriceLine(ctx, frame, line.price, line.text, look, theme)
    }
    if (this.placing === null) return
    const look = { color: theme.accent, textColor: theme.text, dash: [4, 4], isStrong: false, endRoom: 0 }
    paintPriceLine(ctx, frame, Number(this.placing.price), '', look, theme)
  }

  tags(frame: Frame, theme: ChartTheme): readonly AxisTag[] {
    return this.#shown()
      .filter(({ price }) => isOnAxis(frame, price))
      .map(({ id, price }) => ({
        price,
        text: formatPrice(frame, price),
        background: id === this.selectedId || id === this.moving?.id ? theme.accent : theme.textQuiet,
      }))
  }

  hit(frame: Frame, place: Place): LayerHit | null {
    const line = nearestLine(frame, this.#lines, place)
    return line === null ? null : { id: drawingHit(line.id), cursor: 'ns-resize' }
  }

  #shown(): readonly Line[] {
    const { moving } = this
    if (moving === null) return this.#lines
    return this.#lines.map((line) =>
      line.id === moving.id ? { ...line, price: Number(moving.price) } : line,
    )
  }
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
