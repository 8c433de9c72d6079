// Owns: ECharts: one instance with one custom series whose one shape hands its canvas to a painter.
// Must not: know candles. Everything on the canvas is painted by the callback.
// How and why: an element or a layout per candle costs more than a frame has; see the measurements in the bench.
import { CustomChart } from 'echarts/charts'
import { graphic, init, use, type ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { TextWidths } from './pen.ts'

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

// No grid: its axes would know what the picture's own know (frame.ts), cost time at each move, and weigh more than our charts.
use([CustomChart, CanvasRenderer])
graphic.registerShape(shapeName, PaintedShape)

/** A canvas that fills `host` and is painted by `paint`. */
export class Surface {
  readonly #id = nextId++
  readonly #chart: ECharts
  readonly #paint: (context: CanvasRenderingContext2D) => void
  #shape: Repaintable | null = null
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
      series: [
        {
          type: 'custom',
          coordinateSystem: 'none',
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

  /** Paints anew, at once. */
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
