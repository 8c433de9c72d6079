// Owns: ECharts, of which the charts use what draws: its renderer, with one shape that hands its canvas to a painter.
// Must not: know candles. Everything on the canvas is painted by the callback.
// How and why: an element or a layout per candle costs more than a frame has; see the measurements in the bench. A series around the one
// shape had models, tasks and visuals made that nothing here asks for: about a third of the code that ran at a start.
import { graphic, zrender } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { TextWidths } from './pen.ts'

// The same that `use` does with it, without the rest of what it is given.
CanvasRenderer({ registerPainter: zrender.registerPainter } as Parameters<typeof CanvasRenderer>[0])

interface Painted {
  readonly paint: ((context: CanvasRenderingContext2D) => void) | null
}

/** Silent and without a fill: zrender keeps no path of it and asks anew for each picture. */
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
    // Its types are not made for ours, which tell a property that is not there from one that is undefined.
    this.#renderer.add(this.#shape as Parameters<zrender.ZRenderType['add']>[0])
    // There is no canvas, and nothing to measure with, before the first picture.
    this.#renderer.flush()
  }

  /** Paints anew, at once. */
  repaint(): void {
    this.#shape.dirtyShape()
    this.#renderer.flush()
  }

  /** Follows the host's size. */
  resize(width: number, height: number): void {
    this.#renderer.resize({ width, height })
  }

  /** The width of a text in the pixels of `font`, with the figures as the canvas' own CSS has them. */
  measure(text: string, font: string, widths: TextWidths): number {
    const context = this.#host.querySelector('canvas')?.getContext('2d') ?? null
    if (context === null) return 0
    context.save()
    context.font = font
    const width = widths.of(context, font, text)
    context.restore()
    return width
  }

  /** Frees the canvas. */
  dispose(): void {
    this.#renderer.dispose()
  }
}
