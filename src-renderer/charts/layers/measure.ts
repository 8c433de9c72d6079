// Measuring tool: a drag or two clicks from one place to another, drawn as a shaded box with a label.
import { lineWidth, plotRight, priceBottom, xOfCandle, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { ChartLayer, ToolPlace } from './layer.ts'
import { measurementText, readMeasure } from './measure-text.ts'
import type { ChartPoint } from './chart-point.ts'
import { heldAt, isInPrice } from './place-tool.ts'
import type { ShiftedTool } from './shift-tool.ts'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const fontSize = 11
const lineHeight = 15
const padding = 8
const distance = 6

/**
 * Places a label beside a box: on the side of the drag direction, else on the other, always inside the bounds. All values
 * in one unit.
 */
export function placeLabel(
  box: Box,
  label: { readonly width: number; readonly height: number },
  goesUp: boolean,
  bounds: { readonly width: number; readonly height: number },
  gap: number,
): { readonly left: number; readonly top: number } {
  const above = box.top - gap - label.height
  const below = box.top + box.height + gap
  const fitsBelow = below + label.height <= bounds.height
  const top = goesUp ? (above >= 0 || !fitsBelow ? above : below) : fitsBelow || above < 0 ? below : above
  const left = box.left + box.width / 2 - label.width / 2
  return {
    left: Math.max(0, Math.min(bounds.width - label.width, left)),
    top: Math.max(0, Math.min(bounds.height - label.height, top)),
  }
}

/** The measurement stays on the chart until it is cleared. */
export class Measure implements ShiftedTool, ChartLayer {
  readonly cursor = 'crosshair'
  readonly #onChange: () => void
  #from: ChartPoint | null = null
  #to: ChartPoint | null = null
  #isDown = false
  /** A click set the first place; the second one follows the pointer until the next press. */
  #isWaiting = false

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** The two places in the order of the drag; null when nothing is measured. */
  get ends(): { readonly from: ChartPoint; readonly to: ChartPoint } | null {
    return this.#from === null || this.#to === null ? null : { from: this.#from, to: this.#to }
  }

  /** True between the first place and the last. */
  get isUnderWay(): boolean {
    return this.#isDown || this.#isWaiting
  }

  clear(): void {
    this.#isDown = false
    this.#isWaiting = false
    if (this.#from === null) return
    this.#from = null
    this.#to = null
    this.#onChange()
  }

  down(at: ToolPlace): boolean {
    if (!isInPrice(at)) return false
    this.#isDown = true
    if (this.#isWaiting) return true
    this.#from = heldAt(at)
    this.#to = null
    this.#onChange()
    return true
  }

  move(at: ToolPlace): void {
    if (!this.isUnderWay || !isInPrice(at)) return
    this.#to = heldAt(at)
    this.#onChange()
  }

  up(at: ToolPlace): void {
    this.move(at)
    this.#isDown = false
    const isSamePlace = this.#to?.timeMs === this.#from?.timeMs && this.#to?.price === this.#from?.price
    // A click is the first of two; two at one place measure nothing.
    if (isSamePlace && this.#isWaiting) this.clear()
    else this.#isWaiting = isSamePlace
  }

  cancel(): void {
    this.clear()
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    const { ends } = this
    if (ends === null) return
    const reading = readMeasure(frame, ends.from, ends.to)
    const goesUp = !reading.difference.startsWith('-')
    const color = goesUp ? theme.up : theme.down
    const box = boxOf(frame, ends.from, ends.to)
    ctx.globalAlpha = 0.16
    ctx.fillStyle = color
    ctx.fillRect(box.left, box.top, box.width, box.height)
    ctx.globalAlpha = 1
    const hair = lineWidth(frame)
    ctx.strokeStyle = color
    ctx.lineWidth = hair
    ctx.strokeRect(box.left + hair / 2, box.top + hair / 2, box.width, box.height)
    this.#paintLabel(ctx, frame, box, goesUp, measurementText(reading), theme)
  }

  #paintLabel(
    ctx: CanvasRenderingContext2D,
    frame: Frame,
    box: Box,
    goesUp: boolean,
    lines: readonly string[],
    theme: ChartTheme,
  ): void {
    const { dpr } = frame.layout
    ctx.font = `500 ${fontSize * dpr}px ${theme.fontFamily}`
    const widest = lines.reduce((most, line) => Math.max(most, ctx.measureText(line).width), 0)
    const width = Math.ceil(widest + 2 * padding * dpr)
    const height = Math.round((lines.length * lineHeight + 2 * padding) * dpr)
    const bounds = { width: plotRight(frame), height: priceBottom(frame) }
    const { left, top } = placeLabel(box, { width, height }, goesUp, bounds, distance * dpr)
    ctx.fillStyle = theme.surface
    ctx.strokeStyle = theme.border
    ctx.lineWidth = lineWidth(frame)
    ctx.beginPath()
    ctx.roundRect(Math.round(left), Math.round(top), width, height, 3 * dpr)
    ctx.fill()
    ctx.stroke()
    ctx.fillStyle = theme.text
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    lines.forEach((line, index) => {
      const y = top + (padding + (index + 0.5) * lineHeight + 0.5) * dpr
      ctx.fillText(line, Math.round(left + width / 2), y)
    })
  }
}

function boxOf(frame: Frame, from: ChartPoint, to: ChartPoint): Box {
  const x0 = Math.round(xOfCandle(frame, Math.min(from.timeMs, to.timeMs)))
  const x1 = Math.round(xOfCandle(frame, Math.max(from.timeMs, to.timeMs)))
  const ya = Math.round(yOfPrice(frame, Number(from.price)))
  const yb = Math.round(yOfPrice(frame, Number(to.price)))
  return { left: x0, top: Math.min(ya, yb), width: x1 - x0, height: Math.abs(ya - yb) }
}
