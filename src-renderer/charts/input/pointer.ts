// Routes pointer input to a tool, a layer item, an axis or the chart.
import type { ChartView } from '../chart-view.ts'
import { fromPixel, indexAt, timeOfX, type Frame } from '../model/frame.ts'
import { studyAt } from './study-hit.ts'
import type { GestureTarget, Hold } from './gestures.ts'
import type { ChartLayer, ChartTool, LayerHit, Place, ToolPlace } from '../layers/layer.ts'

/** Access to the chart for pointer handling; read anew for each event. */
export interface PointerHost {
  readonly view: ChartView
  readonly frame: () => Frame | null
  readonly layers: () => readonly ChartLayer[]
  readonly tool: () => ChartTool | null
  /** The pointer entered or left an item of a layer. */
  readonly onHover: (hit: LayerHit | null, place: Place) => void
  /** An item of a layer was clicked. */
  readonly onPick: (hit: LayerHit, place: Place) => void
  /** The line of an indicator was double-clicked. */
  readonly onStudy: (index: number) => void
  readonly setCursor: (cursor: string) => void
  /** Schedules a repaint. */
  readonly invalidate: () => void
}

export type Region = 'price' | 'pane' | 'valueAxis' | 'timeAxis' | 'corner'

/** Axis zoom per pixel of drag. */
const axisZoom = 0.006
/** A press that moved at most this far is a click, in CSS pixels. */
const clickDistance = 4

/** Returns the region of the chart at a place. */
export function regionAt(frame: Frame, { x, y }: Place): Region {
  const { plotWidth, axisTop, price } = frame.layout
  if (y >= axisTop) return x < plotWidth ? 'timeAxis' : 'corner'
  if (x >= plotWidth) return 'valueAxis'
  return y < price.top + price.height ? 'price' : 'pane'
}

/** Converts a place for tools. */
export function toolPlace(frame: Frame, { x, y }: Place): ToolPlace {
  const { dpr } = frame.layout
  const timeMs = timeOfX(frame, x * dpr)
  return {
    x,
    y,
    timeMs,
    price: fromPixel(frame.price, y * dpr),
    candle: frame.level.buffer.candleAt(indexAt(frame, timeMs)),
    frame,
  }
}

/** Returns the layer item under a place: what comes first, or else the nearest, of equally near ones the topmost. */
export function hitAt(frame: Frame, layers: readonly ChartLayer[], place: Place): LayerHit | null {
  if (regionAt(frame, place) !== 'price') return null
  let found: LayerHit | null = null
  for (const layer of [...layers].reverse()) {
    const hit = layer.hit?.(frame, place) ?? null
    if (hit !== null && (found === null || isBefore(hit, found))) found = hit
  }
  return found
}

/** True for an item that wins over one painted above it. */
function isBefore(lower: LayerHit, upper: LayerHit): boolean {
  if (upper.distance === undefined || upper.comesFirst === true) return false
  return lower.comesFirst === true || (lower.distance ?? Infinity) < upper.distance
}

export class Pointer implements GestureTarget {
  readonly #host: PointerHost
  #place: Place | null = null
  #hoveredId: string | null = null

  constructor(host: PointerHost) {
    this.#host = host
  }

  /** Pointer position; null when it is outside the chart or the keyboard took over. */
  get place(): Place | null {
    return this.#place
  }

  /** Ignores the pointer until it moves again. */
  forget(): void {
    this.#place = null
  }

  point(place: Place | null): void {
    this.#place = place
    const frame = this.#host.frame()
    if (frame !== null) this.#hover(frame, place)
    this.#host.invalidate()
  }

  press(place: Place): Hold {
    const frame = this.#host.frame()
    if (frame === null) return idle
    switch (regionAt(frame, place)) {
      case 'corner':
        return idle
      case 'timeAxis':
        return this.#dragTimeAxis(place)
      case 'valueAxis':
        return place.y < frame.layout.price.height ? this.#dragValueAxis(place) : idle
      case 'price':
        return (
          this.#holdTool(frame, place) ?? this.#dragChart(place, hitAt(frame, this.#host.layers(), place))
        )
      case 'pane':
        return this.#dragChart(place, null)
    }
  }

  pan(pixels: number): void {
    this.#host.view.pan(pixels)
    this.#host.invalidate()
  }

  zoom(factor: number, x: number): void {
    this.#host.view.zoom(factor, x)
    this.#host.invalidate()
  }

  doubleClick(place: Place): void {
    const frame = this.#host.frame()
    if (frame === null) return
    const region = regionAt(frame, place)
    if (region === 'valueAxis') this.#host.view.autoPrices()
    else {
      const isChosen = (this.#host.tool()?.cursor ?? '') !== ''
      const isTaken = isChosen || hitAt(frame, this.#host.layers(), place) !== null
      if (region === 'price' && isTaken) return
      const study = studyAt(frame, place)
      if (study !== null) {
        this.#host.onStudy(study)
        return
      }
      this.#host.view.reset()
    }
    this.#host.invalidate()
  }

  #hover(frame: Frame, place: Place | null): void {
    const region = place === null ? null : regionAt(frame, place)
    const tool = this.#host.tool()
    if (place !== null && region === 'price') tool?.move(toolPlace(frame, place))
    else tool?.leave?.()
    const hit = place === null ? null : hitAt(frame, this.#host.layers(), place)
    if ((hit?.id ?? null) !== this.#hoveredId) {
      this.#hoveredId = hit?.id ?? null
      this.#host.onHover(hit, place ?? { x: 0, y: 0 })
    }
    this.#host.setCursor(cursorOf(region, tool, hit))
  }

  #holdTool(frame: Frame, place: Place): Hold | null {
    const tool = this.#host.tool()
    if (tool?.down(toolPlace(frame, place)) !== true) return null
    const at = (next: Place): ToolPlace => toolPlace(this.#host.frame() ?? frame, next)
    return {
      cursor: tool.cursor,
      move: (next) => {
        this.#place = next
        tool.move(at(next))
        this.#host.invalidate()
      },
      end: (next) => {
        tool.up(at(next))
        this.#host.invalidate()
      },
      cancel: () => {
        tool.cancel()
        this.#host.invalidate()
      },
    }
  }

  #dragChart(from: Place, hit: LayerHit | null): Hold {
    let before = from
    let isDrag = false
    return {
      cursor: 'grabbing',
      move: (place) => {
        isDrag ||= Math.hypot(place.x - from.x, place.y - from.y) >= clickDistance
        this.#place = place
        const frame = this.#host.frame()
        if (frame !== null) this.#host.view.shiftPrices(frame, place.y - before.y)
        this.pan(place.x - before.x)
        before = place
      },
      end: (place) => {
        if (!isDrag && hit !== null) this.#host.onPick(hit, place)
      },
      cancel: () => undefined,
    }
  }

  #dragTimeAxis(from: Place): Hold {
    let before = from
    return dragging('ew-resize', (place) => {
      const width = this.#host.frame()?.layout.plotWidth ?? 0
      this.zoom(Math.exp((place.x - before.x) * axisZoom), width)
      before = place
    })
  }

  #dragValueAxis(from: Place): Hold {
    let before = from
    return dragging('ns-resize', (place) => {
      const frame = this.#host.frame()
      if (frame !== null) this.#host.view.stretchPrices(frame, Math.exp((before.y - place.y) * axisZoom))
      before = place
      this.#host.invalidate()
    })
  }
}

const nothing = (): void => undefined
const idle: Hold = { cursor: 'default', move: nothing, end: nothing, cancel: nothing }

function dragging(cursor: string, move: (place: Place) => void): Hold {
  return { cursor, move, end: nothing, cancel: nothing }
}

function cursorOf(region: Region | null, tool: ChartTool | null, hit: LayerHit | null): string {
  switch (region) {
    case 'valueAxis':
      return 'ns-resize'
    case 'timeAxis':
      return 'ew-resize'
    case 'corner':
      return 'default'
    case 'price':
      return (tool?.cursor ?? '') || (hit?.cursor ?? 'crosshair')
    case 'pane':
    case null:
      return 'crosshair'
  }
}
