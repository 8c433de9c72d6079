// Owns: ECharts: one instance with one custom series whose one shape hands its canvas to a painter.
// Must not: know candles. Everything on the canvas is painted by the callback.
// How and why: an element or a layout per candle costs more than a frame has; see the measurements in the bench.
import { CustomChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { graphic, init, use, type ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { TextWidths } from './pen.ts'

/** Where the price pane lies, in CSS pixels, and what its edges mean. */
export interface SurfaceExtent {
  readonly width: number
  readonly height: number
  readonly fromMs: number
  readonly toMs: number
  readonly minPrice: number
  readonly maxPrice: number
}

const shapeName = 'starkdeskCandles'
const surfaces = new Map<number, Surface>()
let nextId = 1

/** The one shape. Silent and without a fill: zrender keeps no path of it and asks anew for each picture. */
const PaintedShape = graphic.extendShape({
  type: shapeName,
  shape: { surface: 0, sequence: 0 },
  buildPath(path, shape) {
    const surface = surfaces.get(Number(shape['surface']))
    if (surface !== undefined && 'getContext' in path) surface.paintShape(this, path.getContext())
  },
})

/** The part of a zrender shape that asks for it to be drawn again. */
interface Repaintable {
  dirtyShape: () => void
}

use([CustomChart, GridComponent, CanvasRenderer])
graphic.registerShape(shapeName, PaintedShape)

/** A canvas that fills `host` and is painted by `paint`. */
export class Surface {
  readonly #id = nextId++
  readonly #chart: ECharts
  readonly #paint: (context: CanvasRenderingContext2D) => void
  #shape: Repaintable | null = null
  #paneWidth = 0
  #paneHeight = 0
  #sequence = 0

  constructor(
    host: HTMLElement,
    size: { readonly width: number; readonly height: number; readonly dpr: number },
    paint: (context: CanvasRenderingContext2D) => void,
  ) {
    this.#paint = paint
    this.#chart = init(host, null, {
      renderer: 'canvas',
      devicePixelRatio: size.dpr,
      width: size.width,
      height: size.height,
    })
    surfaces.set(this.#id, this)
    this.#chart.setOption({
      animation: false,
      stateAnimation: { duration: 0 },
      grid: { left: 0, top: 0, width: 1, height: 1, outerBoundsMode: 'none' },
      xAxis: { type: 'value', show: false, min: 0, max: 1 },
      yAxis: { type: 'value', show: false, min: 0, max: 1 },
      series: [
        {
          type: 'custom',
          silent: true,
          clip: false,
          data: [[0, 0]],
          renderItem: () => ({
            type: shapeName,
            silent: true,
            shape: { surface: this.#id, sequence: this.#sequence++ },
            style: { fill: null },
          }),
        },
      ],
    })
  }

  /** Moves the axes and paints, at once. The whole of a change that is not part of a gesture. */
  moveTo(extent: SurfaceExtent): void {
    const isNewPane = extent.width !== this.#paneWidth || extent.height !== this.#paneHeight
    this.#paneWidth = extent.width
    this.#paneHeight = extent.height
    this.#chart.setOption(
      {
        ...(isNewPane ? { grid: { width: extent.width, height: extent.height } } : {}),
        xAxis: { min: extent.fromMs, max: extent.toMs },
        yAxis: { min: extent.minPrice, max: extent.maxPrice },
      },
      { silent: true },
    )
  }

  /** Paints anew without touching the axes: for overlays, and for the pictures within a gesture. */
  repaint(): void {
    if (this.#shape === null) return
    this.#shape.dirtyShape()
    this.#chart.getZr().flush()
  }

  /** Follows the host's size, without painting. */
  resize(width: number, height: number): void {
    this.#chart.resize({ width, height, silent: true })
  }

  /** The width of a text in the pixels of `font`, with the figures as the canvas' own CSS has them. */
  measure(text: string, font: string, widths: TextWidths): number {
    const context = this.#chart.getDom().querySelector('canvas')?.getContext('2d') ?? null
    if (context === null) return 0
    context.save()
    context.font = font
    const width = widths.of(context, font, text)
    context.restore()
    return width
  }

  /** Frees the canvas. */
  dispose(): void {
    surfaces.delete(this.#id)
    this.#chart.dispose()
  }

  /** Called by the shape when zrender draws it. */
  paintShape(shape: Repaintable, context: CanvasRenderingContext2D): void {
    this.#shape = shape
    this.#paint(context)
  }
}
