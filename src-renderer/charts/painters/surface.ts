// ECharts' canvas renderer (zrender) with a single shape that passes its canvas to a painter.
// A zrender element or layout per candle is too slow for one frame, and an ECharts series around the shape would add about
// a third of start-up code; see the measurements in the bench.
import { graphic, zrender } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { TextWidths } from './pen.ts'

// Equivalent to ECharts' `use`, without the parts that are not needed.
CanvasRenderer({ registerPainter: zrender.registerPainter } as Parameters<typeof CanvasRenderer>[0])

interface Painted {
  readonly paint: ((context: CanvasRenderingContext2D) => void) | null
}

/** Silent and without a fill: zrender then stores no path and calls it on each frame. */
const PaintedShape = graphic.extendShape({
  type: 'starkdeskCandles',
  shape: { paint: null } satisfies Painted,
  buildPath(path, { paint }: Painted) {
    if ('getContext' in path) paint?.(path.getContext())
  },
})

/** A canvas that fills `host` and is painted by `paint`. */
export class Surface {
  readonly #host: HTMLElement
  readonly #renderer: zrender.ZRenderType
  readonly #shape: InstanceType<typeof PaintedShape>

  constructor(
    host: HTMLElement,
    size: { readonly width: number; readonly height: number; readonly dpr: number },
    paint: (context: CanvasRenderingContext2D) => void,
  ) {
    this.#host = host
    this.#renderer = zrender.init(host, {
      renderer: 'canvas',
      devicePixelRatio: size.dpr,
      width: size.width,
      height: size.height,
    })
    this.#shape = new PaintedShape({ silent: true, shape: { paint }, style: { fill: 'none' } })
    // zrender's types do not distinguish a missing property from undefined.
    this.#renderer.add(this.#shape as Parameters<zrender.ZRenderType['add']>[0])
    // The canvas, which measuring needs, exists only after the first flush.
    this.#flush()
  }

  /** Repaints immediately. */
  repaint(): void {
    this.#shape.dirtyShape()
    this.#flush()
  }

  /** Paints over what is there, without anything else being painted. */
  paintOver(paint: (context: CanvasRenderingContext2D) => void): void {
    const context = this.#context()
    if (context !== null) paint(context)
  }

  /** Draws what has changed, and ends zrender's own loop: each frame of it would make the whole page draw again. */
  #flush(): void {
    this.#renderer.flush()
    this.#renderer.animation.stop()
  }

  /** Applies the host's size. */
  resize(width: number, height: number): void {
    this.#renderer.resize({ width, height })
  }

  /** Width of a text in the pixels of `font`, with the canvas' own font features. */
  measure(text: string, font: string, widths: TextWidths): number {
    const context = this.#context()
    if (context === null) return 0
    context.save()
    context.font = font
    const width = widths.of(context, font, text)
    context.restore()
    return width
  }

  #context(): CanvasRenderingContext2D | null {
    return this.#host.querySelector('canvas')?.getContext('2d') ?? null
  }

  /** Frees the canvas. */
  dispose(): void {
    this.#renderer.dispose()
  }
}
