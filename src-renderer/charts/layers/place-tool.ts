// Tool that places an item at a click, and conversion of pixels to a market price and candle.
import type { ChartTool, ToolPlace } from './layer.ts'
import { candleStart } from './candle-grid.ts'
import type { ChartPoint } from './chart-point.ts'
import { snapPrice } from './price-text.ts'

/** True inside the price pane; panes below have no price. */
export function isInPrice({ y, frame }: Pick<ToolPlace, 'y' | 'frame'>): boolean {
  const { price } = frame.layout
  return y >= price.top && y <= price.top + price.height
}

/** Returns the market price and candle at a place. */
export function heldAt({ price, timeMs, frame }: Pick<ToolPlace, 'price' | 'timeMs' | 'frame'>): ChartPoint {
  return {
    price: snapPrice(price, frame.priceDecimals),
    timeMs: Math.max(0, Math.round(candleStart(frame.level, timeMs))),
  }
}

export interface PlaceHost {
  /** Position for a preview; null outside the price pane. */
  readonly onHold: (held: ChartPoint | null) => void
  readonly onPlace: (held: ChartPoint) => void
}

export class PlaceTool implements ChartTool {
  readonly cursor = 'crosshair'
  readonly #host: PlaceHost
  #isDown = false

  constructor(host: PlaceHost) {
    this.#host = host
  }

  down(at: ToolPlace): boolean {
    if (!isInPrice(at)) return false
    this.#isDown = true
    this.#host.onHold(heldAt(at))
    return true
  }

  move(at: ToolPlace): void {
    this.#host.onHold(isInPrice(at) ? heldAt(at) : null)
  }

  leave(): void {
    this.#host.onHold(null)
  }

  /** Places the item on release, so that a finger can aim. */
  up(at: ToolPlace): void {
    const wasDown = this.#isDown
    this.#isDown = false
    this.#host.onHold(null)
    if (wasDown && isInPrice(at)) this.#host.onPlace(heldAt(at))
  }

  cancel(): void {
    this.#isDown = false
    this.#host.onHold(null)
  }
}
