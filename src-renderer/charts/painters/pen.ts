// Shared state of all painters: canvas, frame, theme and cached text widths.
import type { Frame } from '../model/frame.ts'
import type { ChartTheme } from './theme.ts'

export const labelSize = 11
const mostKept = 2_000

/** Label font for a pixel ratio. */
export function labelFont(theme: ChartTheme, dpr: number, weight = 400): string {
  return `${weight} ${labelSize * dpr}px ${theme.fontFamily}`
}

/** Cache of text widths: measuring costs as much as drawing, and most axis labels repeat between frames. */
export class TextWidths {
  readonly #widths = new Map<string, number>()

  /** Width of a text in the context's font, named by `font`. */
  of(ctx: CanvasRenderingContext2D, font: string, text: string): number {
    const key = `${font} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      width = ctx.measureText(text).width
      if (this.#widths.size >= mostKept) this.#widths.clear()
      this.#widths.set(key, width)
    }
    return width
  }

  /** Clears the cache after the font changed. */
  clear(): void {
    this.#widths.clear()
  }
}

/** Everything a painter needs for one frame. */
export interface Pen {
  readonly ctx: CanvasRenderingContext2D
  readonly frame: Frame
  readonly theme: ChartTheme
  readonly widths: TextWidths
}

/** Draws within a clipped box in device pixels; the context is restored afterwards. */
export function clipped(
  ctx: CanvasRenderingContext2D,
  box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
  draw: () => void,
): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(box.left, box.top, box.right - box.left, box.bottom - box.top)
  ctx.clip()
  draw()
  ctx.restore()
}

/** Draws a straight line along whole pixels. */
export function strokeLine(
  ctx: CanvasRenderingContext2D,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  ctx.beginPath()
  ctx.moveTo(x0, y0)
  ctx.lineTo(x1, y1)
  ctx.stroke()
}
