// The account's open orders over the candles: a line at the price and a chip with its words and a cross.
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import { lineWidth, plotRight, priceBottom, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { AxisTag, ChartLayer, LayerHit, Place } from './layer.ts'
import { type AtPrice, isOnAxis, nearestLine } from './price-line.ts'
import { formatPrice } from './price-text.ts'

/** One line of an order; a stop has two. */
export interface OrderLine extends AtPrice {
  readonly orderId: number
  readonly side: OrderSide
  /** The same price as decimal text. */
  readonly exactPrice: string
  /** "Buy 0.19 @ 1,222.52". */
  readonly text: string
  /** The price at which a stop begins, not the one at which it trades. */
  readonly isTrigger: boolean
  /** Asked to be canceled or moved, or reported as ended: it has no cross any more. */
  readonly isCanceling: boolean
}

/** Sizes in CSS pixels. */
const chipHeight = 18
const textSize = 11
const inset = 6
const crossRoom = 18
const gap = 4
const fromRight = 8
/** Rows from its line where a chip may stand, the nearest first. Further away it would seem to be at another price. */
const rowsAway = [0, -1, 1, -2, 2]
/** Room of the legends in the left upper corner; the first row is as wide as the digits of the candle under the pointer. */
const legends = { width: 340, height: 44, firstRowHeight: 22 }

/** Room of the button to the latest candles (input/ViewChips.svelte), from the right end of the plot and the foot of the chart. */
const latestButton = { width: 44, bottom: 36, top: 68 }

interface Chip {
  readonly line: OrderLine
  readonly left: number
  readonly right: number
  readonly top: number
}

/** A line on its way to another price. */
export interface MovingLine {
  readonly id: string
  readonly price: number
  readonly text: string
}

const isInChip = ({ left, right, top }: Chip, { x, y }: Place): boolean =>
  x >= left && x <= right && y >= top && y <= top + chipHeight

export class OrderLinesLayer implements ChartLayer {
  readonly isPrivate = true
  #lines: readonly OrderLine[] = []
  /** Where the chips of the last painting are. */
  #chips: readonly Chip[] = []
  /** Order that the keyboard has chosen. */
  selectedId: number | null = null
  /** Line that is dragged or moved by key, and where to. */
  moving: MovingLine | null = null

  set(lines: readonly OrderLine[]): void {
    this.#lines = lines
  }

  find(id: string): OrderLine | null {
    return this.#lines.find((line) => line.id === id) ?? null
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    const lines = this.#shown().filter(({ price }) => isOnAxis(frame, price))
    // No line runs through the words of another one.
    for (const line of lines) this.#paintLine(ctx, frame, line, theme)
    const chips: Chip[] = []
    const isMoving = ({ id }: OrderLine): boolean => id === this.moving?.id
    // What is under the hand has its words, whatever stands there.
    for (const line of [...lines.filter(isMoving), ...lines.filter((one) => !isMoving(one))]) {
      const chip = this.#placeChip(ctx, frame, line, theme, chips)
      if (chip === null) continue
      this.#paintChip(ctx, frame, chip, theme)
      chips.push(chip)
    }
    this.#chips = chips
  }

  tags(frame: Frame, theme: ChartTheme): readonly AxisTag[] {
    return this.#shown()
      .filter(({ price }) => isOnAxis(frame, price))
      .map((line) => ({
        price: line.price,
        text: formatPrice(frame, line.price),
        background: colorOf(line, theme),
      }))
  }

  hit(frame: Frame, place: Place): LayerHit | null {
    const chip = this.#chips.findLast((one) => isInChip(one, place))
    if (chip !== undefined) {
      const isCross = !chip.line.isCanceling && place.x >= chip.right - crossRoom
      if (isCross) return { id: crossHit(chip.line.id), cursor: 'pointer', distance: 0, comesFirst: true }
      return hitOfLine(chip.line, 0)
    }
    const near = nearestLine(frame, this.#lines, place)
    return near === null ? null : hitOfLine(near.line, near.distance)
  }

  #shown(): readonly OrderLine[] {
    const { moving } = this
    if (moving === null) return this.#lines
    return this.#lines.map((line) => (line.id === moving.id ? { ...line, ...moving } : line))
  }

  #paintLine(ctx: CanvasRenderingContext2D, frame: Frame, line: OrderLine, theme: ChartTheme): void {
    const { dpr } = frame.layout
    const width = lineWidth(frame) * (line.orderId === this.selectedId ? 2 : 1)
    const y = Math.round(yOfPrice(frame, line.price)) + width / 2
    ctx.strokeStyle = colorOf(line, theme)
    ctx.lineWidth = width
    ctx.setLineDash((line.isTrigger ? [2, 3] : line.isCanceling ? [1, 4] : []).map((length) => length * dpr))
    ctx.beginPath()
    ctx.moveTo(0, y)
    ctx.lineTo(plotRight(frame), y)
    ctx.stroke()
    ctx.setLineDash([])
  }

  /**
   * The chip at the right end, whole within the price pane, and to the left of chips that it would cover; above or below them
   * where it has no room there or would be under the legends. Null where none of these places has room for its words: words
   * that are cut read as another number, and a cross without words does not say what it cancels.
   */
  #placeChip(
    ctx: CanvasRenderingContext2D,
    frame: Frame,
    line: OrderLine,
    theme: ChartTheme,
    others: readonly Chip[],
  ): Chip | null {
    const { dpr } = frame.layout
    ctx.font = `500 ${textSize * dpr}px ${theme.fontFamily}`
    const width = ctx.measureText(line.text).width / dpr + 2 * inset + (line.isCanceling ? 0 : crossRoom)
    const lowest = Math.max(0, priceBottom(frame) / dpr - chipHeight - 1)
    const within = (y: number): number => Math.max(1, Math.min(lowest, y))
    const middle = within(yOfPrice(frame, line.price) / dpr - chipHeight / 2)
    const { height } = frame.layout
    const isAtButton = (y: number): boolean =>
      y + chipHeight > height - latestButton.top && y < height - latestButton.bottom
    const rightEnd = plotRight(frame) / dpr
    const rightAt = (y: number): number =>
      others
        .filter((other) => Math.abs(other.top - y) < chipHeight)
        .reduce(
          (least, other) => Math.min(least, other.left - gap),
          rightEnd - (isAtButton(y) ? latestButton.width : fromRight),
        )
    const tops = rowsAway.map((rows) => within(middle + rows * (chipHeight + gap)))
    const leftFrom = (y: number): number =>
      y < legends.firstRowHeight ? Infinity : y < legends.height ? legends.width : 0
    const top = tops.find((y) => rightAt(y) - width >= leftFrom(y))
    if (top === undefined) return null
    const right = rightAt(top)
    return { line, left: right - width, right, top }
  }

  #paintChip(ctx: CanvasRenderingContext2D, frame: Frame, chip: Chip, theme: ChartTheme): void {
    const { line, left, right, top } = chip
    const { dpr } = frame.layout
    ctx.font = `500 ${textSize * dpr}px ${theme.fontFamily}`
    const color = colorOf(line, theme)
    ctx.fillStyle = theme.surface
    ctx.strokeStyle = line.orderId === this.selectedId ? theme.accent : color
    ctx.lineWidth = lineWidth(frame)
    ctx.beginPath()
    ctx.rect(
      Math.round(left * dpr),
      Math.round(top * dpr),
      Math.round((right - left) * dpr),
      Math.round(chipHeight * dpr),
    )
    ctx.fill()
    ctx.stroke()
    ctx.fillStyle = color
    ctx.textAlign = 'left'
    ctx.textBaseline = 'middle'
    ctx.fillText(line.text, (left + inset) * dpr, (top + chipHeight / 2 + 0.5) * dpr)
    if (!line.isCanceling) paintCross(ctx, right - crossRoom / 2, top + chipHeight / 2, dpr, theme.text)
  }
}

function hitOfLine({ id, isCanceling }: OrderLine, distance: number): LayerHit {
  return { id: lineHit(id), cursor: isCanceling ? 'pointer' : 'ns-resize', distance }
}

function colorOf({ side, isCanceling }: OrderLine, theme: ChartTheme): string {
  if (isCanceling) return theme.textQuiet
  return side === 'buy' ? theme.up : theme.down
}

function paintCross(ctx: CanvasRenderingContext2D, x: number, y: number, dpr: number, color: string): void {
  const half = 3.5
  ctx.strokeStyle = color
  ctx.lineWidth = 1.5 * dpr
  ctx.beginPath()
  ctx.moveTo((x - half) * dpr, (y - half) * dpr)
  ctx.lineTo((x + half) * dpr, (y + half) * dpr)
  ctx.moveTo((x + half) * dpr, (y - half) * dpr)
  ctx.lineTo((x - half) * dpr, (y + half) * dpr)
  ctx.stroke()
}

const linePrefix = 'orderLine:'
const crossPrefix = 'orderCross:'

const lineHit = (id: string): string => linePrefix + id
const crossHit = (id: string): string => crossPrefix + id

/** Line of a hit on a cross; null for any other hit. */
export const crossOfHit = (hitId: string): string | null =>
  hitId.startsWith(crossPrefix) ? hitId.slice(crossPrefix.length) : null

/** Line of a hit on a line or chip; null for any other hit. */
export const orderLineOfHit = (hitId: string): string | null =>
  hitId.startsWith(linePrefix) ? hitId.slice(linePrefix.length) : null
